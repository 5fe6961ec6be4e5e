import type { OperationId } from '@merchantpay/sdk'
import { CUSTOM, FIXED, FOR_REVIEW, ORDER, UNKNOWN_UUID, WEBHOOK, WITHDRAWAL } from './cases/samples.js'
import type { Answer } from './http/answer.js'
import type { Message } from './http/event-stream.js'
import { createNormaliser } from './http/normalise.js'
import { readReply } from './http/replies.js'
import { callOf, exchange, type Request } from './http/request.js'
import { Merchant } from './session/merchant.js'
import { registration } from './session/session.js'
import type { ConformanceTarget } from './targets/target.js'

/** The headers of an answer that the contract speaks of, besides the request id. */
const HEADERS = ['content-type', 'idempotent-replayed', 'retry-after', 'allow']

/** What the script notes down, in the order it happens. */
class Transcript {
  readonly #lines: string[] = []
  readonly #normalise = createNormaliser()

  note(operationId: OperationId, request: Request, answer: Answer): void {
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

  noteMessage({ data }: Message): void {
    this.#write(`  data: ${data}`)
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`
  }

  #write(line: string): void {
    this.#lines.push(this.#normalise(line))
  }
}

/** The merchant of the script, and what it notes down. */
interface Scene {
  readonly merchant: Merchant
  readonly transcript: Transcript
  /** Sends an operation, notes request and answer, and returns the id in the answer. */
  say(operationId: OperationId, request?: Request): Promise<string>
}

/**
 * Runs one fixed script, a merchant's life from its registration to a withdrawal, and writes down what is
 * sent and answered, with ids, times and secrets masked. Two servers that behave alike give equal texts,
 * byte for byte.
 *
 * @param target a target that lets anybody register; its sandbox networks settle payments
 * @throws Error when the script cannot go on
 *
 * @example
 * assert.equal(await transcribe(double), await transcribe({ baseUrl }))
 */
export async function transcribe(target: ConformanceTarget): Promise<string> {
  const scene = await registerIn(target)
  for (const act of [keys, redeliver, onChain, app, payout, refused]) await act(scene)
  return scene.transcript.text()
}

async function registerIn(target: ConformanceTarget): Promise<Scene> {
  const transcript = new Transcript()
  const headers = { 'x-registration-token': target.registrationToken ?? '' }
  const request = { body: registration(), headers }
  const answer = await exchange(target, callOf('registerMerchant', request))
  transcript.note('registerMerchant', request, answer)
  const { id, api_key } = readReply('registerMerchant', answer)
  const merchant = new Merchant(target, id, { keyId: api_key.key_id, secret: api_key.secret })
  const say: Scene['say'] = async (operationId, sent = {}) => {
    const reply = await merchant.call(operationId, sent)
    transcript.note(operationId, sent, reply)
    const { id: made } = JSON.parse(reply.text) as { id?: string } // absent on errors and lists
    return made ?? UNKNOWN_UUID
  }
  return { merchant, transcript, say }
}

async function keys({ say }: Scene): Promise<void> {
  await say('getCurrentMerchant')
  await say('createApiKey', { body: { name: 'backend', environment: 'test' } })
  await say('rotateWebhookSecret')
  await say('createWebhook', { body: { ...WEBHOOK, events: ['withdrawal.failed'] } })
  await say('listWebhooks')
}

/** The endpoint is not active, so that what waits for it stands still. */
async function redeliver({ say }: Scene): Promise<void> {
  const events = ['withdrawal.completed', 'payment.confirmed']
  const id = await say('createWebhook', { body: { ...WEBHOOK, events } })
  await say('updateWebhook', { id, body: { is_active: false } })
  const deliveryId = await say('sendTestWebhook', { id })
  await say('redeliverWebhookDelivery', { id, deliveryId })
  await say('updateWebhook', { id, body: { events: events.toReversed(), url: `${WEBHOOK.url}/moved` } })
  await say('sendTestWebhook', { id })
  await say('listWebhookDeliveries', { id })
  await say('updateWebhook', { id, body: { is_active: 1 } })
  await say('deleteWebhook', { id })
  await say('deleteWebhook', { id })
  await say('redeliverWebhookDelivery', { id, deliveryId })
}

async function onChain({ merchant, transcript, say }: Scene): Promise<void> {
  const body = {
    ...ORDER,
    description: 'Two tickets',
    metadata: { cart: 'A-1', seats: [4, 5] },
    return_url: 'https://shop.example/thanks',
    webhook_url: WEBHOOK.url,
    idempotency_key: 'cart-A-1',
    tolerance_percent: 0.02,
  }
  const id = await say('createOrder', { body })
  await say('createOrder', { body })
  await say('createOrder', { body: { ...body, amount: '26.00' } })
  const stream = await merchant.openStream(id)
  await say('simulateOrder', { id, body: { action: 'pay' } })
  await merchant.reachOrder(id, 'PAID')
  for await (const message of stream.messages) {
    // The chain may have come so far between two looks at it that this status was never there.
    if (message.status !== 'CONFIRMING') transcript.noteMessage(message)
  }
  await say('getOrder', { id })
  for (const [action, status, credited] of [
    ['expire', 'EXPIRED', '0.00'],
    ['underpay', 'UNDERPAID', '12.375'],
    ['freeze', 'FROZEN', '24.75'],
    ['late_pay', 'EXPIRED_PAID', '24.75'],
  ] as const) {
    const other = await say('createOrder', { body: { ...ORDER, network: 'ERC20' } })
    await merchant.succeeds('simulateOrder', { id: other, body: { action } })
    await merchant.until(
      () => merchant.succeeds('getOrder', { id: other }),
      (order) => order.status === status && order.credited_amount === credited,
    )
    await say('getOrder', { id: other })
  }
}

async function app({ say }: Scene): Promise<void> {
  const fixed = await say('createAppOrder', { body: { ...FIXED, description: 'Lunch' } })
  await say('simulateOrder', { id: fixed, body: { action: 'pay', remark: 'thank you' } })
  await say('getOrder', { id: fixed })
  const custom = await say('createAppOrder', { body: CUSTOM })
  await say('simulateOrder', { id: custom, body: { action: 'authorise', amount: '7.5' } })
  await say('simulateOrder', { id: custom, body: { action: 'pay' } })
  await say('createAppOrder', { body: CUSTOM })
  await say('listOrders')
  await say('listOrders', { query: 'limit=2&offset=1' })
}

async function payout({ merchant, say }: Scene): Promise<void> {
  await say('getBalance')
  await say('quoteWithdrawal', { query: 'network=ERC20&amount=10' })
  const big = await say('createAppOrder', { body: { ...FIXED, amount: '2000' } })
  await merchant.succeeds('simulateOrder', { id: big, body: { action: 'pay' } })
  const waiting = await say('createWithdrawal', { body: { ...WITHDRAWAL, amount: FOR_REVIEW } })
  await say('cancelWithdrawal', { id: waiting })
  const { id } = await merchant.succeeds('createWithdrawal', { body: WITHDRAWAL })
  await merchant.reachWithdrawal(id, 'COMPLETED')
  await say('getWithdrawal', { id })
  await say('cancelWithdrawal', { id })
  await say('listWithdrawals')
  await say('getBalance')
}

async function refused({ say }: Scene): Promise<void> {
  await say('getOrder', { id: UNKNOWN_UUID })
  await say('createOrder', { body: { ...ORDER, amount: 25 } })
  await say('createOrder', { body: { ...ORDER, description: 7 } })
  await say('createAppOrder', { body: { ...CUSTOM, amount: '5' } })
  await say('createWithdrawal', { body: { ...WITHDRAWAL, amount: '999999999' } })
  await say('createWebhook', { body: { ...WEBHOOK, url: 'http://shop.example' } })
  await say('listOrders', { query: 'limit=0' })
  await say('revokeApiKey', { id: 'nonsense' })
  await say('createOrder', { bytes: '{' })
}
