/** The two hashes of a signature, as lower-case hex. */
export interface WebHashing {
  sha256(bytes: Uint8Array): Promise<string>
  /** HMAC-SHA256 of a text, keyed with the secret. */
  hmac(text: string): Promise<string>
}

/** Hashes through WebCrypto, the only way where a runtime has no `node:crypto`. The key is imported once. */
export function createWebHashing(secret: string): WebHashing {
  const { subtle } = crypto
  const encode = (text: string) => new TextEncoder().encode(text)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = subtle.importKey('raw', encode(secret), algorithm, false, ['sign'])
  return {
    sha256: async (bytes) => {
      const owned = bytes as Uint8Array<ArrayBuffer> // digest refuses shared memory, which no body is
      return hex(await subtle.digest('SHA-256', owned))
    },
    hmac: async (text) => hex(await subtle.sign('HMAC', await key, encode(text))),
  }
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
