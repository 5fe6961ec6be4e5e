import { guarded, WebhookVerificationError } from './error.js'

/**
 * The body exactly as received. A string stands for its UTF-8 bytes. `null` and `undefined` are admitted, since
 * frameworks type a body that way, and refused as `raw_body_required`.
 */
export type BodyInput = string | ArrayBufferView | ArrayBuffer | SharedArrayBuffer | null | undefined

/**
 * The bytes of a body. Memory of the caller is used as it is; shared memory is copied, because another thread could
 * change it between the check and the use.
 *
 * @throws raw_body_required for anything but text and bytes, and for memory that is detached; invalid_body for text
 *   with a lone surrogate
 */
export function toBytes(body: unknown): Uint8Array {
  return guarded('raw_body_required', 'the body cannot be read', () => bytesOf(body))
}

function encodeText(text: string): Uint8Array {
  // A lone surrogate has no UTF-8 form; the encoder would put another character in its place.
  if (!/\p{Surrogate}/u.test(text)) return new TextEncoder().encode(text)
  throw new WebhookVerificationError('invalid_body', 'the body is a string with half a surrogate pair')
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array && body.buffer instanceof ArrayBuffer) return body
  if (typeof body === 'string') return encodeText(body)
  const bytes = ArrayBuffer.isView(body)
    ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
    : bufferBytes(body)
  // A buffer of another realm fails the test as well and is copied without need, which does no harm.
  return bytes.buffer instanceof ArrayBuffer ? bytes : bytes.slice()
}

function bufferBytes(body: unknown): Uint8Array {
  const fault = `the body is ${kindOf(body)}, not bytes`
  // Only a DataView asks for a true buffer, shared or not, of whichever realm, and refuses look-alikes.
  return guarded('raw_body_required', fault, () => new Uint8Array(new DataView(body as ArrayBuffer).buffer)) // or throws
}

function kindOf(body: unknown): string {
  if (body === null || body === undefined) return `${body}`
  if (typeof body !== 'object') return `a ${typeof body}`
  return `a parsed or unread ${Object.prototype.toString.call(body).slice(8, -1).slice(0, 40)}`
}
