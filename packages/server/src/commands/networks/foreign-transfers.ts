import { openChain } from '../../compose/chains.js'
import { readConfig } from '../../config/config.js'
import type { ForeignTransfer } from '../../domain/chain/chain.js'
import type { OnChainOrder } from '../../domain/orders/order.js'
import type { Cursor } from '../../domain/shared/types.js'
import type { LeaseTimes } from '../../domain/store/address-tables.js'
import { systemClock } from '../../runtime/clock.js'

/** Blocks of one RPC call. */
const SPAN = 10_000
/** How many blocks back to read for a lease whose first block is not recorded. */
const DEFAULT_REACH = 256
/** Most transfers shown of an address, so that worthless tokens do not flood the output. */
const MAX_SHOWN = 100
/** Deadline for all answers of the nodes. */
const TIMEOUT_MS = 20_000

/** Transfers of other tokens at an address, or the reason why the nodes did not answer. */
export type ForeignFinding =
  | { readonly kind: 'found'; readonly transfers: readonly ForeignTransfer[]; readonly isCut: boolean }
  | { readonly kind: 'unknown'; readonly reason: string }

/**
 * Asks the nodes which other tokens the order's address received during its lease: a payer who misses a payment has
 * often sent another token.
 *
 * @returns undefined for networks whose transfers of other tokens are recorded or not read
 */
export async function findForeign(
  order: OnChainOrder,
  lease: LeaseTimes,
  cursor: Cursor | undefined,
): Promise<ForeignFinding | undefined> {
  const id = { environment: order.environment, network: order.network }
  if (!cursor) return undefined
  try {
    const chain = await openChain(readConfig(), id, systemClock)
    if (!chain?.foreign) return undefined
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const head = cursor.block.number
    const transfers: ForeignTransfer[] = []
    let from = Math.max((lease.afterBlock ?? head - DEFAULT_REACH) + 1, 0)
    for (; from <= head && transfers.length <= MAX_SHOWN; from += SPAN) {
      const to = Math.min(from + SPAN - 1, head)
      const found = await chain.foreign({ address: order.address.address, from, to }, signal)
      transfers.push(...found.filter(({ block }) => lease.untilAt === null || block.timeAt < lease.untilAt))
      if (found.some(({ block }) => lease.untilAt !== null && block.timeAt >= lease.untilAt)) break
    }
    return { kind: 'found', transfers: transfers.slice(0, MAX_SHOWN), isCut: transfers.length > MAX_SHOWN }
  } catch (error) {
    return { kind: 'unknown', reason: error instanceof Error ? error.message : `${error}` }
  }
}
