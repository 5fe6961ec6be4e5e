import type { OperationId } from '@merchantpay/sdk'
import {
  CUSTOM,
  DESTINATION,
  FIXED,
  FOR_REVIEW,
  ORDER,
  UNKNOWN_UUID,
  WEBHOOK,
  WITHDRAWAL,
} from './cases/samples.js'
import type { Answer } from './http/answer.js'
import type { Message } from './http/event-stream.js'
import { createNormaliser } from './http/normalise.js'
import { readReply } from './http/replies.js'
import { callOf, exchange, type Request } from './http/request.js'
import { Merchant } from './session/merchant.js'
import { registration } from './session/session.js'
import type { ConformanceTarget } from './targets/target.js'

/** The documented headers of an answer, except the request id. */
const HEADERS = ['content-type', 'idempotent-replayed', 'retry-after', 'allow']

/** The requests and answers of the script, in order. */
class Transcript {
  readonly #lines: string[] = []
  readonly #normalise = createNormaliser()

  record(operationId: OperationId, request: Request, answer: Answer): void {
    const { path, method } = callOf(operationId, request)
    const headers = HEADERS.flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [`${name}: ${value}`]
    })
    const sent = JSON.stringify(request.body) ?? ''
    this.#write(`> ${method} ${path} ${sent}`.trimEnd())
    this.#write(`< ${answer.status} ${headers.join(', ')}`)
    this.#write(`  ${answer.text}`)
  }

  recordMessage({ data }: Message): void {
    this.#write(`  data: ${data}`)
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`
  }

  #write(line: string): void {
    this.#lines.push(this.#normalise(line))
  }
}

/** The merchant of the script with its transcript. */
interface Script {
  readonly merchant: Merchant
  readonly transcript: Transcript
  /** Sends an operation, records request and answer, and returns the id in the answer. */
  call(operationId: OperationId, request?: Request): Promise<string>
}

/**
 * Runs a fixed script from the registration of a merchant to its withdrawal, and writes requests and answers with ids,
 * times and secrets masked. Two conforming servers give equal texts, byte for byte.
 *
 * @param target a target with open registration and sandbox networks
 * @throws Error when the script cannot continue
 */
export async function transcribe(target: ConformanceTarget): Promise<string> {
  const script = await registerIn(target)
  for (const part of [keys, redeliver, onChain, app, links, payout, refused]) await part(script)
  return script.transcript.text()
}

async function registerIn(target: ConformanceTarget): Promise<Script> {
  const transcript = new Transcript()
  const headers = { 'x-registration-token': target.registrationToken ?? '' }
  const request = { body: registration(), headers }
  const answer = await exchange(target, callOf('registerMerchant', request))
  transcript.record('registerMerchant', request, answer)
  const { id, api_key } = readReply('registerMerchant', answer)
  const merchant = new Merchant(target, id, { keyId: api_key.key_id, secret: api_key.secret })
  const call: Script['call'] = async (operationId, sent = {}) => {
    const reply = await merchant.call(operationId, sent)
    transcript.record(operationId, sent, reply)
    const { id: made } = JSON.parse(reply.text) as { id?: string } // absent on errors and lists
    return made ?? UNKNOWN_UUID
  }
  return { merchant, transcript, call }
}

async function keys({ call }: Script): Promise<void> {
  await call('getCurrentMerchant')
  await call('createApiKey', { body: { name: 'backend', environment: 'test' } })
  await call('rotateWebhookSecret')
  await call('createDashboardLink', { body: { scopes: ['orders', 'read'] } })
  await call('createWebhook', { body: { ...WEBHOOK, events: ['withdrawal.failed'] } })
  await call('listWebhooks')
}

/** The endpoint is inactive, so that its deliveries stay pending. */
async function redeliver({ call }: Script): Promise<void> {
  const events = ['withdrawal.completed', 'payment.confirmed']
  const id = await call('createWebhook', { body: { ...WEBHOOK, events } })
  await call('updateWebhook', { id, body: { is_active: false } })
  const deliveryId = await call('sendTestWebhook', { id })
  await call('redeliverWebhookDelivery', { id, deliveryId })
  await call('updateWebhook', { id, body: { events: events.toReversed(), url: `${WEBHOOK.url}/moved` } })
  await call('sendTestWebhook', { id })
  await call('getWebhookDelivery', { id, deliveryId })
  await call('listWebhookDeliveries', { id })
  await call('updateWebhook', { id, body: { is_active: 1 } })
  await call('deleteWebhook', { id })
  await call('deleteWebhook', { id })
  await call('redeliverWebhookDelivery', { id, deliveryId })
}

async function onChain({ merchant, transcript, call }: Script): Promise<void> {
  const body = {
    ...ORDER,
    description: 'Two tickets',
    metadata: { cart: 'A-1', seats: [4, 5] },
    return_url: 'https://shop.example/thanks',
    webhook_url: WEBHOOK.url,
    idempotency_key: 'cart-A-1',
    tolerance_percent: 0.02,
  }
  const id = await call('createOrder', { body })
  await call('createOrder', { body })
  await call('createOrder', { body: { ...body, amount: '26.00' } })
  const stream = await merchant.openStream(id)
  await call('simulateOrder', { id, body: { action: 'pay' } })
  await merchant.reachOrder(id, 'PAID')
  for await (const message of stream.messages) {
    // Between two reads of the chain an order may pass from OPEN to PAID, so that this status never shows.
    if (message.status !== 'CONFIRMING') transcript.recordMessage(message)
  }
  await call('getOrder', { id })
  for (const [action, status, credited] of [
    ['expire', 'EXPIRED', '0.00'],
    ['underpay', 'UNDERPAID', '12.375'],
    ['freeze', 'FROZEN', '24.75'],
    ['late_pay', 'EXPIRED_PAID', '24.75'],
  ] as const) {
    const other = await call('createOrder', { body: { ...ORDER, network: 'ERC20' } })
    await merchant.succeeds('simulateOrder', { id: other, body: { action } })
    await merchant.until(
      () => merchant.succeeds('getOrder', { id: other }),
      (order) => order.status === status && order.credited_amount === credited,
    )
    await call('getOrder', { id: other })
  }
}

async function app({ call }: Script): Promise<void> {
  const fixed = await call('createAppOrder', { body: { ...FIXED, description: 'Lunch' } })
  await call('simulateOrder', { id: fixed, body: { action: 'pay', remark: 'thank you' } })
  await call('getOrder', { id: fixed })
  const custom = await call('createAppOrder', { body: CUSTOM })
  await call('simulateOrder', { id: custom, body: { action: 'authorise', amount: '7.5' } })
  await call('simulateOrder', { id: custom, body: { action: 'pay' } })
  await call('createAppOrder', { body: CUSTOM })
  await call('listOrders')
  await call('listOrders', { query: 'limit=2&offset=1' })
}

async function links({ call }: Script): Promise<void> {
  const body = {
    ...CUSTOM,
    min_amount: '20',
    uses: 'MANY',
    description: 'Donation',
    idempotency_key: 'donation',
  }
  const id = await call('createPaymentLink', { body })
  await call('createPaymentLink', { body })
  await call('getPaymentLink', { id })
  await call('listPaymentLinkOrders', { id })
  await call('closePaymentLink', { id })
  await call('listPaymentLinks')
}

async function payout({ merchant, call }: Script): Promise<void> {
  await call('createWithdrawalDestination', { body: DESTINATION })
  await call('listWithdrawalDestinations')
  await call('getBalance')
  await call('quoteWithdrawal', { query: 'network=ERC20&amount=10' })
  const big = await call('createAppOrder', { body: { ...FIXED, amount: '2000' } })
  await merchant.succeeds('simulateOrder', { id: big, body: { action: 'pay' } })
  const waiting = await call('createWithdrawal', { body: { ...WITHDRAWAL, amount: FOR_REVIEW } })
  await call('cancelWithdrawal', { id: waiting })
  const { id } = await merchant.succeeds('createWithdrawal', { body: WITHDRAWAL })
  await merchant.reachWithdrawal(id, 'COMPLETED')
  await call('getWithdrawal', { id })
  await call('cancelWithdrawal', { id })
  await call('listWithdrawals')
  await call('getBalance')
}

async function refused({ call }: Script): Promise<void> {
  await call('getOrder', { id: UNKNOWN_UUID })
  await call('createOrder', { body: { ...ORDER, amount: 25 } })
  await call('createOrder', { body: { ...ORDER, description: 7 } })
  await call('createAppOrder', { body: { ...CUSTOM, amount: '5' } })
  await call('createWithdrawal', { body: { ...WITHDRAWAL, amount: '999999999' } })
  await call('createWebhook', { body: { ...WEBHOOK, url: 'http://shop.example' } })
  await call('listOrders', { query: 'limit=0' })
  await call('revokeApiKey', { id: 'nonsense' })
  await call('createOrder', { bytes: '{' })
}
