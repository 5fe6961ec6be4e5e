import { endCondition, setCondition } from '../../domain/chain/operator-conditions.js'
import { NETWORKS } from '../../networks/networks.js'
import type { Args } from '../command.js'
import { ENVIRONMENTS } from '../listing.js'
import { printLine } from '../output.js'
import { changeStore, mandateOf } from '../store-access.js'

/** Pauses new orders of a network. */
export async function pause(args: Args): Promise<number> {
  const id = chainOf(args)
  await changeStore((tx, context) => setCondition(tx, context, id, 'orders_paused', mandateOf(args)))
  printLine(`new orders on ${id.environment}/${id.network} are paused; open orders are still watched`)
  return 0
}

/** Accepts new orders of a network again. */
export async function resume(args: Args): Promise<number> {
  const id = chainOf(args)
  await changeStore((tx, context) => endCondition(tx, context, id, 'orders_paused', mandateOf(args)))
  printLine(`new orders on ${id.environment}/${id.network} are accepted again`)
  return 0
}

const chainOf = (args: Args) => ({
  environment: args.requiredChoice('environment', ENVIRONMENTS),
  network: args.requiredChoice('network', NETWORKS),
})
