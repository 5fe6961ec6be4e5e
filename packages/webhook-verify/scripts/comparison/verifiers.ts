/** This package and the compared ones, behind one interface: does it accept a delivery? */
import { createHmac } from 'node:crypto'
import { WebhookVerificationService } from '@hookflo/tern'
import { verify as octokitVerify } from '@octokit/webhooks-methods'
import { WebhookVerificationError as StandardError, Webhook as StandardWebhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { WebhookVerificationError as SvixError, Webhook as SvixWebhook } from 'svix'
import { verifySignature, WebhookVerificationError } from '../../src/signature.node.js'

/** A delivery before it is encoded in a scheme. */
export interface Delivery {
  /** The body that arrives. */
  body: Uint8Array
  /** The body that was signed. */
  signed: Uint8Array
  /** The secrets that signed, one signature each, in this order. */
  signedWith: readonly string[]
  /** The secret of the receiver. */
  secret: string
  /** Unix seconds at which it was signed. */
  signedAt: number
  /** Convert body and headers as the receiver passes them. Default: a Buffer and a plain object. */
  bodyAs?: (body: Uint8Array) => unknown
  headersAs?: (headers: Record<string, string>) => unknown
}

/** `accepts`, `refuses`, or `throws …` with an error that it does not document as its refusal. */
export type Verdict = 'accepts' | 'refuses' | `throws ${string}`

export interface Verifier {
  /** The name on npm. */
  name: string
  /** Whether its scheme equals ours to the byte, so that it can judge our headers. */
  hasOurScheme: boolean
  hasTimestamp: boolean
  judge(delivery: Delivery): Promise<Verdict>
  /** Judges a given header; only for verifiers with our scheme. */
  judgeHeader(body: Buffer, header: string, secret: string): Promise<Verdict>
}

/** Resolves to false, or throws a refusal, when it does not accept. */
type Ask = (body: unknown, headers: Record<string, string>, secret: string) => unknown

interface Scheme {
  /** The headers of a delivery, before they are put into a carrier. */
  headersOf(delivery: Delivery): Record<string, string>
  hasTimestamp: boolean
}

const hmac = (key: string | Uint8Array, prefix: string, body: Uint8Array) =>
  createHmac('sha256', key).update(prefix).update(body)

const ourScheme = (name: string): Scheme => ({
  hasTimestamp: true,
  headersOf({ signed, signedWith, signedAt }) {
    const macs = signedWith.map((key) => `,v1=${hmac(key, `${signedAt}.`, signed).digest('hex')}`)
    return { [name]: `t=${signedAt}${macs.join('')}` }
  },
})

const standardScheme: Scheme = {
  hasTimestamp: true,
  headersOf({ signed, signedWith, signedAt }) {
    const keyOf = (secret: string) => Buffer.from(secret.replace('whsec_', ''), 'base64')
    const macs = signedWith.map((key) => `v1,${hmac(keyOf(key), `m1.${signedAt}.`, signed).digest('base64')}`)
    const headers = { id: 'm1', timestamp: `${signedAt}`, signature: macs.join(' ') }
    return Object.fromEntries(Object.entries(headers).map(([key, value]) => [`webhook-${key}`, value]))
  },
}

const bodyScheme: Scheme = {
  hasTimestamp: false,
  headersOf: ({ signed, signedWith: [secret = ''] }) => ({
    'x-hub-signature-256': `sha256=${hmac(secret, '', signed).digest('hex')}`,
  }),
}

function verifier(name: string, scheme: Scheme, isRefusal: (error: unknown) => boolean, ask: Ask): Verifier {
  const verdictOf = async (run: () => unknown): Promise<Verdict> => {
    try {
      return (await run()) === false ? 'refuses' : 'accepts'
    } catch (error) {
      if (isRefusal(error)) return 'refuses'
      return `throws ${error instanceof Error ? error.name : typeof error}`
    }
  }
  return {
    name,
    hasTimestamp: scheme.hasTimestamp,
    hasOurScheme: scheme !== standardScheme && scheme !== bodyScheme,
    judge(delivery) {
      const { body, secret, bodyAs = Buffer.from, headersAs = (headers) => headers } = delivery
      const headers = headersAs(scheme.headersOf(delivery)) as Record<string, string>
      return verdictOf(() => ask(bodyAs(body), headers, secret))
    },
    judgeHeader(body, header, secret) {
      const [name = ''] = Object.keys(scheme.headersOf(EMPTY))
      return verdictOf(() => ask(body, { [name]: header }, secret))
    },
  }
}

const EMPTY: Delivery = {
  body: Buffer.alloc(0),
  signed: Buffer.alloc(0),
  signedWith: [],
  secret: '',
  signedAt: 0,
}

const stripe = new Stripe('sk_test_unused')

/** In the order of the columns. Each checks the signature alone if it has a call for that. */
export const VERIFIERS: readonly Verifier[] = [
  verifier(
    '@merchantpay/webhook-verify',
    ourScheme('x-merchant-signature'),
    (error) => error instanceof WebhookVerificationError,
    (body, headers, secrets) => verifySignature({ body: body as Uint8Array, headers, secrets }),
  ),
  verifier(
    'stripe',
    ourScheme('stripe-signature'),
    (error) => error instanceof Stripe.errors.StripeSignatureVerificationError,
    (body, headers, secret) =>
      stripe.webhooks.signature?.verifyHeader(body as Buffer, valueIn(headers, 'stripe-signature'), secret),
  ),
  verifier(
    '@hookflo/tern',
    ourScheme('stripe-signature'),
    () => false,
    async (body, headers, secret) => {
      const request = requestOf(body, headers)
      if (!request) return false
      const options = ['stripe', secret] as const
      return (await WebhookVerificationService.verifyWithPlatformConfig(request, ...options)).isValid
    },
  ),
  verifier(
    'standardwebhooks',
    standardScheme,
    (error) => error instanceof StandardError,
    (body, headers, secret) =>
      new StandardWebhook(secret).verify(body as Buffer, headers, { jsonParse: false }) ?? true,
  ),
  verifier(
    'svix',
    standardScheme,
    (error) => error instanceof SvixError,
    (body, headers, secret) => new SvixWebhook(secret).verify(body as Buffer, headers),
  ),
  verifier(
    '@octokit/webhooks-methods',
    bodyScheme,
    () => false,
    (body, headers, secret) =>
      // It takes only text, so its users decode the body.
      octokitVerify(
        secret,
        body instanceof Uint8Array ? Buffer.from(body).toString() : (body as string),
        valueIn(headers, 'x-hub-signature-256'),
      ),
  ),
]

// Both take the value of the header; their documentation reads it from a plain object.
function valueIn(headers: Record<string, string> | Headers, name: string): string {
  return headers instanceof Headers ? (headers.get(name) ?? '') : (headers[name] ?? '')
}

/** Undefined for a header that cannot be sent. */
function requestOf(body: unknown, headers: Record<string, string>): Request | undefined {
  try {
    return new Request('http://localhost/', { method: 'POST', headers, body: body as BodyInit })
  } catch {
    return undefined
  }
}
