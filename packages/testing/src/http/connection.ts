import type { Strike } from '../faults/faults.js'

/** How the bytes of a body reach the caller. */
export interface Passage {
  /** Bytes per piece. */
  readonly chunk?: number | undefined
  /** After so many bytes something happens. */
  readonly until?: number | undefined
  /** What happens then, and what happens to a body that is complete before. */
  readonly end?: 'reset' | 'close' | 'stall' | undefined
}

/** The error of a `fetch` whose connection broke, with the code that runtimes give it. */
export function connectionError(code = 'ECONNRESET'): TypeError {
  const cause = Object.assign(new Error(`connection failed: ${code}`), { code })
  return new TypeError('fetch failed', { cause })
}

/** Tells whether an error is one of {@link connectionError}, of whichever copy of this module. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof TypeError && /^(?:ECONNRESET|ENOTFOUND)$/.test(Object(error.cause).code)
}

/** The answer to a mistake of the double itself: nobody is to take it for a fault of the network. */
export function ownMistake(error: unknown): Response {
  const message = error instanceof Error ? error.message : String(error)
  return Response.json({ error: message }, { status: 500 })
}

/** What becomes of a body under the faults that strike it. @param length bytes; undefined for a stream */
export function passageOf({ ending, chunk }: Strike, length: number | undefined): Passage {
  const half = length === undefined ? undefined : Math.floor(length / 2)
  if (ending && 'truncate' in ending) return { chunk, until: half, end: 'close' }
  if (ending && 'stall' in ending) return { chunk, until: half, end: 'stall' }
  if (ending && 'cutStreamAt' in ending)
    return { chunk, until: ending.cutStreamAt, end: ending.by ?? 'reset' }
  return { chunk }
}

/**
 * Hands bytes on as a connection would. Without `until` a body stalls or ends after its first piece.
 *
 * @param signal ends the body with its reason, as the caller's `fetch` does
 */
export function passThrough(
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  { chunk = Infinity, until, end }: Passage,
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
      if (end === 'stall') return new Promise(() => {}) // nothing more comes, until the caller gives up
      await stop()
      if (end === 'reset') controller.error(connectionError())
      else controller.close()
    },
    cancel: stop,
  })
}

/** Does something, unless the signal is aborted before, and settles as it does, unless it is aborted meanwhile. */
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
