import { openChain } from '../compose/chains.js'
import { readConfig } from '../config/config.js'
import type { ForeignTransfer } from '../domain/chain/chain.js'
import type { OnChainOrder } from '../domain/orders/order.js'
import type { Cursor } from '../domain/shared/types.js'
import type { LeaseTimes } from '../domain/store/address-tables.js'
import { systemClock } from '../runtime/clock.js'

/** Blocks of one question. */
const SPAN = 10_000
/** How far back the blocks of a lease are looked at whose beginning nobody knows. */
const WITHOUT_BEGINNING = 256
/** Shown of an address: whoever sends it rubbish fills no screen. */
const MOST = 100
/** Nodes that say nothing keep nobody waiting longer. */
const PATIENCE_MS = 20_000

/** What nodes tell of other tokens at an address, or why they do not. */
export type ForeignFinding =
  | { readonly kind: 'found'; readonly transfers: readonly ForeignTransfer[]; readonly isCut: boolean }
  | { readonly kind: 'unknown'; readonly why: string }

/**
 * Asks the nodes of an order's network what other tokens came to its address while it was the order's: «I paid» is often
 * a payment in another token. Undefined where the books have it anyway.
 */
export async function findForeign(
  order: OnChainOrder,
  lease: LeaseTimes,
  cursor: Cursor | undefined,
): Promise<ForeignFinding | undefined> {
  const id = { environment: order.environment, network: order.network }
  if (!cursor || order.network !== 'ERC20') return undefined
  try {
    const chain = await openChain(readConfig(), id, systemClock)
    if (!chain?.foreign) return undefined
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const head = cursor.block.number
    const transfers: ForeignTransfer[] = []
    let from = Math.max((lease.afterBlock ?? head - WITHOUT_BEGINNING) + 1, 0)
    for (; from <= head && transfers.length <= MOST; from += SPAN) {
      const to = Math.min(from + SPAN - 1, head)
      const found = await chain.foreign({ address: order.address.address, from, to }, signal)
      transfers.push(...found.filter(({ block }) => lease.untilAt === null || block.timeAt < lease.untilAt))
      if (found.some(({ block }) => lease.untilAt !== null && block.timeAt >= lease.untilAt)) break
    }
    return { kind: 'found', transfers: transfers.slice(0, MOST), isCut: transfers.length > MOST }
  } catch (error) {
    return { kind: 'unknown', why: error instanceof Error ? error.message : `${error}` }
  }
}
