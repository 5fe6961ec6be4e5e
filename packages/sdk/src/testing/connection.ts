import type { Strike } from './faults.js'

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

/** Settles as a promise does, unless the signal is aborted first. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  signal.throwIfAborted()
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
