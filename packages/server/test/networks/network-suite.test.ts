import { NETWORKS } from '../../src/networks/networks.js'
import { describeNetwork } from '../support/networks/network-suite.js'

for (const network of NETWORKS) describeNetwork(network)
