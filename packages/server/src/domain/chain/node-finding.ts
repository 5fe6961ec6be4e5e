import type { ChainId } from '../shared/types.js'

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
