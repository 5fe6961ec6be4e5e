/** The inputs of the webhook signature vectors: one event, signed at one time with public secrets. */
import { hmac } from './openssl.js'

export const secret = 'whsec_public-webhook-secret-of-the-vectors-000000'
export const olderSecret = 'whsec_the-webhook-secret-before-the-rotation-0000'
export const foreignSecret = 'whsec_a-webhook-secret-of-some-other-merchant-000'
export const unusedSecret = 'whsec_a-webhook-secret-that-signs-nothing-at-all0'
/** As new secrets are spelled: standard base64, which is not decoded. */
export const base64Secret = 'whsec_cHVibGljIHNlY3JldCBvZiB0aGUgdmVjdG9ycyD7/77+'
export const signedAt = 1_767_225_600
export const t = String(signedAt)

export const event = {
  event: 'payment.confirmed',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: {
    order_id: '0197f3a0-0000-7000-8000-000000000001',
    order_number: 'ord_0123456789AB',
    status: 'PAID',
    order_amount: '25.00',
    received_amount: '25.00',
    currency: 'USDT',
    network: 'TRC20',
    metadata: { cart: 'A-1' },
  },
}
export const honest = Buffer.from(JSON.stringify(event))

export interface Case {
  name: string
  header: string
  expected: string
  secrets?: string[]
  t?: string
  body?: Uint8Array | string
  now?: number
}

/** The MAC of the body and its time, as in the header. */
export const mac = (body: Uint8Array | string = honest, key: string | Uint8Array = secret, at: string = t) =>
  hmac(key, Buffer.concat([Buffer.from(`${at}.`), Buffer.from(body)]))

export interface Signatures {
  right: string
  older: string
  wrong: string
}
