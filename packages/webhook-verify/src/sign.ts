import { type BodyInput, toBytes } from './body.js'
import { mac } from './crypto.node.js'
import { WebhookVerificationError } from './error.js'
import { importSecrets, type Secrets, unexpired } from './secrets.js'

const MAX_TIMESTAMP = 999_999_999_999_999

/** What `signWebhook` signs, and with what. */
export interface SignOptions {
  /** The exact bytes that will be sent. */
  body: BodyInput
  /** Each unexpired one adds a `v1`, in this order: during a rotation pass the new and the old secret. */
  secrets: Secrets
  /** Unix seconds, whole, 0 to 999999999999999. Milliseconds would be refused by every receiver. */
  timestamp: number
}

/**
 * Signs a body and returns the value for X-Merchant-Signature: `t=<timestamp>,v1=<hex>`, one `v1` a secret.
 *
 * @throws WebhookVerificationError `invalid_secret`, `invalid_option` for a timestamp that is no whole number in its
 *   range, `raw_body_required`, `invalid_body`, `secret_unavailable` when every secret has expired at `timestamp`
 * @see the interface, «Webhook signature»; openapi/DECISIONS.md «Webhooks»
 * @example
 * ```ts
 * import { signWebhook } from '@merchantpay/webhook-verify'
 *
 * const timestamp = Math.floor(Date.now() / 1000)
 * const header = signWebhook({ body: '{}', secrets: ['whsec_new', 'whsec_old'], timestamp })
 * console.log(header.split(',').length) // 3
 * ```
 */
export function signWebhook(options: SignOptions): string {
  const secrets = importSecrets(options?.secrets) // without options, as plain JavaScript may call it, these are missing
  const { body, timestamp } = options
  if (!Number.isInteger(timestamp) || timestamp < 0 || timestamp > MAX_TIMESTAMP) {
    throw new WebhookVerificationError('invalid_option', 'timestamp is not a whole number of Unix seconds')
  }
  const bytes = toBytes(body)
  const signatures = unexpired(secrets, timestamp * 1000).map(
    ({ key }) => `,v1=${mac(key, timestamp, bytes)}`,
  )
  return `t=${timestamp}${signatures.join('')}`
}
