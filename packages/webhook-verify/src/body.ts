import { WebhookVerificationError } from './error.js'

/**
 * The body exactly as received. A string stands for its UTF-8 bytes. `null` and `undefined` are admitted, since
 * frameworks type a body that way, and refused as `raw_body_required`.
 */
export type BodyInput = string | ArrayBufferView | ArrayBuffer | SharedArrayBuffer | null | undefined

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
  // A lone surrogate has no UTF-8 form; the encoder would put another character in its place.
  if (typeof body === 'string' && !(body as WellFormedString).isWellFormed())
    throw new WebhookVerificationError('invalid_body', 'the body has a lone surrogate')
  let kind: string = typeof body
  try {
    if (body instanceof Uint8Array && body.buffer instanceof ArrayBuffer) return body
    if (typeof body === 'string') return new TextEncoder().encode(body)
    kind = {}.toString.call(body)
    // Only a DataView asks for a true buffer, shared or not, of whichever realm, and refuses look-alikes.
    const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(body)
      ? body
      : new DataView(body as ArrayBuffer)
    const bytes = new Uint8Array(buffer, byteOffset, byteLength)
    // A buffer of another realm fails this test as well and is copied without need, which does no harm.
    return buffer instanceof ArrayBuffer ? bytes : bytes.slice()
  } catch {
    throw new WebhookVerificationError('raw_body_required', `the body is ${kind}, not bytes`)
  }
}
