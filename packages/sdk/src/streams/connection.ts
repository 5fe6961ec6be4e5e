import { UsageError } from '../errors/errors.js'
import type { OpenStream } from '../http/attempt-outcome.js'
import { onAbort } from '../util/abort.js'
import { type Clock, startTimer } from '../util/time.js'

/** @throws UsageError where the `fetch` of the caller has a body that is no web stream */
export function readerOf({ body, close }: OpenStream): ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> {
  if ('getReader' in body) return body.getReader()
  close()
  throw new UsageError('unreadable_stream', 'fetch has no web streams')
}

/**
 * Yields the bytes of one connection until it ends, breaks, goes silent or the signal is aborted, and closes
 * it. Time that the reader takes does not count as silence.
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
    reader.cancel().catch(() => {}) // an already broken body has nothing left to cancel
  }
  const stopListening = onAbort(signal, close)
  try {
    while (!signal?.aborted) {
      const stopTimer = startTimer(clock, idleMs(), close)
      const part = await reader.read().catch(() => undefined) // however it breaks, it is over
      stopTimer()
      if (part?.value === undefined || signal?.aborted) return
      yield part.value
    }
  } finally {
    stopListening()
    close()
  }
}
