import { createHmac, timingSafeEqual } from 'node:crypto'
import { createVerifier, signWebhook } from '@merchantpay/webhook-verify'
import Stripe from 'stripe'
import { compare, type Result, rate } from './rounds.js'

const SECRET = `whsec_${'bench'.repeat(8)}abc`
const CALLS = 20_000
const TOLERANCE_SECONDS = 300

/** Verifying one webhook of 1 KiB, against straight-line node:crypto and against stripe's constructEvent. */
export async function verifyWebhookBench(): Promise<Result[]> {
  const event = {
    event: 'payment.confirmed',
    timestamp: new Date().toISOString(),
    data: { note: 'x'.repeat(900) },
  }
  const body = Buffer.from(JSON.stringify(event))
  const timestamp = Math.floor(Date.now() / 1_000)
  const header = signWebhook({ body, secrets: SECRET, timestamp })
  const headers = { 'content-type': 'application/json', 'x-merchant-signature': header }
  const verifier = createVerifier({ secrets: SECRET })
  const { webhooks } = new Stripe('sk_test_unused')
  return [
    await compare(
      'verifySignature against straight-line node:crypto',
      '≥ 1.15',
      async () => rate(CALLS, () => straightLine(body, header)),
      async () => rate(CALLS, () => verifier.verifySignature(body, headers)),
    ),
    await compare(
      'verify against stripe constructEvent',
      '≥ 1.3',
      async () => rate(CALLS, () => webhooks.constructEvent(body, header, SECRET)),
      async () => rate(CALLS, () => verifier.verify(body, headers)),
    ),
  ]
}

function straightLine(body: Buffer, header: string): void {
  const [t = '', v1 = ''] = header.split(',').map((item) => item.slice(item.indexOf('=') + 1))
  const expected = createHmac('sha256', SECRET).update(`${t}.`).update(body).digest()
  const isFresh = Math.abs(Math.floor(Date.now() / 1_000) - Number(t)) <= TOLERANCE_SECONDS
  if (!isFresh || !timingSafeEqual(expected, Buffer.from(v1, 'hex'))) throw new Error('refused')
}
