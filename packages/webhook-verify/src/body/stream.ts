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

/** A Node stream; its plain iterator would destroy the connection when left early, and no answer could be sent. */
interface NodeStream extends AsyncIterable<unknown> {
  readonly readableDidRead?: boolean
  iterator?(options: { destroyOnReturn: boolean }): AsyncIterator<unknown>
}

/** A body that arrives in pieces of bytes: a web `ReadableStream`, a Node `Readable`, or any other async iterable. */
export type BodyStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/** Tells a stream from bytes, text and parsed bodies. What cannot be looked at is none. */
export function isStream(body: unknown): body is BodyStream {
  try {
    return isObject(body) && (typeof body.getReader === 'function' || Symbol.asyncIterator in body)
  } catch {
    return false
  }
}

/**
 * Reads a stream to its end, or one byte past `maxBytes`. Whatever happens, the stream is let go and not destroyed, so
 * that an answer can still be sent over its connection.
 *
 * @param interrupted rejects when the reading has to stop
 * @throws raw_body_required for a stream that someone else reads or has read, or that gives text; body_too_large;
 *   body_aborted; what `interrupted` rejects with
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

/** One array that grows, since a list of the pieces would take a hundred times the room of pieces of one byte. */
async function readAll(next: Source['next'], maxBytes: number): Promise<Uint8Array> {
  let bytes = new Uint8Array(Math.min(maxBytes, 16_384))
  let length = 0
  for (;;) {
    const { done, value } = await next().catch(() => {
      throw new WebhookVerificationError('body_aborted', 'the body broke off')
    })
    if (done) return bytes.subarray(0, length)
    if (typeof value === 'string') throw unreadable('gives text, not bytes')
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
  const web = stream as unknown as WebStream // which of the two it is, is tested by the member that is called
  if (typeof web.getReader === 'function') {
    try {
      // It takes no stream that is locked or was read from, and a stream itself does not tell the latter.
      new Response(stream as ReadableStream<Uint8Array>)
    } catch {
      throw unreadable('is read by someone else, or was')
    }
    const reader = web.getReader()
    // An older runtime refuses to release while a read is pending; then the stream stays locked.
    return { next: () => reader.read(), leave: () => attempt(() => reader.releaseLock()) }
  }
  const node = stream as NodeStream
  if (node.readableDidRead) throw unreadable('was read before')
  const iterator = node.iterator?.({ destroyOnReturn: false }) ?? node[Symbol.asyncIterator]()
  return { next: () => iterator.next(), leave: () => attempt(() => iterator.return?.()) }
}

/** What goes wrong when a stream is let go changes nothing any more. */
function attempt(leave: () => unknown): void {
  void (async () => leave())().catch(() => undefined)
}

function unreadable(what: string): WebhookVerificationError {
  return new WebhookVerificationError('raw_body_required', `the body stream ${what}`)
}
