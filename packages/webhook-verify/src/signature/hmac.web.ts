import { toBytes } from '../body/bytes.js'
import type { HmacPort, KeyUsage, Mac, Match } from './hmac.js'
import { isHmacKey } from './hmac-key.js'

/** Derived from importKey, since not every type library has the name. */
type CryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** A key that is imported at its first use, since some runtimes forbid WebCrypto outside a request. */
interface WebKey {
  readonly bytes: Uint8Array<ArrayBuffer>
  imported?: CryptoKey
}

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' }

function importKey(secret: unknown, usage: KeyUsage): WebKey | undefined {
  // By the tag as well: an object with the members of a key would fail at its first use.
  const tag: string = {}.toString.call(secret)
  if (isHmacKey(secret, usage) && tag === '[object CryptoKey]')
    return { bytes: new Uint8Array(), imported: secret as CryptoKey }
  // The runtime may have node:crypto as well.
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
  // Always all pairs, so that the time does not depend on the secret that matches or the position of its v1.
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

/** @param hex 64 lower-case hex digits, by the grammar of the header */
function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )
}

/** HMAC by WebCrypto, which is asynchronous. */
export const webHmac: HmacPort<WebKey> = { importKey, match, mac }
