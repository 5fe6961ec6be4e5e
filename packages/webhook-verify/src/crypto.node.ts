import { createHmac, createSecretKey, KeyObject, timingSafeEqual } from 'node:crypto'

/** An imported HMAC key: a `KeyObject` of node:crypto. */
export type HmacKey = KeyObject

/** Tells a key of node:crypto from bytes and from an options object. */
export function isKey(value: unknown): value is KeyObject {
  return value instanceof KeyObject
}

/** Tells whether a key is symmetric and not empty. An empty key would let anyone sign. */
export function isUsableKey(key: KeyObject): boolean {
  return key.type === 'secret' && key.symmetricKeySize !== 0
}

/** Imports bytes as a key; later writes to `bytes` do not change it. */
export function importKey(bytes: Uint8Array): HmacKey {
  return createSecretKey(bytes)
}

/**
 * HMAC-SHA256 over `<timestamp>.<body>`, 32 bytes. Two updates, because copying both into one buffer is slower.
 *
 * @see the interface, «Webhook signature»
 */
export function mac(key: HmacKey, timestamp: string, body: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(`${timestamp}.`, 'latin1').update(body).digest()
}

/** Compares two values of 32 bytes in constant time. */
export const isEqual: (left: Uint8Array, right: Uint8Array) => boolean = timingSafeEqual
