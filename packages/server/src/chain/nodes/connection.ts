import { isFailure } from './rpc-error.js'

/** Calls in one request. */
export const BATCH_CALLS = 50

/** Sends the calls of one step to one node. Calls made in the same event loop iteration go in one request. */
export interface Connection {
  /**
   * @returns the node's result, unchecked
   * @throws RpcError, or RpcRefusal where the node rejects the call
   */
  call(method: string, params: readonly unknown[]): Promise<unknown>
  /** Remembers for an hour that the node does not serve the method: a call of it then fails without a request. */
  noteMissing(method: string): void
}

/**
 * Tries sources of one fact in order, and takes the first one that the node offers.
 *
 * @throws RpcError `unsupported` where the node offers none
 */
export async function firstSource<Fact>(
  source: () => Promise<Fact>,
  ...others: readonly (() => Promise<Fact>)[]
): Promise<Fact> {
  const [next, ...rest] = others
  if (!next) return source()
  try {
    return await source()
  } catch (error) {
    if (!isFailure(error, 'unsupported')) throw error
    return firstSource(next, ...rest)
  }
}
