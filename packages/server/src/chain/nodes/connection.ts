/** Calls in one request. */
export const BATCH_CALLS = 50

/** Sends the calls of one step to one node. Calls made in the same event loop iteration go in one request. */
export interface Connection {
  /**
   * @returns the node's result, unchecked
   * @throws RpcError, or RpcRefusal where the node rejects the call
   */
  call(method: string, params: readonly unknown[]): Promise<unknown>
}
