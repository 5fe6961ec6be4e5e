/** Calls in one request. */
export const BATCH_CALLS = 50

/** The calls of one step to one node: those made in the same moment go in one request. */
export interface Connection {
  /**
   * @returns the result as the node gave it: not checked
   * @throws NodeFault, or NodeRefusal where the answer is no
   */
  call(method: string, params: readonly unknown[]): Promise<unknown>
}
