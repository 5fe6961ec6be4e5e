/** The errors that a client calls its own. */
export type ErrorClass = abstract new (...args: never[]) => Error

/** Where a client is sent and the one option that a fault sets. */
export interface Server {
  readonly origin: string
  /** Limit of a request, milliseconds; with it goes «no retries». Absent: everything as the client has it by itself. */
  readonly timeoutMs?: number | undefined
}

/** One client behind the few verbs that the HTTP faults use. */
export interface HttpClient {
  /** Reads one resource by its id. */
  read(id: string, signal?: AbortSignal): PromiseLike<unknown>
  /** Creates one resource. */
  create(): PromiseLike<unknown>
  /** Creates a resource that takes no idempotency key, where the client knows such a kind. */
  createUnkeyed?(): PromiseLike<unknown>
  readonly errors: readonly ErrorClass[]
}

/** What a client's API has no notion of. */
export type Notion = 'signal' | 'timeout' | 'id'

/** A client as the head of its column. */
export interface Titled {
  /** Its packages as npm names them, by the short names that are printed. */
  readonly packages: Readonly<Record<string, string>>
  /** What is not as its package has it by default. */
  readonly note?: string
}

export interface HttpPeer extends Titled {
  /** Why a fault says nothing about it. */
  readonly lacks?: { readonly [Name in Notion]?: string }
  open(server: Server): Promise<HttpClient>
}

export interface StreamClient {
  /** Opens the stream. */
  stream(): AsyncIterable<unknown> | PromiseLike<AsyncIterable<unknown>>
  readonly errors: readonly ErrorClass[]
}

export interface StreamPeer extends Titled {
  /** The `event:` field without which the client ignores an event. */
  readonly event?: string
  open(server: Server): Promise<StreamClient>
}

/** What a client handed back instead of throwing. */
export class ReturnedError extends Error {
  constructor(readonly result: object) {
    super('an error as a value')
    this.name = 'error value'
  }
}

/** Throws what a client returns as `{ error }`, so that all of them can be told apart from success alike. */
export async function unwrap<T extends { readonly error?: unknown }>(result: PromiseLike<T>): Promise<T> {
  const settled = await result
  if (settled.error) throw new ReturnedError(settled)
  return settled
}
