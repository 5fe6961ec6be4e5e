import type { ChainId, Environment, Instant } from '../shared/types.js'

/** The result of one probe at one node. */
export interface NodeFinding extends ChainId {
  /** Place in the settings and host; nothing else of the URL. */
  readonly node: string
  readonly probe: string
  readonly result: 'pass' | 'fail' | 'skipped'
  /** The answer in words, or the reason why there is none. */
  readonly seen: string
  /** The change that an operator makes; null where nothing failed. */
  readonly change: string | null
  /** Whether the network contradicts the settings, so that no server starts. */
  readonly isWrong: boolean
}

/** The last check of an environment's nodes. */
export interface NodeCheckState {
  readonly startedAt: Instant
  /** Undefined while the nodes are asked. */
  readonly findings: readonly NodeFinding[] | undefined
}

/** Checks nodes on request and keeps the last result in memory. */
export interface NodeChecks {
  /** Undefined before the first check of this process. */
  last(environment: Environment): NodeCheckState | undefined
  /** Starts a check unless one is running, and does not wait for it. */
  start(environment: Environment): void
}
