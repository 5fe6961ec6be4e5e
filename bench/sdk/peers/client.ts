/** The error classes that a client exports. */
export type ErrorClass = abstract new (...args: never[]) => Error

/** The server of a client, and the one option that a fault sets. */
export interface Server {
  readonly origin: string
  /** Limit of a request in milliseconds, set together with "no retries". Absent for the defaults of the client. */
  readonly timeoutMs?: number | undefined
}

/** One client behind the few operations that the HTTP faults use. */
export interface HttpClient {
  /** Reads one resource by its id. */
  read(id: string, signal?: AbortSignal): PromiseLike<unknown>
  /** Creates one resource. */
  create(): PromiseLike<unknown>
  /** Creates a resource without an idempotency key, if the client has such an operation. */
  createUnkeyed?(): PromiseLike<unknown>
  readonly errors: readonly ErrorClass[]
}

/** Concepts that the API of a client does not have. */
export type Notion = 'signal' | 'timeout'

/** A client as the heading of its column. */
export interface Titled {
  /** Names of its packages on npm, by their printed short names. */
  readonly packages: Readonly<Record<string, string>>
}

export interface HttpPeer extends Titled {
  /** The reason why a fault does not apply to it. */
  readonly lacks?: { readonly [Name in Notion]?: string }
  open(server: Server): Promise<HttpClient>
}

export interface StreamClient {
  /** Opens the stream. */
  stream(): AsyncIterable<unknown> | PromiseLike<AsyncIterable<unknown>>
  readonly errors: readonly ErrorClass[]
}

export interface StreamPeer extends Titled {
  open(server: Server): Promise<StreamClient>
}

/** An error that a client returned instead of throwing it. */
export class ReturnedError extends Error {
  constructor(readonly result: object) {
    super('an error as a value')
    this.name = 'error value'
  }
}

/** Throws the error that a client returns as `{ error }`, so that all clients report failures alike. */
export async function unwrap<T extends { readonly error?: unknown }>(result: PromiseLike<T>): Promise<T> {
  const answer = await result
  if (answer.error) throw new ReturnedError(answer)
  return answer
}
