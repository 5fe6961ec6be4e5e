import { descriptionOf, NETWORKS, type Network } from '../../networks/networks.js'
import type { ChainId, Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'

/** Lists the other networks of an environment that spell addresses alike, so that a payer may choose the wrong one. */
export function siblingsOf({ environment, network }: ChainId): ChainId[] {
  const { encodeAddress } = descriptionOf(network)
  return NETWORKS.filter(
    (other) => other !== network && descriptionOf(other).encodeAddress === encodeAddress,
  ).map((other) => ({ environment, network: other }))
}

/** An order whose address was paid on another network than its own. */
export interface IntendedOrder {
  readonly network: Network
  /** Undefined if no order had the address at that time. */
  readonly orderId: string | undefined
}

/** Finds the order that a transfer to an address of another network was meant for. */
export async function findIntended(
  tx: Tx,
  id: ChainId,
  { to, at }: { to: string; at: Instant },
): Promise<IntendedOrder | undefined> {
  for (const sibling of siblingsOf(id)) {
    const holder = await tx.addresses.findHolder(sibling, to, at)
    if (holder) return { network: sibling.network, orderId: holder.orderId }
  }
  return undefined
}
