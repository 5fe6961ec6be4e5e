import type { RequestFaults } from '../faults/faults.js'

/** How the bytes of a body reach the caller. */
export interface Transmission {
  /** Bytes per piece. */
  readonly chunk?: number | undefined
  /** Bytes until `end` takes effect. */
  readonly until?: number | undefined
  /** How the body ends there, or earlier if it is shorter. */
  readonly end?: 'reset' | 'close' | 'stall' | undefined
}

/** The error of a `fetch` whose connection breaks, with the code that runtimes set. */
export function connectionError(code = 'ECONNRESET'): TypeError {
  const cause = Object.assign(new Error(`connection failed: ${code}`), { code })
  return new TypeError('fetch failed', { cause })
}

/** Whether an error comes from {@link connectionError}, of any copy of this module. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof TypeError && /^(?:ECONNRESET|ENOTFOUND)$/.test(Object(error.cause).code)
}

/** The answer to an error of the in-memory service itself, so that it does not look like a network failure. */
export function internalError(error: unknown): Response {
  const message = error instanceof Error ? error.message : String(error)
  return Response.json({ error: message }, { status: 500 })
}

/** How a body is sent under the faults of its request. @param length bytes; undefined for a stream */
export function transmissionOf({ ending, chunk }: RequestFaults, length: number | undefined): Transmission {
  const half = length === undefined ? undefined : Math.floor(length / 2)
  if (ending && 'truncate' in ending) return { chunk, until: half, end: 'close' }
  if (ending && 'stall' in ending) return { chunk, until: half, end: 'stall' }
  if (ending && 'cutStreamAt' in ending)
    return { chunk, until: ending.cutStreamAt, end: ending.by ?? 'reset' }
  return { chunk }
}

/**
 * Passes bytes on as a connection does. Without `until`, `end` takes effect after the first piece.
 *
 * @param signal ends the body with its reason, as the caller's `fetch` does
 */
export function transmit(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  { chunk = Infinity, until, end }: Transmission,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader()
  let left = end === undefined ? Infinity : (until ?? Infinity)
  let abort = () => {}
  const stop = () => {
    signal?.removeEventListener('abort', abort)
    return reader.cancel()
  }
  return new ReadableStream({
    start(controller) {
      abort = () => {
        controller.error(signal?.reason)
        void stop()
      }
      if (signal?.aborted) abort()
      else signal?.addEventListener('abort', abort, { once: true })
    },
    async pull(controller) {
      if (left > 0) {
        const { value } = await reader.read()
        if (value) {
          const piece = value.subarray(0, left)
          for (let at = 0; at < piece.length; at += chunk) controller.enqueue(piece.slice(at, at + chunk))
          left = until === undefined && end !== undefined ? 0 : left - piece.length
          return
        }
        if (end !== 'stall') {
          await stop()
          return controller.close()
        }
      }
      if (end === 'stall') return new Promise(() => {}) // stalls until the client gives up
      await stop()
      if (end === 'reset') controller.error(connectionError())
      else controller.close()
    },
    cancel: stop,
  })
}

/** Runs `begin` and rejects with the signal's reason as soon as the signal is aborted. */
export async function unlessAborted<T>(begin: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted()
  const work = begin()
  if (!signal) return work
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
