import { toBytes } from '../body/bytes.js'
import type { HmacPort, KeyUsage, Mac, Match } from './hmac.js'
import { isHmacKey } from './hmac-key.js'

/** Named by what makes it, since not every library of types names it. */
type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** A key that WebCrypto imports when it is first used, since some runtimes allow no such work before a request. */
interface WebKey {
  readonly bytes: Uint8Array<ArrayBuffer>
  imported?: CryptoKey
}

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' }

function importKey(secret: unknown, usage: KeyUsage): WebKey | undefined {
  // Keys are known by their tag: what has the members alone would fail when it is used, or be no key on the other face.
  const tag: string = {}.toString.call(secret)
  if (isHmacKey(secret, usage) && tag === '[object CryptoKey]')
    return { bytes: new Uint8Array(), imported: secret as CryptoKey }
  // A runtime may have node:crypto as well.
  const key = secret as { type: string; export(): unknown }
  const isKeyObject = tag === '[object KeyObject]' && key.type === 'secret'
  const bytes = new Uint8Array(toBytes(isKeyObject ? key.export() : secret))
  return bytes.length > 0 ? { bytes } : undefined
}

async function keyOf(key: WebKey): Promise<CryptoKey> {
  key.imported ??= await crypto.subtle.importKey('raw', key.bytes, ALGORITHM, false, ['sign', 'verify'])
  return key.imported
}

const match: Match<WebKey, Promise<string | undefined>> = async (secrets, { seconds, signatures }, body) => {
  const message = messageOf(seconds, body)
  // All pairs, as many as there are: neither the secret that matches nor the place of its v1 shows in the time.
  const verdicts = await Promise.all(
    secrets.map(async ({ key }) => {
      const imported = await keyOf(key)
      return Promise.all(
        signatures.map((hex) => crypto.subtle.verify('HMAC', imported, bytesOf(hex), message)),
      )
    }),
  )
  return secrets[verdicts.findIndex((found) => found.includes(true))]?.id
}

const mac: Mac<WebKey, Promise<string>> = async (key, timestamp, body) => {
  const signature = await crypto.subtle.sign('HMAC', await keyOf(key), messageOf(timestamp, body))
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function messageOf(timestamp: number, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = new TextEncoder().encode(`${timestamp}.`)
  const message = new Uint8Array(prefix.length + body.length)
  message.set(prefix)
  message.set(body, prefix.length)
  return message
}

/** @param hex 64 lower-case hex digits, as the header's grammar has them */
function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )
}

/** HMAC through WebCrypto, which always makes its callers wait. */
export const webHmac: HmacPort<WebKey> = { importKey, match, mac }
