import type { BlockRef } from '../../domain/shared/types.js'
import type { RequestTally } from './node-http.js'
import type { FailureClass } from './rpc-error.js'

/** The calls that every node supports, whatever its network. */
export interface ChainNode {
  /** Host of the node, for display; nothing else of its URL. */
  readonly name: string
  chainId(signal: AbortSignal): Promise<number>
  /** The newest block that the node serves. Its number and time are the node's own claim. */
  head(signal: AbortSignal): Promise<Pick<BlockRef, 'number' | 'timeAt'>>
  /** Requests so far, by result. */
  readonly requests: RequestTally
  /** Calls left today; undefined where they are not counted. */
  callsLeft?(): number | undefined
  /** Requests methods again that the node has answered that it does not offer. */
  forgetMissing?(): void
}

/** Events for the operator. */
export type NodeEvent =
  | { readonly kind: 'fault'; readonly node: string; readonly failure: FailureClass; readonly why: string }
  /** The node does not offer the method: it is asked for everything else. */
  | { readonly kind: 'lacks_method'; readonly node: string; readonly method: string; readonly why: string }
  /** The node is skipped for ten minutes, whatever it answers. */
  | { readonly kind: 'quarantined'; readonly node: string; readonly why: string }
  /** Steps are read from this node now. */
  | { readonly kind: 'serving'; readonly node: string }
  /** No second node was able to answer for long enough that one is accepted. */
  | { readonly kind: 'single_node' }

/** The result of a cross-check at a second node. */
export type CrossCheckResult<Answer> =
  | { readonly kind: 'answered'; readonly node: string; readonly answer: Answer }
  /**
   * There is no second node, or none has been able to answer for ten minutes: one node is enough.
   */
  | { readonly kind: 'waived' }
  /** `isContradicted` if a second node serves another history: an operator must look. */
  | { readonly kind: 'pending'; readonly isContradicted: boolean }
