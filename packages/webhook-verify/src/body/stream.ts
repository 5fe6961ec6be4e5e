import { WebhookVerificationError } from '../errors/error.js'
import { isObject } from '../util/is-object.js'
import { toBytes } from './bytes.js'

/** A web stream of bytes, of any realm. */
interface WebStream {
  getReader(): {
    read(): Promise<{ done: boolean; value?: unknown }>
    releaseLock(): void
  }
}

/** A Node stream. Its default iterator destroys the connection when the loop ends early, so no answer could be sent. */
interface NodeStream extends AsyncIterable<unknown> {
  readonly readableDidRead?: boolean
  iterator?(options: { destroyOnReturn: boolean }): AsyncIterator<unknown>
}

/** A body that arrives in pieces of bytes: a web `ReadableStream`, a Node `Readable`, or any other async iterable. */
export type BodyStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/** Whether a body is a stream and not bytes, text or a parsed body. An object that throws on access is no stream. */
export function isStream(body: unknown): body is BodyStream {
  try {
    return isObject(body) && (typeof body.getReader === 'function' || Symbol.asyncIterator in body)
  } catch {
    return false
  }
}

/**
 * Reads a stream to its end, or past `maxBytes`. In every case it releases the stream and does not destroy it, so that an
 * answer can still be sent over its connection.
 *
 * @param interrupted rejects when reading must stop
 * @throws WebhookVerificationError `raw_body_required` for a stream that is being read or was read, or that yields text;
 *   `body_too_large`; `body_aborted`; the rejection of `interrupted`
 */
export async function readStream(
  stream: BodyStream,
  maxBytes: number,
  interrupted: Promise<never>,
): Promise<Uint8Array> {
  const source = open(stream)
  try {
    return await Promise.race([readAll(source.next, maxBytes), interrupted])
  } finally {
    source.leave()
  }
}

/** Reads into one growing array, since a list of one-byte pieces would take a hundred times their memory. */
async function readAll(next: Source['next'], maxBytes: number): Promise<Uint8Array> {
  let bytes = new Uint8Array(Math.min(maxBytes, 16_384))
  let length = 0
  for (;;) {
    const { done, value } = await next().catch(() => {
      throw new WebhookVerificationError('body_aborted', 'the body broke off')
    })
    if (done) return bytes.subarray(0, length)
    if (typeof value === 'string') throw unreadable('yields text, not bytes')
    const piece = toBytes(value)
    const end = length + piece.length
    if (end > maxBytes) throw tooLarge(maxBytes)
    if (end > bytes.length) {
      const larger = new Uint8Array(Math.min(maxBytes, Math.max(end, 2 * bytes.length)))
      larger.set(bytes.subarray(0, length))
      bytes = larger
    }
    bytes.set(piece, length)
    length = end
  }
}

/** The error of a body longer than `maxBytes`. */
export function tooLarge(maxBytes: number): WebhookVerificationError {
  return new WebhookVerificationError('body_too_large', `the body has over ${maxBytes} bytes`)
}

interface Source {
  next(): Promise<{ done?: boolean | undefined; value?: unknown }>
  leave(): void
}

function open(stream: BodyStream): Source {
  const web = stream as unknown as WebStream // the next line tests it
  if (typeof web.getReader === 'function') {
    try {
      // Throws for a stream that is locked or was read from. The stream itself does not expose the latter.
      new Response(stream as ReadableStream<Uint8Array>)
    } catch {
      throw unreadable('is being read, or was read')
    }
    const reader = web.getReader()
    // Older runtimes cannot release the lock while a read is pending; then the stream stays locked.
    return { next: () => reader.read(), leave: () => attempt(() => reader.releaseLock()) }
  }
  const node = stream as NodeStream
  if (node.readableDidRead) throw unreadable('was read before')
  const iterator = node.iterator?.({ destroyOnReturn: false }) ?? node[Symbol.asyncIterator]()
  return { next: () => iterator.next(), leave: () => attempt(() => iterator.return?.()) }
}

/** Releases a stream and ignores errors, since the result is already known. */
function attempt(leave: () => unknown): void {
  void (async () => leave())().catch(() => undefined)
}

function unreadable(what: string): WebhookVerificationError {
  return new WebhookVerificationError('raw_body_required', `the body stream ${what}`)
}
