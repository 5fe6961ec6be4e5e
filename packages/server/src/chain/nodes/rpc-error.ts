/**
 * Classifies the answers of nodes: the shape of each answer is checked before use, and every failure has one of seven
 * classes.
 */

export type FailureClass =
  /** Rate limit: the node is paused. */
  | 'limited'
  /** The request was too large: half of it goes to the same node. */
  | 'too_large'
  /** Not found. Above the node's own head it means "not yet"; at or below the head the node is broken. */
  | 'absent'
  /** No answer, or an invalid one: the next node is asked. */
  | 'broken'
  /** The node does not offer the method: another source or node is asked, and this one for everything else. */
  | 'unsupported'
  /** The node does not have what the call needs, or no longer: another node is asked, and nothing is held against this one. */
  | 'unavailable'
  /** The node rejects our calls: the operator must act. */
  | 'refused'

export interface RpcErrorDetails {
  /** Pause that the node asked for. */
  readonly pauseMs?: number
  /** The code of a JSON-RPC error. */
  readonly code?: number
  /** The HTTP status of a complete response. */
  readonly status?: number
  readonly cause?: unknown
}

/** A failed call to a node. The message contains no secret of the node's URL. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly pauseMs: number | undefined
  readonly code: number | undefined
  readonly status: number | undefined

  constructor(
    readonly failure: FailureClass,
    message: string,
    { pauseMs, code, status, cause }: RpcErrorDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.pauseMs = pauseMs
    this.code = code
    this.status = status
  }
}

/** The node serves another history of the same chain id. */
export class ForeignHistory extends RpcError {
  constructor(message: string) {
    super('refused', message)
  }
}

/**
 * The error of a node that has another block than the recorded one. Where the node is right, the watcher needs it next, to
 * follow its branch: a pause would delay that.
 */
export const otherBlock = (number: number): RpcError =>
  new RpcError('unavailable', `block ${number}: differs from the recorded one`)

/** The node rejected a valid request: a call that reverts, a transaction that it does not accept. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal'

  constructor(
    readonly code: number,
    message: string,
    /** The return data of a revert. */
    readonly data: string | undefined,
  ) {
    super(message)
  }
}

/** Returns whether the error has one of the classes. */
export const isFailure = (error: unknown, ...classes: readonly FailureClass[]): error is RpcError =>
  error instanceof RpcError && classes.includes(error.failure)

/** Runs work that asks for nothing above the node's own head, so that `absent` becomes `broken`. */
export async function strictly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RpcError) || error.failure !== 'absent') throw error
    throw new RpcError('broken', error.message, { cause: error })
  }
}
