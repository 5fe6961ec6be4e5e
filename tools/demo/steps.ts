/** The steps of the demo: from a registered merchant to a paid order, a verified webhook and a withdrawal. */
import { setTimeout as sleep } from 'node:timers/promises'
import { MerchantPay, type OrderStream, type WebhookDelivery } from '@merchantpay/sdk'
import { createVerifier, type Verifier, WebhookVerificationError } from '@merchantpay/webhook-verify'
import type { Sandbox } from '../../test-support/processes/sandbox-server.js'
import type { DemoNetwork } from './network.js'
import type { Progress } from './progress.js'
import { type Delivery, startReceiver } from './receiver.js'

const AMOUNT = '25.00'
const WITHDRAWAL_AMOUNT = '10.00'
/** The pause between new blocks on a network that waits for confirmations. */
const CONFIRM_MS = 500
const LOG_READS = 30
const LOG_PAUSE_MS = 100

/** Runs and prints every step. @returns the closing line @throws Error for an unexpected result */
export async function runSteps(sandbox: Sandbox, demo: DemoNetwork, progress: Progress): Promise<string> {
  const { network } = demo
  const baseUrl = sandbox.url
  const merchant = await progress.step(
    'a merchant to be registered',
    () => new MerchantPay({ baseUrl }).merchants.register(newMerchant()),
    ({ api_key }) => `merchant registered, first key ${api_key.key_id}`,
  )
  const mp = new MerchantPay({ baseUrl, keyId: merchant.api_key.key_id, secret: merchant.api_key.secret })
  const verifier = createVerifier({ secrets: merchant.webhook_secret })

  const receiver = await progress.step(
    'an HTTPS receiver',
    () => startReceiver(sandbox.certificate, verifier),
    ({ url }) => `receiver listens on ${url}, its certificate made just now`,
  )
  try {
    const webhook = await progress.step(
      'the receiver to be registered as a webhook',
      () => mp.webhooks.create({ url: receiver.url, events: ['payment.confirmed', 'withdrawal.completed'] }),
      ({ id, events }) => `webhook ${id} subscribed to ${events.join(', ')}`,
    )
    const order = await progress.step(
      'an order',
      () => mp.orders.create({ amount: AMOUNT, currency: 'USDT', network }),
      (created) => `order ${created.order_number} of ${created.order_amount} USDT on ${created.network}`,
    )
    const stream = mp.orders.stream(order.id)
    await progress.step('the order to be OPEN', () => nextStatus(stream, 'OPEN'), streamed)
    await progress.step(
      'the network to take the payment',
      () => demo.pay(order, mp),
      () => `${order.order_amount} USDT sent to ${order.payment_address}`,
    )
    await progress.step('the order to be CONFIRMING', () => nextStatus(stream, 'CONFIRMING'), streamed)
    await progress.step(
      'the order to be PAID',
      () => whileConfirming(demo, nextStatus(stream, 'PAID')),
      streamed,
    )
    const delivery = await progress.step(
      'a webhook with a valid signature',
      () => receiver.next(),
      ({ webhook: { event } }) => `webhook ${event.event} received, signature verified`,
    )
    await progress.step(
      'a forged copy of the webhook to be refused',
      async () => refusalOfForgery(verifier, delivery),
      (code) => `the same webhook with a changed amount refused: ${code}`,
    )
    await progress.step(
      'the delivery log to say DELIVERED',
      () => delivered(mp, webhook.id),
      ({ id, status, attempts }) => `delivery log says ${id} ${status}, attempts ${attempts}`,
    )
    await progress.step(
      'the checkout page to say paid',
      () => paidPage(order.payment_url),
      (sentence) => `checkout page says "${sentence}"`,
    )
    const withdrawal = await progress.step(
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
    await progress.step(
      'the withdrawal to be on the chain',
      async () => completed(await whileConfirming(demo, receiver.next()), withdrawal.id),
      (txHash) => `webhook withdrawal.completed received, transaction ${txHash.slice(0, 16)}…`,
    )
    await progress.step(
      'the balance to say what is left',
      async () => same('the balance', demo.left, (await mp.balance.get()).available),
      (available) => `balance says ${available} USDT available`,
    )
    const { received, credited } = amounts(delivery, order.id)
    return `Paid ${received} USDT · credited ${credited} USDT · webhook verified · ${progress.seconds()} in all`
  } finally {
    receiver.close()
  }
}

const newMerchant = () => ({
  name: 'Demo shop',
  email: 'demo@shop.example',
  platform_user_id: `demo-${Date.now()}`,
})

/** Adds blocks to the network until the awaited result arrives. */
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

/** Waits for the log entry of an attempt, which the server records after the receiver's answer. */
async function delivered(mp: MerchantPay, webhookId: string): Promise<WebhookDelivery> {
  for (let read = 1; read <= LOG_READS; read++) {
    const { deliveries } = await mp.webhooks.listDeliveries(webhookId)
    const [delivery] = deliveries
    if (delivery?.status === 'DELIVERED') return delivery
    await sleep(LOG_PAUSE_MS)
  }
  throw new Error(`no delivery was DELIVERED after ${LOG_READS} reads`)
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
