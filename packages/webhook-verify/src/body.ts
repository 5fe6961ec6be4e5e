import { isWebhookVerificationError, WebhookVerificationError } from './error.js'
import { isObject } from './is-object.js'
import { TEXTS } from './texts.js'

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
 * The bytes of a body. Memory of the caller is used as it is; shared memory is copied, because another thread could
 * change it between the check and the use.
 *
 * @throws raw_body_required for anything but text and bytes, and for memory that is detached; invalid_body for text
 *   with a lone surrogate
 */
export function toBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') {
    if ((body as WellFormedString).isWellFormed()) return new TextEncoder().encode(body)
    // A lone surrogate has no UTF-8 form; the encoder would put another character in its place.
    throw new WebhookVerificationError('invalid_body', TEXTS && 'the body has a lone surrogate')
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
    const bytes = new Uint8Array(buffer, byteOffset, byteLength)
    // A buffer of another realm fails this test as well and is copied without need, which does no harm.
    return buffer instanceof ArrayBuffer ? bytes : bytes.slice()
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
  readableEncoding?: string | null
  [Symbol.asyncIterator]?: () => AsyncIterator<unknown>
}

/**
 * Prepares a body of any kind for reading. Bytes are copied at once, so that later writes change nothing.
 *
 * @throws raw_body_required, for a body that has been read before too; invalid_body. Reading rejects with
 *   `raw_body_required` for a stream of anything but bytes and `body_aborted` for one that ends in an error
 */
export function bodyReader(body: unknown): () => Promise<Uint8Array> {
  let read: (() => Promise<unknown>) | undefined
  try {
    read = sourceReader(body)
  } catch {
    throw new WebhookVerificationError(
      'raw_body_required',
      TEXTS && 'the body was read before or is being read',
    )
  }
  const bytes = read ? undefined : new Uint8Array(toBytes(body)) // not by slice(), which copies nothing of a Buffer
  return async () => {
    try {
      return bytes ?? toBytes(await read?.())
    } catch (error) {
      if (isWebhookVerificationError(error)) throw error
      throw new WebhookVerificationError('body_aborted', TEXTS && 'the body ended early')
    }
  }
}

/** @throws anything for a body that was read from, is being read or cannot be looked at */
function sourceReader(body: unknown): (() => Promise<unknown>) | undefined {
  if (!isObject(body)) return undefined
  // A Response takes no stream that was read from, which a stream itself does not tell.
  const isStream = {}.toString.call(body) === '[object ReadableStream]'
  const source: BodySource = isStream ? new Response(body as unknown as ReadableStream) : body
  if (source.bodyUsed || source.body?.locked || source.readableDidRead || source.readableEncoding)
    throw new TypeError('used')
  if (typeof source.arrayBuffer === 'function') return source.arrayBuffer.bind(source)
  return source[Symbol.asyncIterator] && (() => collect(source as AsyncIterable<unknown>))
}

async function collect(chunks: AsyncIterable<unknown>): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of chunks) {
    // Text was decoded from bytes that are lost.
    parts.push(toBytes(typeof chunk === 'string' ? null : chunk) as Uint8Array<ArrayBuffer>)
  }
  return new Blob(parts).arrayBuffer()
}
