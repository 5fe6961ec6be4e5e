import { WebhookVerificationError } from '../errors/error.js'
import { TEXTS } from '../errors/texts.js'
import { isObject } from '../util/is-object.js'

/**
 * The body exactly as received. A string stands for its UTF-8 bytes. `null` and `undefined` are admitted, since
 * frameworks type a body that way, and refused as `raw_body_required`.
 */
export type BodyInput = string | ArrayBufferView | ArrayBuffer | SharedArrayBuffer | null | undefined

/**
 * A body that an asynchronous call reads: a `Request`, a `ReadableStream` or a Node stream of bytes. It is read whole;
 * a server bounds it before.
 */
export type UnreadBody =
  | { arrayBuffer(): Promise<ArrayBuffer> }
  | { getReader(): unknown }
  | AsyncIterable<unknown>

/** What the asynchronous calls take for a body. */
export type AsyncBodyInput = BodyInput | UnreadBody

// Every engine this package runs on has it; the library of our types is a year behind.
type WellFormedString = string & { isWellFormed(): boolean }

/**
 * The bytes of a body. Those of a Buffer or a Uint8Array are used as they are; all else is copied, shared memory because
 * another thread could change it between the check and the use.
 *
 * @throws raw_body_required for anything but text and bytes, and for memory that is detached; invalid_body for text
 *   with a lone surrogate
 */
export function toBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') {
    if ((body as WellFormedString).isWellFormed()) return new TextEncoder().encode(body)
    // A lone surrogate has no UTF-8 form; the encoder would put another character in its place.
    throw new WebhookVerificationError('invalid_body')
  }
  let kind = TEXTS && 'unreadable'
  try {
    // What is empty may be detached, and only a new view over it tells.
    if (body instanceof Uint8Array && body.length > 0 && body.buffer instanceof ArrayBuffer) return body
    if (TEXTS) kind = {}.toString.call(body)
    // Only a DataView asks for a true buffer, shared or not, of whichever realm, and refuses look-alikes.
    const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(body)
      ? body
      : new DataView(body as ArrayBuffer)
    return new Uint8Array(buffer, byteOffset, byteLength).slice()
  } catch {
    throw new WebhookVerificationError('raw_body_required', TEXTS && `the body is ${kind}, not bytes`)
  }
}

/** What tells unread bodies from bytes and from each other, on any runtime. */
interface BodySource {
  arrayBuffer?: () => Promise<ArrayBuffer>
  bodyUsed?: boolean
  body?: { locked?: boolean } | null
  readableDidRead?: boolean
}

/**
 * Prepares a body of any kind for reading. Bytes are copied at once, so that later writes change nothing.
 *
 * @throws raw_body_required, for a body that has been read before too; invalid_body. Reading rejects with
 *   `raw_body_required` for a stream of anything but bytes and `body_aborted` for one that ends in an error
 */
export function bodyReader(body: unknown): () => Promise<Uint8Array> {
  const read = readerOf(body)
  return async () => {
    try {
      return toBytes(await read())
    } catch (error) {
      throw error instanceof WebhookVerificationError ? error : new WebhookVerificationError('body_aborted')
    }
  }
}

function readerOf(body: unknown): () => unknown {
  try {
    // A Response takes no stream that was read from, which a stream itself does not tell.
    const source: unknown = body instanceof ReadableStream ? new Response(body) : body
    if (isObject(source)) {
      const { bodyUsed, body: stream, readableDidRead, arrayBuffer }: BodySource = source
      if (bodyUsed || stream?.locked || readableDidRead) throw new TypeError('used')
      if (typeof arrayBuffer === 'function') return () => arrayBuffer.call(source)
      if (source[Symbol.asyncIterator]) return () => collect(source as unknown as AsyncIterable<unknown>)
    }
  } catch {
    throw new WebhookVerificationError('raw_body_required', TEXTS && 'the body was read before')
  }
  const bytes = new Uint8Array(toBytes(body)) // not by slice(), which copies nothing of a Buffer
  return () => bytes
}

async function collect(chunks: AsyncIterable<unknown>): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of chunks) {
    // Text was decoded from bytes that are lost.
    parts.push(toBytes(typeof chunk === 'string' ? null : chunk) as Uint8Array<ArrayBuffer>)
  }
  return new Blob(parts).arrayBuffer()
}
