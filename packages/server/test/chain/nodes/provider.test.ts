import { expect, it } from 'vitest'
import { providerOf } from '../../../src/chain/nodes/provider.js'

it.each([
  ['https://mainnet.nodes.example/v3/key', 'nodes.example'],
  ['https://nodes.example', 'nodes.example'],
  ['https://eu.nodes.co.uk/key', 'nodes.co.uk'],
  ['https://user:secret@a.b.nodes.example:8545/', 'nodes.example'],
  // Nodes of the operator: each port is one.
  ['http://10.0.0.7:8090', '10.0.0.7:8090'],
  ['http://[::1]:8545', '[::1]:8545'],
  ['http://geth:8545', 'geth:8545'],
])('the provider of %s is %s', (url, provider) => {
  expect(providerOf(url)).toBe(provider)
})
