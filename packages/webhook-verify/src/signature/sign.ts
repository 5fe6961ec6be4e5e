import { type BodyInput, toBytes } from '../body/bytes.js'
import { WebhookVerificationError } from '../errors/error.js'
import { TEXTS } from '../errors/texts.js'
import type { HmacPort, SyncHmacPort } from './hmac.js'
import type { ImportedSecret } from './imported-secret.js'
import { importSecrets, type Secrets, unexpired } from './secrets.js'

/** Seconds of the year 5138, and milliseconds of 1973: a larger number is a time in milliseconds. */
const MAX_TIMESTAMP = 99_999_999_999

/** A body, and the secrets and the time to sign it with. */
export interface SignOptions {
  /** The exact bytes that will be sent. */
  body: BodyInput
  /** Each unexpired secret adds a `v1`, in this order. During a rotation pass the new and the old secret. */
  secrets: Secrets
  /** Whole Unix seconds, 0 to 99999999999. Milliseconds are refused, as receivers refuse them. */
  timestamp: number
}

/** Makes `signWebhook` for a build. */
export function webhookSigner<Key>(hmac: SyncHmacPort<Key>): (options: SignOptions) => string {
  return (options) => {
    const { secrets, timestamp, bytes } = readOptions(hmac, options)
    return headerOf(
      timestamp,
      secrets.map(({ key }) => hmac.mac(key, timestamp, bytes)),
    )
  }
}

/** Makes `signWebhookAsync` for a build. */
export function asyncWebhookSigner<Key>(hmac: HmacPort<Key>): (options: SignOptions) => Promise<string> {
  return async (options) => {
    const { secrets, timestamp, bytes } = readOptions(hmac, options)
    const body = new Uint8Array(bytes) // copied before the first await, so that later writes change nothing
    return headerOf(timestamp, await Promise.all(secrets.map(({ key }) => hmac.mac(key, timestamp, body))))
  }
}

interface Signing<Key> {
  secrets: ImportedSecret<Key>[]
  timestamp: number
  bytes: Uint8Array
}

function readOptions<Key>(hmac: HmacPort<Key>, options: SignOptions): Signing<Key> {
  const secrets = importSecrets(hmac, options?.secrets, 'sign') // plain JavaScript can leave the options out
  const { body, timestamp } = options
  if (!Number.isInteger(timestamp) || timestamp < 0 || timestamp > MAX_TIMESTAMP) {
    throw new WebhookVerificationError(
      'invalid_option',
      TEXTS &&
        `timestamp is not a whole number of Unix seconds${timestamp > MAX_TIMESTAMP ? ' but milliseconds' : ''}`,
    )
  }
  const bytes = toBytes(body)
  return { secrets: unexpired(secrets, timestamp * 1000), timestamp, bytes }
}

function headerOf(timestamp: number, macs: readonly string[]): string {
  return `t=${timestamp}${macs.map((digits) => `,v1=${digits}`).join('')}`
}
