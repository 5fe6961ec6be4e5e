import type { Received } from '../../../packages/sdk/test/support/peer.js'

/** A task for the process of a client. */
export type Task = HttpTask | StreamTask

interface Common {
  readonly origin: string
  /** The client's own time limit in milliseconds. */
  readonly timeoutMs?: number | undefined
  /** Milliseconds after which the call is reported as pending. */
  readonly limitMs: number
}

export interface HttpTask extends Common {
  readonly kind: 'http'
  readonly call: 'read' | 'create' | 'createUnkeyed'
  readonly id: string
  /** Milliseconds from the call to the abort of the caller's signal. */
  readonly abortAfterMs?: number | undefined
}

export interface StreamTask extends Common {
  readonly kind: 'stream'
  /** The number of items after which the loop ends. */
  readonly breakAfter?: number | undefined
  /** Measures memory, with repeated garbage collections that slow the process. */
  readonly watchesMemory?: boolean | undefined
}

/** The outcome of a task, as the client's process observed it. */
export interface Outcome {
  readonly end: 'resolved' | 'rejected' | 'pending' | 'crashed'
  readonly ms: number
  /** Whether the caller had aborted before. */
  readonly isAborted: boolean
  readonly error?: SeenError | undefined
  /** The status of every item of a stream; `?` for an item without one. */
  readonly items: readonly string[]
  /** The time of the loop's end in nanoseconds as text, on a clock that all processes share. */
  readonly leftAt?: string | undefined
  /** The peak growth of memory in MiB after garbage collection; 0 when memory was not measured. */
  readonly grownMib: number
}

/** The outcome with the requests at the server and the output of the process. */
export interface Report extends Outcome {
  readonly received: readonly Received[]
  readonly output: string
}

/** An error as the caller sees it. */
export interface SeenError {
  readonly name: string
  /** Whether the client exports its class. */
  readonly isTyped: boolean
  readonly isTimeout: boolean
  /** The property that holds the server's `Retry-After`. */
  readonly hint?: 'retryAfterMs' | 'headers' | undefined
  /** The text that a log of the error would show. */
  readonly text: string
}
