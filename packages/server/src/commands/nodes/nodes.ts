import { networksWithNodes } from '../../compose/chains.js'
import { checkNodesOf } from '../../compose/node-check.js'
import { readConfig } from '../../config/config.js'
import type { NodeFinding } from '../../domain/chain/node-finding.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { NETWORKS } from '../../networks/networks.js'
import { systemClock } from '../../runtime/clock.js'
import { endOfMany } from '../../runtime/deadline.js'
import type { Args } from '../command.js'
import { ENVIRONMENTS } from '../listing.js'
import { printRows, type Row } from '../output.js'

/**
 * Asks every node of the chosen networks what the server needs of it. Opens no database.
 *
 * @returns 1 where a probe failed
 * @throws OperatorError when no nodes serve the chosen networks
 */
export async function check(args: Args): Promise<number> {
  const config = readConfig()
  const chosen = {
    environment: args.choice('environment', ENVIRONMENTS),
    network: args.choice('network', NETWORKS),
  }
  const networks = networksWithNodes(config).filter(
    ({ environment, network }) =>
      environment === (chosen.environment ?? environment) && network === (chosen.network ?? network),
  )
  if (networks.length === 0) throw new OperatorError('no nodes serve such a network')
  const options = { clock: systemClock, isStart: false }
  const findings = await checkNodesOf(config, networks, options, endOfMany().signal)
  printRows(findings.map(rowOf), args.isJson)
  return findings.some(({ result }) => result === 'fail') ? 1 : 0
}

const rowOf = ({ environment, network, node, probe, result, seen, change }: NodeFinding): Row => ({
  environment,
  network,
  node,
  probe,
  result,
  seen,
  change,
})
