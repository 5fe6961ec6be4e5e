const BLOCK_BYTES = 64
/** The first 32 bits of the fractional parts of roots of primes, as the standard defines its constants. */
const PRIMES = firstPrimes(64)
const ROUND_CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)))
const FIRST_STATE = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

/** Synchronous SHA-256: with WebCrypto's promises, concurrent calls would overtake each other. */
export function sha256(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new DataView(new ArrayBuffer(Math.ceil((data.length + 9) / BLOCK_BYTES) * BLOCK_BYTES))
  new Uint8Array(padded.buffer).set(data)
  padded.setUint8(data.length, 0x80)
  padded.setBigUint64(padded.byteLength - 8, BigInt(data.length) * 8n)
  let state = FIRST_STATE
  for (let at = 0; at < padded.byteLength; at += BLOCK_BYTES) state = compress(state, padded, at)
  const hash = new DataView(new ArrayBuffer(32))
  for (const [at, word] of state.entries()) hash.setUint32(at * 4, word)
  return new Uint8Array(hash.buffer)
}

/** HMAC-SHA256. */
export function hmacSha256(key: Uint8Array, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const short = key.length > BLOCK_BYTES ? sha256(key) : key
  const pad = (byte: number) => Uint8Array.from({ length: BLOCK_BYTES }, (_, at) => (short[at] ?? 0) ^ byte)
  return sha256(Uint8Array.of(...pad(0x5c), ...sha256(Uint8Array.of(...pad(0x36), ...data))))
}

function compress(before: readonly number[], block: DataView, start: number): number[] {
  const words: number[] = []
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = before
  for (const [round, constant] of ROUND_CONSTANTS.entries()) {
    const word = round < 16 ? block.getUint32(start + round * 4) : schedule(words, round)
    words.push(word)
    const chosen = (e & f) ^ (~e & g)
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + chosen + constant + word) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0
    ;[a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g]
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + (before[at] ?? 0)) | 0)
}

function schedule(words: readonly number[], round: number): number {
  const [w2 = 0, w7 = 0, w15 = 0, w16 = 0] = [2, 7, 15, 16].map((back) => words[round - back])
  const low = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3)
  const high = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10)
  return (w16 + low + w7 + high) | 0
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0
}

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  }
  return primes
}
