/** Signs a body: `spell` makes the text that is signed of the body's hash. Both hashes are lower-case hex. */
export type WebSign = (body: Uint8Array, spell: (bodyHash: string) => string) => Promise<string>

/** Signs through WebCrypto, the only way where a runtime has no `node:crypto`. The key is imported once. */
export function createWebSign(secret: string): WebSign {
  const { subtle } = crypto
  const encode = (text: string) => new TextEncoder().encode(text)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = subtle.importKey('raw', encode(secret), algorithm, false, ['sign'])
  return async (body, spell) => {
    const owned = body as Uint8Array<ArrayBuffer> // digest refuses shared memory, which no body is
    const text = spell(hex(await subtle.digest('SHA-256', owned)))
    return hex(await subtle.sign('HMAC', await key, encode(text)))
  }
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
