import { WebhookVerificationError } from '../errors/error.js'
import { TEXTS } from '../errors/texts.js'
import { isObject } from '../util/is-object.js'

/**
 * The body exactly as received. A string stands for its UTF-8 bytes. The type includes `null` and `undefined`, since
 * frameworks type a body that way; both are refused as `raw_body_required`.
 */
export type BodyInput = string | ArrayBufferView | ArrayBuffer | SharedArrayBuffer | null | undefined

/**
 * A body that an asynchronous call reads: a `Request`, a `ReadableStream` or a Node stream of bytes. It is read to its
 * end, without a limit; `createReceiver` has one.
 */
export type UnreadBody =
  | { arrayBuffer(): Promise<ArrayBuffer> }
  | { getReader(): unknown }
  | AsyncIterable<unknown>

/** A body for asynchronous calls: bytes, text, or an unread body. */
export type AsyncBodyInput = BodyInput | UnreadBody

// All supported runtimes have it; TypeScript's ES2023 library does not.
type WellFormedString = string & { isWellFormed(): boolean }

/**
 * The bytes of a body. A Buffer or a Uint8Array is returned as it is; every other body is copied, shared memory because
 * another thread could change it between check and use.
 *
 * @throws WebhookVerificationError `raw_body_required` for a value that is neither text nor bytes, and for detached memory;
 *   `invalid_body` for text with a lone surrogate
 */
export function toBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') {
    if ((body as WellFormedString).isWellFormed()) return new TextEncoder().encode(body)
    // A lone surrogate has no UTF-8 form; the encoder would replace it by another character.
    throw new WebhookVerificationError('invalid_body')
  }
  let kind = TEXTS && 'unreadable'
  try {
    // An empty array may be detached; only a new view over it throws.
    if (body instanceof Uint8Array && body.length > 0 && body.buffer instanceof ArrayBuffer) return body
    if (TEXTS) kind = {}.toString.call(body)
    // DataView accepts real buffers of any realm, shared or not, and refuses look-alikes.
    const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(body)
      ? body
      : new DataView(body as ArrayBuffer)
    return new Uint8Array(buffer, byteOffset, byteLength).slice()
  } catch {
    throw new WebhookVerificationError('raw_body_required', TEXTS && `the body is ${kind}, not bytes`)
  }
}

/** The members by which any runtime's unread bodies are recognized. */
interface BodySource {
  arrayBuffer?: () => Promise<ArrayBuffer>
  bodyUsed?: boolean
  body?: { locked?: boolean } | null
  readableDidRead?: boolean
}

/**
 * Prepares a body of any kind for reading. Bytes are copied at once, so that later writes change nothing.
 *
 * @returns reads the body; rejects with `raw_body_required` for a stream of other values than bytes, and with
 *   `body_aborted` for a stream that ends in an error
 * @throws WebhookVerificationError as `toBytes`; `raw_body_required` also for a body that was read before
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
    // Response throws for a stream that was read from; the stream itself does not expose that.
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
    // Text was decoded from bytes that are lost, so it is refused like a missing body.
    parts.push(toBytes(typeof chunk === 'string' ? null : chunk) as Uint8Array<ArrayBuffer>)
  }
  return new Blob(parts).arrayBuffer()
}
