import { CallsReservedForBlocks, type Chain } from '../domain/chain/chain.js'
import type { Context } from '../domain/context.js'
import { OperatorError } from '../domain/shared/operator-error.js'
import type { Store } from '../domain/store/store.js'
import { RpcUsageSync } from '../workers/chain/rpc-usage-sync.js'

/** Most RPC calls that rescanning one block takes. */
export const CALLS_OF_A_BLOCK = 3

export interface Metered {
  readonly store: Store
  readonly context: Pick<Context, 'clock'>
  readonly chain: Chain
}

/**
 * Runs a command's RPC calls within the daily budget of the API key, which a running server shares: the calls are
 * counted in the store, and the calls that the server needs for new blocks stay reserved.
 *
 * @throws OperatorError when only reserved calls remain
 */
export async function withMetered<Result>(
  { store, context, chain }: Metered,
  work: (chain: Chain) => Promise<Result>,
): Promise<Result> {
  const usage = new RpcUsageSync(store, context, chain)
  await usage.syncNow()
  try {
    return await work(metered(chain, usage))
  } catch (error) {
    throw error instanceof CallsReservedForBlocks
      ? new OperatorError(`${error.message}: continue after midnight UTC`)
      : error
  } finally {
    await usage.syncNow()
  }
}

/** Wraps a chain so that its calls are deferrable and their usage is shared while the command runs. */
function metered(chain: Chain, usage: RpcUsageSync): Chain {
  return {
    ...chain,
    async rescan(blocks, watched, signal) {
      await usage.sync()
      return chain.rescan(blocks, watched, signal, true)
    },
    async balanceAt(address, at, signal) {
      await usage.sync()
      return chain.balanceAt(address, at, signal, true)
    },
  }
}
