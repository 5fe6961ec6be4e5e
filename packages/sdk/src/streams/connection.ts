import { UsageError } from '../errors/base-error.js'
import type { OpenStream } from '../http/attempt-outcome.js'
import { onAbort } from '../util/abort.js'
import { type Clock, startTimer } from '../util/time.js'

/** @throws UsageError where the body of the caller's `fetch` is not a web stream */
export function readerOf({ body, close }: OpenStream): ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> {
  if (body && 'getReader' in body) return body.getReader()
  close()
  throw new UsageError('unreadable_stream', 'fetch has no web streams to read events from; pass one that has')
}

/**
 * Yields the bytes of one connection until it ends, breaks, goes silent or the signal is aborted, and closes
 * it. Time that the reader of the bytes takes does not count as silence.
 *
 * @param idleMs asked before each read how long it may take, milliseconds
 */
export async function* readBytes(
  clock: Clock,
  stream: OpenStream,
  signal: AbortSignal | undefined,
  idleMs: () => number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = readerOf(stream)
  const close = () => {
    stream.close()
    reader.cancel().catch(() => {}) // a body that already broke cannot be cancelled
  }
  const stopListening = onAbort(signal, close)
  try {
    while (!signal?.aborted) {
      const stopTimer = startTimer(clock, idleMs(), close)
      const part = await reader.read().catch(() => undefined) // every error ends the connection
      stopTimer()
      if (part?.value === undefined || signal?.aborted) return
      yield part.value
    }
  } finally {
    stopListening()
    close()
  }
}
