/** Ids that look random and are the same for the same seed. */
export interface Ids {
  /** A UUID of version 7, greater than the one before. */
  uuid(): string
  /** Random characters of an alphabet. */
  text(alphabet: string, length: number): string
  /** Random bytes. */
  bytes(length: number): Uint8Array<ArrayBuffer>
}

export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export const BASE64 = `${BASE62}+/`
export const BASE64URL = `${BASE62}-_`

/** Time part of the first UUID, milliseconds; it does not depend on the clock. */
const FIRST_MS = 0x019b_0e5c_0000

/** Makes a source of ids; a seed is any number. */
export function createIds(seed: number): Ids {
  const random = mulberry32(seed)
  const bytes = (length: number) => Uint8Array.from({ length }, () => random() % 256)
  let count = 0
  return {
    uuid() {
      count += 1
      const time = (FIRST_MS + count).toString(16).padStart(12, '0')
      const rest = toHex(bytes(10))
      const variant = '89ab'.charAt(random() % 4)
      const tail = `7${rest.slice(0, 3)}-${variant}${rest.slice(3, 6)}-${rest.slice(6, 18)}`
      return `${time.slice(0, 8)}-${time.slice(8)}-${tail}`
    },
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet.charAt(random() % alphabet.length)).join(''),
    bytes,
  }
}

/** Writes bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A small generator of 32-bit numbers; good enough for ids, not for secrets. */
export function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** A new id of a delivery. */
export const newDeliveryId = ({ ids }: { readonly ids: Ids }): string =>
  `wd_${ids.uuid().replaceAll('-', '')}`
