/** The demo's story: from a registered merchant to a paid order whose webhook was verified, and money paid out. */
import { setTimeout as sleep } from 'node:timers/promises'
import { MerchantPay, type OrderStream, type WebhookDelivery } from '@merchantpay/sdk'
import { createVerifier, type Verifier } from '@merchantpay/webhook-verify'
import type { Sandbox } from '../../test-support/processes/sandbox-server.js'
import type { DemoNetwork } from './network.js'
import { type Delivery, startReceiver } from './receiver.js'
import type { Teller } from './teller.js'

const AMOUNT = '25.00'
const WITHDRAWAL_AMOUNT = '10.00'
/** A network that waits for blocks gets more of them so often. */
const CONFIRM_MS = 500
const LOG_LOOKS = 30
const LOG_LOOK_MS = 100

/** Tells every step and returns the closing line. @throws Error when something else was seen than expected */
export async function tellStory(sandbox: Sandbox, demo: DemoNetwork, teller: Teller): Promise<string> {
  const { network } = demo
  const baseUrl = sandbox.url
  const merchant = await teller.step(
    'a merchant to be registered',
    () => new MerchantPay({ baseUrl }).merchants.register(newMerchant()),
    ({ api_key }) => `merchant registered, first key ${api_key.key_id}`,
  )
  const mp = new MerchantPay({ baseUrl, keyId: merchant.api_key.key_id, secret: merchant.api_key.secret })
  const verifier = createVerifier({ secrets: merchant.webhook_secret })

  const receiver = await teller.step(
    'an HTTPS receiver',
    () => startReceiver(sandbox.certificate, verifier),
    ({ url }) => `receiver listens on ${url}, its certificate made just now`,
  )
  try {
    const webhook = await teller.step(
      'the receiver to be registered as a webhook',
      () => mp.webhooks.create({ url: receiver.url, events: ['payment.confirmed', 'withdrawal.completed'] }),
      ({ id, events }) => `webhook ${id} subscribed to ${events.join(', ')}`,
    )
    const order = await teller.step(
      'an order',
      () => mp.orders.create({ amount: AMOUNT, currency: 'USDT', network }),
      (created) => `order ${created.order_number} of ${created.order_amount} USDT on ${created.network}`,
    )
    const stream = mp.orders.stream(order.id)
    await teller.step('the order to be OPEN', () => nextStatus(stream, 'OPEN'), streamed)
    await teller.step(
      'the network to take the payment',
      () => demo.pay(order, mp),
      () => `${order.order_amount} USDT sent to ${order.payment_address}`,
    )
    await teller.step('the order to be CONFIRMING', () => nextStatus(stream, 'CONFIRMING'), streamed)
    await teller.step(
      'the order to be PAID',
      () => whileConfirming(demo, nextStatus(stream, 'PAID')),
      streamed,
    )
    const delivery = await teller.step(
      'a webhook with a valid signature',
      () => receiver.next(),
      ({ webhook: { event } }) => `webhook ${event.event} received, signature verified`,
    )
    await teller.step(
      'a forged copy of the webhook to be refused',
      async () => refusalOfForgery(verifier, delivery),
      (code) => `the same webhook with a changed amount refused: ${code}`,
    )
    await teller.step(
      'the delivery log to say DELIVERED',
      () => delivered(mp, webhook.id),
      ({ id, status, attempts }) => `delivery log says ${id} ${status}, attempts ${attempts}`,
    )
    await teller.step(
      'the checkout page to say paid',
      () => paidPage(order.payment_url),
      (sentence) => `checkout page says «${sentence}»`,
    )
    const withdrawal = await teller.step(
      'a withdrawal from the balance',
      () =>
        mp.withdrawals.create({
          amount: WITHDRAWAL_AMOUNT,
          currency: 'USDT',
          network,
          destination_address: demo.destination,
        }),
      ({ amount, fee, destination_address }) =>
        `${amount} USDT and ${fee} fee held for ${destination_address}`,
    )
    await teller.step(
      'the withdrawal to be on the chain',
      async () => completed(await whileConfirming(demo, receiver.next()), withdrawal.id),
      (txHash) => `webhook withdrawal.completed received, transaction ${txHash.slice(0, 16)}…`,
    )
    await teller.step(
      'the balance to say what is left',
      async () => same('the balance', demo.left, (await mp.balance.get()).available),
      (available) => `balance says ${available} USDT available`,
    )
    const { received, credited } = amounts(delivery, order.id)
    return `Paid ${received} USDT · credited ${credited} USDT · webhook verified · ${teller.seconds()} in all`
  } finally {
    receiver.close()
  }
}

const newMerchant = () => ({
  name: 'Demo shop',
  email: 'demo@shop.example',
  platform_user_id: `demo-${Date.now()}`,
})

/** Lets the network go on until what is awaited is there. */
async function whileConfirming<Value>(demo: DemoNetwork, awaited: Promise<Value>): Promise<Value> {
  const done = new AbortController()
  const going = goOn(demo, done.signal)
  try {
    return await Promise.race([awaited, going.then(() => awaited)])
  } finally {
    done.abort()
    await going
  }
}

async function goOn(demo: DemoNetwork, done: AbortSignal): Promise<void> {
  while (!done.aborted) {
    await demo.confirm()
    await sleep(CONFIRM_MS, undefined, { signal: done }).catch(() => undefined)
  }
}

const streamed = (status: string): string => `event stream says ${status}`

async function nextStatus(stream: OrderStream, expected: string): Promise<string> {
  const { done, value } = await stream.next()
  if (done) throw new Error('the event stream ended')
  return same('the event stream', expected, value.order.status)
}

function refusalOfForgery(verifier: Verifier, { body, headers }: Delivery): string {
  const forged = body.toString().replaceAll(AMOUNT, '99.00')
  return same('the verifier', 'signature_mismatch', outcomeOf(verifier, forged, headers))
}

/** `verified`, or the code of the refusal. */
function outcomeOf(verifier: Verifier, body: string, headers: Delivery['headers']): string {
  try {
    verifier.verify(body, headers)
    return 'verified'
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code
    throw error
  }
}

/** @returns the hash of the withdrawal's transaction */
function completed({ webhook }: Delivery, withdrawalId: string): string {
  if (!webhook.known || webhook.event.event !== 'withdrawal.completed') {
    throw new Error(`the webhook is ${webhook.event.event} and not withdrawal.completed`)
  }
  const { withdrawal_id, tx_hash } = webhook.event.data
  same('the webhook', withdrawalId, withdrawal_id)
  return tx_hash
}

/** The attempt is written down once the receiver's answer is in, a moment after we sent it. */
async function delivered(mp: MerchantPay, webhookId: string): Promise<WebhookDelivery> {
  for (let look = 1; look <= LOG_LOOKS; look++) {
    const { deliveries } = await mp.webhooks.listDeliveries(webhookId)
    const [delivery] = deliveries
    if (delivery?.status === 'DELIVERED') return delivery
    await sleep(LOG_LOOK_MS)
  }
  throw new Error(`no delivery was DELIVERED after ${LOG_LOOKS} looks`)
}

async function paidPage(url: string): Promise<string> {
  const response = await fetch(url)
  const page = await response.text()
  const [, row = 'none', sentence = ''] = /data-row="(\w+)"[\s\S]*?<p>([^<]+)</.exec(page) ?? []
  same(`the page, which answered ${response.status},`, 'paid', row)
  return sentence
}

function amounts({ webhook }: Delivery, orderId: string): { received: string; credited: string } {
  if (!webhook.known || webhook.event.event !== 'payment.confirmed') {
    throw new Error(`the webhook is ${webhook.event.event} and not payment.confirmed`)
  }
  const { order_id, received_amount, credited_amount } = webhook.event.data
  same('the webhook', orderId, order_id)
  return { received: same('the webhook', AMOUNT, received_amount), credited: credited_amount }
}

function same(source: string, expected: string, seen: string): string {
  if (seen !== expected) throw new Error(`${source} says ${seen} and not ${expected}`)
  return seen
}
