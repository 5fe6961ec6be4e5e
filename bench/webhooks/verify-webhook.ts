import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { createVerifier, signWebhook, type Verifier } from '@merchantpay/webhook-verify'
import { verifySignature } from '@merchantpay/webhook-verify/signature'
import { verify as verifyOctokit } from '@octokit/webhooks-methods'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { Webhook as SvixWebhook } from 'svix'
import { compare, type Result, rate, rateInFlight } from '../lib/rounds.js'
import { sized } from '../lib/sized.js'

const SECRET = `whsec_${'bench'.repeat(8)}abc`
/** About a quarter of a second. Shorter rounds are dominated by other load on the machine. */
const CALLS = sized(50_000)
const ASYNC_CALLS = sized(4_000)
const IN_FLIGHT = 64
const FORGED_V1 = sized(170_000)
const TOLERANCE_SECONDS = 300
/** Imported once, as a verifier does it. */
const KEY = createSecretKey(SECRET, 'utf8')

/** The build for WebCrypto, which Node does not choose by itself. */
const webBuild = new URL('../../packages/webhook-verify/dist/index.web.js', import.meta.url).href

/**
 * Verifying one webhook of 1 KiB, against straight-line node:crypto, against stripe's constructEvent and its asynchronous
 * form on WebCrypto, against the other verifiers, each under its own scheme; and refusing headers that are made to cost
 * time.
 */
export async function verifyWebhookBench(): Promise<Result[]> {
  const event = {
    event: 'payment.confirmed',
    timestamp: new Date().toISOString(),
    data: { note: 'x'.repeat(900) },
  }
  const body = Buffer.from(JSON.stringify(event))
  const timestamp = Math.floor(Date.now() / 1_000)
  const header = signWebhook({ body, secrets: SECRET, timestamp })
  const headersOf = (signature: string) => ({
    'content-type': 'application/json',
    'x-merchant-signature': signature,
  })
  const headers = headersOf(header)
  const verifier = createVerifier({ secrets: SECRET })
  const web = ((await import(webBuild)) as typeof import('@merchantpay/webhook-verify')).createVerifier({
    secrets: SECRET,
  })
  const { webhooks } = new Stripe('sk_test_unused')
  const subtle = Stripe.createSubtleCryptoProvider()
  const manyV1 = `t=${timestamp}${',v1=0'.repeat(FORGED_V1)}`
  const longHeader = `t=${timestamp},v1=${'0'.repeat(1_000_000)}`
  const refusals = ([what, signature]: readonly [string, string]) =>
    compare(
      `refusing ${what} against stripe constructEvent`,
      '< 100 µs CPU',
      async () => rate(3, () => isRefused(() => webhooks.constructEvent(body, signature, SECRET))),
      async () => rate(CALLS, () => isRefused(() => verifier.verify(body, headersOf(signature)))),
    )
  return [
    await compare(
      'verifySignature against straight-line node:crypto',
      '≥ 1.15',
      async () => rate(CALLS, () => straightLine(body, header)),
      async () => rate(CALLS, () => verifySignature({ body, headers, secrets: KEY })),
    ),
    await compare(
      'verify against stripe constructEvent',
      '≥ 1.3',
      async () => rate(CALLS, () => webhooks.constructEvent(body, header, SECRET)),
      async () => rate(CALLS, () => verifier.verify(body, headers)),
    ),
    await compare(
      `verifyAsync on WebCrypto against stripe constructEventAsync, ${IN_FLIGHT} in flight`,
      '≥ 1.6',
      () =>
        rateInFlight(ASYNC_CALLS, IN_FLIGHT, () =>
          webhooks.constructEventAsync(body, header, SECRET, TOLERANCE_SECONDS, subtle),
        ),
      () => rateInFlight(ASYNC_CALLS, IN_FLIGHT, () => web.verifyAsync(body, headers)),
    ),
    ...(await againstOthers(body, verifier)),
    await refusals([`${FORGED_V1} bogus v1`, manyV1]),
    await refusals(['a header of 1 MB', longHeader]),
  ]
}

/** The two verifiers of Standard Webhooks parse the body, as ours does. That of octokit takes text and checks no time. */
async function againstOthers(body: Buffer, verifier: Verifier): Promise<Result[]> {
  // A new signature, because that of the other comparisons may be too old.
  const timestamp = Math.floor(Date.now() / 1_000)
  const signature = signWebhook({ body, secrets: SECRET, timestamp })
  const headers = { 'content-type': 'application/json', 'x-merchant-signature': signature }
  const ours = () => verifier.verify(body, headers)
  const key = Buffer.from(SECRET)
  const text = body.toString()
  const mac = createHmac('sha256', key).update(`m1.${timestamp}.`).update(body).digest('base64')
  const standardHeaders = {
    'webhook-id': 'm1',
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': `v1,${mac}`,
  }
  const standard = new StandardWebhook(key, { format: 'raw' })
  const svix = new SvixWebhook(key, { format: 'raw' })
  const octokitHeader = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`
  const synchronous = (name: string, verify: () => unknown) =>
    compare(
      `verify against ${name} verify`,
      '> 1',
      async () => rate(CALLS, verify),
      async () => rate(CALLS, ours),
    )
  return [
    await synchronous('standardwebhooks', () => standard.verify(body, standardHeaders)),
    await synchronous('svix', () => svix.verify(body, standardHeaders)),
    await compare(
      'verifySignature against @octokit/webhooks-methods verify',
      '> 1',
      () => rateInFlight(ASYNC_CALLS, 1, () => mustBeTrue(verifyOctokit(SECRET, text, octokitHeader))),
      async () => rate(CALLS, () => verifySignature({ body, headers, secrets: KEY })),
    ),
  ]
}

async function mustBeTrue(verdict: Promise<boolean>): Promise<void> {
  if (!(await verdict)) throw new Error('refused')
}

function isRefused(verify: () => unknown): void {
  try {
    verify()
  } catch {
    return
  }
  throw new Error('a forged header was accepted')
}

function straightLine(body: Buffer, header: string): void {
  const [t = '', v1 = ''] = header.split(',').map((item) => item.slice(item.indexOf('=') + 1))
  const expected = createHmac('sha256', SECRET).update(`${t}.`).update(body).digest()
  const isFresh = Math.abs(Math.floor(Date.now() / 1_000) - Number(t)) <= TOLERANCE_SECONDS
  if (!isFresh || !timingSafeEqual(expected, Buffer.from(v1, 'hex'))) throw new Error('refused')
}
