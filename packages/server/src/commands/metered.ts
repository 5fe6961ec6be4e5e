import { CallsReservedForBlocks, type Chain } from '../domain/chain/chain.js'
import type { Context } from '../domain/context.js'
import { OperatorError } from '../domain/shared/operator-error.js'
import type { Store } from '../domain/store/store.js'
import { RpcUsageSync } from '../workers/chain/rpc-usage-sync.js'

/** What reading a block again takes at most. */
export const CALLS_OF_A_BLOCK = 3

export interface Metered {
  readonly store: Store
  readonly context: Pick<Context, 'clock'>
  readonly chain: Chain
}

/**
 * Asks a network for a person: what a command asks counts for the day of the key that a server uses too, and is not asked
 * with calls that the server needs for blocks.
 */
export async function withMetered<Result>(
  { store, context, chain }: Metered,
  work: (chain: Chain) => Promise<Result>,
): Promise<Result> {
  const keeper = new RpcUsageSync(store, context, chain)
  await keeper.syncNow()
  try {
    return await work(sparing(chain, keeper))
  } catch (error) {
    throw error instanceof CallsReservedForBlocks
      ? new OperatorError(`${error.message}: go on after midnight UTC`)
      : error
  } finally {
    await keeper.syncNow()
  }
}

/** @throws Refusal where no node has so many calls of its day to spare: what cannot be finished is not begun */
export function requireCalls({ budgets = [], nodes }: Chain, calls: number): void {
  const isAnyWithoutLimit = budgets.length < (nodes?.().nodes.length ?? 0)
  if (budgets.length === 0 || isAnyWithoutLimit) return
  const spare = Math.max(0, ...budgets.map((budget) => Math.floor(budget.beyondBlocks())))
  if (spare >= calls) return
  throw new OperatorError(
    `this takes up to ${calls} calls, and ${spare} of the day's are left beyond those that blocks need: ask for less, or after midnight UTC`,
  )
}

/** What it asks can wait, and is told while it is asked. */
function sparing(chain: Chain, keeper: RpcUsageSync): Chain {
  return {
    ...chain,
    async rescan(blocks, watched, signal) {
      await keeper.sync()
      return chain.rescan(blocks, watched, signal, true)
    },
    async balanceAt(address, at, signal) {
      await keeper.sync()
      return chain.balanceAt(address, at, signal, true)
    },
  }
}
