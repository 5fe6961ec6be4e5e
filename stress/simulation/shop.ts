import { createVerifier } from '@merchantpay/webhook-verify'
import type { AttemptOutcome } from '../../packages/server/src/domain/webhooks/webhook.js'
import type { WebhookPost } from '../../packages/server/src/workers/webhooks/webhook-sender.js'
import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import type { SimulatedNetwork } from './networks/network.js'
import { type Answer, ConnectionLost, type Keys, type Service } from './service.js'
import type { Story } from './story.js'
import type { VirtualTime } from './virtual-time.js'

const MINUTE_MS = 60_000
/** 1e-6 USDT. */
const USDT = 1_000_000n
const STATUS_OK = 200

/** How a payer pays. */
const PLANS = ['exact', 'exact', 'parts', 'over', 'short', 'late', 'never'] as const
export type Plan = (typeof PLANS)[number]

export interface SoldOrder {
  readonly id: string
  readonly network: SimulatedNetwork
  readonly plan: Plan
  /** 1e-6 USDT. */
  readonly amount: bigint
  /** 40 hex digits in lower case. */
  readonly address: string
  readonly expireAt: number
}

export interface Payout {
  readonly id: string
  readonly network: SimulatedNetwork
  readonly amount: bigint
  /** 40 hex digits in lower case. */
  readonly to: string
  readonly orderId?: string
}

/** Everything that a merchant, its payers and its receiver did and saw. */
export class Shop {
  readonly orders: SoldOrder[] = []
  readonly payouts: Payout[] = []
  /** Events by subject, as they were received. */
  readonly received = new Map<string, string[]>()
  readonly attempts = new Map<string, number>()
  /** Scripts that still run. */
  running = 0
  keys: Keys | undefined
  private webhookSecret = ''
  private made = 0

  constructor(
    readonly name: string,
    private readonly world: {
      readonly time: VirtualTime
      readonly dice: Dice
      readonly networks: readonly SimulatedNetwork[]
      readonly story: Story
      /** The running service, awaited while none runs. */
      readonly service: () => Promise<Service>
      /** Whether its receiver takes everything. */
      readonly isReliable: () => boolean
    },
  ) {}

  get url(): string {
    return `https://${this.name}.example/hooks`
  }

  /** Registers the merchant and its endpoint. */
  async open(): Promise<void> {
    const { json } = await this.insist('POST', '/v1/merchants', {
      ...{ name: this.name, email: `${this.name}@shop.example`, platform_user_id: this.name },
    })
    const key = json.api_key as { key_id: string; secret: string }
    this.keys = { keyId: key.key_id, secret: key.secret }
    this.webhookSecret = `${json.webhook_secret}`
    const events = ['payment.confirmed', 'payment.expired', 'payment.underpaid', 'payment.frozen']
    await this.insist('POST', '/v1/webhooks', {
      url: this.url,
      events: [...events, 'withdrawal.completed', 'withdrawal.failed'],
    })
  }

  /** Sells something: makes an order, and a payer pays as planned. */
  sell(dice: Dice): Promise<void> {
    return this.script(async () => {
      const { story, time } = this.world
      const amount = dice.between(10n, 2_000n) * USDT + dice.between(0n, 99n) * 10_000n
      const plan = dice.pick(PLANS)
      const key = this.key('order')
      const network = dice.pick(this.world.networks)
      const body = { amount: usdt(amount), currency: 'USDT', network: network.name, idempotency_key: key }
      const { status, json } = await this.insist('POST', '/v1/orders', body, dice)
      if (status !== 201) return story.note(`${this.name} gets no order: ${status} ${json.error}`)
      const expireAt = Date.parse(`${json.expire_at}`)
      const address = network.chain.read(`${json.payment_address}`)
      const order = { id: `${json.id}`, network, plan, amount, address, expireAt }
      this.orders.push(order)
      story.note(`${this.name} sells ${order.id} for ${usdt(amount)}, paid ${plan}`)
      for (const { at, value } of payments(order, time.now, dice)) {
        if (at > time.now) await time.sleep(at - time.now)
        const hash = await network.chain.pay(address, value)
        story.note(`a payer sends ${usdt(value)} to ${order.id}: ${hash.slice(0, 10)}`)
      }
    })
  }

  /** Pays a part of the balance out. */
  withdraw(dice: Dice): Promise<void> {
    return this.script(async () => {
      const { json } = await this.insist('GET', '/v1/balance', undefined, dice)
      const available = units(`${json.available ?? '0'}`)
      if (available < 100n * USDT) return
      const amount = dice.between(20n, available / USDT / 2n) * USDT
      const network = dice.pick(this.world.networks)
      const body = { amount: usdt(amount), currency: 'USDT', network: network.name }
      await this.payOut('/v1/withdrawals', { network, body, amount }, dice)
    })
  }

  /** Refunds a part of an order. */
  refund(dice: Dice): Promise<void> {
    return this.script(async () => {
      if (this.orders.length === 0) return
      const order = dice.pick(this.orders)
      const amount = dice.between(2n, 9n) * USDT
      const plan = { network: order.network, body: { amount: usdt(amount) }, amount, orderId: order.id }
      await this.payOut(`/v1/orders/${order.id}/refunds`, plan, dice)
    })
  }

  /** Receives a webhook, and answers as receivers do. */
  async receive({ body, headers }: WebhookPost, signal: AbortSignal): Promise<AttemptOutcome> {
    const { dice, time, story, isReliable } = this.world
    const mood = isReliable() ? STATUS_OK : dice.below(100)
    if (mood < 8) return { delivered: false, error: 'connection_refused' }
    const verifier = createVerifier({ secrets: this.webhookSecret })
    const { event } = verifier.verify(body, headers) as {
      event: { event: string; data: Record<string, unknown> }
    }
    const subject = `${event.data.withdrawal_id ?? event.data.order_id}`
    this.attempts.set(subject, (this.attempts.get(subject) ?? 0) + 1)
    if (mood < 16) return { delivered: false, error: 'HTTP 500' }
    const seen = this.received.get(subject) ?? []
    if (!seen.includes(event.event)) this.received.set(subject, [...seen, event.event])
    story.note(`${this.name} receives ${event.event} of ${subject}`)
    // The receiver has the event, and the server does not know.
    if (mood < 20) return { delivered: false, error: 'connection_reset' }
    if (mood < 24) {
      await time.sleep(10_000, signal).catch(() => undefined)
      return { delivered: false, error: 'timeout' }
    }
    return { delivered: true }
  }

  private async payOut(
    target: string,
    { body, ...plan }: Omit<Payout, 'id' | 'to'> & { readonly body: object },
    dice: Dice,
  ): Promise<void> {
    const { network, amount, orderId } = plan
    const to = Array.from({ length: 20 }, () => (16 + dice.below(200)).toString(16)).join('')
    const { status, json } = await this.insist(
      ...(['POST', target] as const),
      { ...body, destination_address: network.chain.spell(to), idempotency_key: this.key('payout') },
      dice,
    )
    this.world.story.note(
      `${this.name} pays ${usdt(amount)} out of ${orderId ?? 'its balance'}: ${status} ${json.error ?? json.id}`,
    )
    if (status === 201) this.payouts.push({ ...plan, id: `${json.id}`, to })
  }

  private async script(work: () => Promise<void>): Promise<void> {
    this.running += 1
    try {
      await work()
    } finally {
      this.running -= 1
    }
  }

  private key(what: string): string {
    this.made += 1
    return `${this.name}-${what}-${this.made}`
  }

  /** Calls until there is an answer that is no fault of the service. */
  private async insist(
    method: string,
    target: string,
    body?: object,
    dice = this.world.dice,
  ): Promise<Answer> {
    const { story, time } = this.world
    for (;;) {
      const service = await this.world.service()
      try {
        const answer = await service.call(method, target, body, this.keys)
        const isLater = answer.status >= 500 || answer.json.error === 'no available address'
        if (!isLater) return answer
        story.note(`${method} ${target}: ${answer.status} ${answer.json.error}`)
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error
        story.note(`${method} ${target}: connection lost`)
      }
      await time.sleep(2_000 + dice.below(20_000))
    }
  }
}

/** Returns the payments of a plan, oldest first. */
function payments(
  { plan, amount, expireAt }: SoldOrder,
  now: number,
  dice: Dice,
): { at: number; value: bigint }[] {
  const soon = now + dice.below(10) * MINUTE_MS
  const half = (amount / 2n / 10_000n) * 10_000n
  switch (plan) {
    case 'exact':
      return [{ at: soon, value: amount }]
    case 'over':
      return [{ at: soon, value: amount + 5n * USDT }]
    case 'short':
      return [{ at: soon, value: half }]
    case 'parts':
      return [
        { at: soon, value: half },
        { at: soon + 3 * MINUTE_MS, value: amount - half },
      ]
    case 'late':
      return [{ at: expireAt + 4 * MINUTE_MS, value: amount }]
    case 'never':
      return []
  }
}

/** Writes 1e-6 USDT. */
export function usdt(amount: bigint): string {
  const digits = `${amount}`.padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6).replace(/0{0,4}$/, '')}`
}

/** Reads an amount, 1e-6 USDT. */
export function units(text: string): bigint {
  const [whole = '0', decimals = ''] = text.split('.')
  return BigInt(`${whole}${decimals.slice(0, 6).padEnd(6, '0')}`)
}
