import { createSecretKey, type KeyObject } from 'node:crypto'

/** The HMAC keys of one webhook secret. */
export interface SigningKeys {
  /** The UTF-8 bytes of the whole secret; signs `X-Merchant-Signature`. */
  readonly text: KeyObject
  /** The 33 bytes that the secret encodes; signs `webhook-signature`. Undefined for a secret of another spelling. */
  readonly bytes: KeyObject | undefined
}

/** Secrets made before have 43 characters of base64url, which libraries for Standard Webhooks do not decode. */
const STANDARD = /^whsec_([0-9A-Za-z+/]{44})$/

/** Makes the keys of a webhook secret. */
export function signingKeys(secret: string): SigningKeys {
  const encoded = STANDARD.exec(secret)?.[1]
  return {
    text: createSecretKey(secret, 'utf8'),
    bytes: encoded === undefined ? undefined : createSecretKey(encoded, 'base64'),
  }
}
