import type { Attempt } from '../errors/base-error.js'

/** The result of a call with its status and attempts. */
export interface CallResult<T> {
  /** The body of the answer; orders get their `kind`. */
  readonly data: T
  /** HTTP status. */
  readonly status: number
  /** The request id of the answer, else the one sent. */
  readonly requestId: string
  /** Every attempt, in order. */
  readonly attempts: readonly Attempt[]
  /** The key of a keyed operation. */
  readonly idempotencyKey: string | undefined
  /** Whether the server answered with the resource of an earlier call with the same idempotency key. */
  readonly replayed: boolean
  /** Whether the refusal of a retry confirmed that an earlier attempt had succeeded. */
  readonly confirmedByRetry: boolean
}

/**
 * A running call. Awaiting it gives the body; `withResponse()` gives the status, the attempts and more besides.
 *
 * @example
 * const order = await mp.orders.get(id)
 * const { data, requestId } = await mp.orders.get(id).withResponse()
 */
export class CallPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag]: string = 'CallPromise'
  readonly #result: () => Promise<CallResult<T>>

  /** @param result called at each use; returns the same promise every time */
  constructor(result: () => Promise<CallResult<T>>) {
    this.#result = result
  }

  /** Waits for the body together with status, request id, attempts and idempotency key. */
  withResponse(): Promise<CallResult<T>> {
    return this.#result()
  }

  // biome-ignore lint/suspicious/noThenProperty: the class is made to be awaited
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    // Derived at each use, so that using only `withResponse` leaves no unhandled rejection behind.
    return this.#result()
      .then(({ data }) => data)
      .then(onFulfilled, onRejected)
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally)
  }
}
