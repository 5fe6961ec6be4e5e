import type { Received } from '../../../packages/sdk/test/support/peer.js'

/** What a client's process is told to do. */
export type Task = HttpTask | StreamTask

interface Common {
  readonly origin: string
  /** Passed on as the client's own time limit, milliseconds. */
  readonly timeoutMs?: number | undefined
  /** After this long it is reported as pending, milliseconds. */
  readonly limitMs: number
}

export interface HttpTask extends Common {
  readonly kind: 'http'
  readonly call: 'read' | 'create' | 'createUnkeyed'
  readonly id: string
  /** When the caller's signal is aborted, milliseconds after the call. */
  readonly abortAfterMs?: number | undefined
}

export interface StreamTask extends Common {
  readonly kind: 'stream'
  /** After how many items the loop is left. */
  readonly breakAfter?: number | undefined
  /** Collecting garbage again and again slows everything, so it is asked for. */
  readonly watchesMemory?: boolean | undefined
}

/** What became of it, as the client's process saw it. */
export interface Outcome {
  readonly end: 'resolved' | 'rejected' | 'pending' | 'crashed'
  readonly ms: number
  /** Whether the caller had given up by then. */
  readonly isAborted: boolean
  readonly error?: SeenError | undefined
  /** The status of every item of a stream; `?` for an item without one. */
  readonly items: readonly string[]
  /** When the loop was left, nanoseconds as text, of a clock that all processes share. */
  readonly leftAt?: string | undefined
  /** The most that was held beyond the start, after garbage collection, MiB; 0 where nobody asked. */
  readonly grownMib: number
}

/** The same with what the server and the process's standard streams saw. */
export interface Report extends Outcome {
  readonly received: readonly Received[]
  readonly output: string
}

/** An error as its catcher sees it. */
export interface SeenError {
  readonly name: string
  /** Whether its class is one of the client's own. */
  readonly isTyped: boolean
  readonly isTimeout: boolean
  /** Where the server's `Retry-After` can be read. */
  readonly hint?: 'retryAfterMs' | 'headers' | undefined
  /** Everything that a log of it would show. */
  readonly text: string
}
