import { EVENT_TYPES } from '../../packages/server/src/domain/webhooks/event-types.js'
import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import { Caller, type CallerWorld } from './caller.js'
import type { Keys } from './exchange.js'
import { BANNED, type SimulatedNetwork } from './networks/network.js'
import { PLANS, paymentsOf, USDT, units, usdt } from './plans.js'
import { type HeardSale, type PriceTag, saleOf } from './rates.js'
import { Receiver } from './receiver.js'
import type { SoldLink, SoldOrder } from './sold.js'

const MINUTE_MS = 60_000
/** Less than an address rests, by more than a fork delays a payment. */
const LEASED_MS = 90 * MINUTE_MS
/** Orders of which one is refunded. */
const RECENT = 12
/** The most of a payout that needs no review, USDT. */
const SMALL = 900n
/** About the least of a payout that needs one, USDT. */
const LARGE = 990n
/** More than the fee of a payout, USDT. */
const MOST_FEE = 5n
/** Plans of orders that get another amount than theirs. */
const UNEQUAL = /^(?:short|over|exact, and again|by link)$/
/** The least balance of which a part is paid out. */
const MUCH = 100n * USDT

/** An order that is paid in the client app. */
export interface AppSale {
  readonly id: string
  readonly orderNumber: string
  /** 1e-6 USDT. */
  readonly amount: bigint
}

export interface Payout {
  readonly id: string
  readonly network: SimulatedNetwork
  readonly amount: bigint
  /** 40 hex digits in lower case. */
  readonly to: string
  readonly madeAt: number
  readonly orderId?: string
  /** Of a refund that may return the fee on its order. */
  readonly includesFee?: boolean
}

/** Made for a merchant, and known to it alone after a restore. */
export interface Lost {
  readonly orders: SoldOrder[]
  readonly payouts: Payout[]
  /** Ids of app sales. */
  readonly ids: Set<string>
  /** Ids of links that may have had orders that are lost. */
  readonly links: Set<string>
}

/** Everything that a merchant and its payers did. */
export class Shop {
  readonly orders: SoldOrder[] = []
  readonly appSales: AppSale[] = []
  readonly payouts: Payout[] = []
  readonly links: SoldLink[] = []
  /** Orders that were made with a price, by id, as their first answers had them. */
  readonly priced = new Map<string, HeardSale>()
  /** Things that a restore has undone. */
  readonly lost: Lost = { orders: [], payouts: [], ids: new Set(), links: new Set() }
  /** Payouts whose cancellation was accepted. */
  readonly canceled = new Set<string>()
  /** The amounts that the merchant has accepted, by order; undefined while no answer tells one. */
  readonly accepted = new Map<string, string | undefined>()
  readonly receiver: Receiver
  readonly caller: Caller
  merchantId = ''
  /** Oldest first. */
  readonly keys: Keys[] = []
  /** A key that was revoked. */
  revoked: Keys | undefined
  /** Scripts that still run. */
  running = 0
  private made = 0

  constructor(
    readonly name: string,
    private readonly world: CallerWorld & {
      readonly dice: Dice
      readonly networks: readonly SimulatedNetwork[]
    },
  ) {
    this.receiver = new Receiver(name, world)
    this.caller = new Caller(world)
  }

  /** Registers the merchant and its endpoint. */
  async open(): Promise<void> {
    const { caller, name, receiver } = this
    const { dice } = this.world
    const { json } = await caller.insist(dice, 'POST', '/v1/merchants', {
      ...{ name, email: `${name}@shop.example`, platform_user_id: name },
    })
    const key = json.api_key as { key_id: string; secret: string }
    caller.access = { keyId: key.key_id, secret: key.secret }
    this.keys.push(caller.access)
    receiver.secrets = [`${json.webhook_secret}`]
    this.merchantId = `${json.id}`
    this.revoked = await this.makeKey(dice)
    await caller.insist(dice, 'DELETE', `/v1/merchants/api-keys/${this.revoked.keyId}`)
    await caller.insist(dice, 'POST', '/v1/webhooks', {
      url: receiver.url,
      events: EVENT_TYPES,
    })
  }

  /** Sells something: makes an order, and a payer pays as planned. @param price what is asked for instead of USDT */
  sell(dice: Dice, price?: PriceTag): Promise<void> {
    return this.script(async () => {
      const { story, time, networks } = this.world
      const drawn = dice.between(10n, 2_000n) * USDT + dice.between(0n, 99n) * 10_000n
      const plan = dice.pick(PLANS)
      const network = dice.pick(networks)
      const key = this.key('order')
      const { status, json } = await this.caller.insist(dice, 'POST', '/v1/orders', {
        ...(price ? { price } : { amount: usdt(drawn) }),
        ...{ currency: 'USDT', network: network.name, idempotency_key: key },
      })
      if (status !== 201) return story.note(`${this.name} gets no order: ${status} ${json.error}`)
      const amount = units(`${json.order_amount}`)
      if (!price && amount !== drawn) this.receiver.breaches.push(`${json.id} is for ${usdt(amount)}`)
      if (price) this.priced.set(`${json.id}`, { sale: saleOf(json), heardAt: time.now })
      const address = network.chain.read(`${json.payment_address}`)
      const soldAt = Date.parse(`${json.created_at}`)
      const expireAt = Date.parse(`${json.expire_at}`)
      const order = { id: `${json.id}`, key, network, plan, amount, address, soldAt, expireAt }
      this.orders.push(order)
      story.note(`${this.name} sells ${order.id} for ${usdt(amount)} on ${network.name}, paid ${plan}`)
      if (plan === 'given up' || plan === 'given up, and paid') await this.giveUp(order, dice)
      for (const { at, value, payment } of paymentsOf(order, time.now, dice)) {
        if (at > time.now) await time.sleep(at - time.now)
        const hash = await network.chain.pay(address, value, payment)
        story.note(`a payer sends ${usdt(value)} to ${order.id}: ${hash.slice(0, 10)}`)
      }
    })
  }

  /** Lets someone pay an order again that the operator has rejected, so that nothing can take the money. */
  payAgain(dice: Dice, isRejected: (id: string) => boolean): Promise<void> {
    return this.script(async () => {
      const { time } = this.world
      // Its address still rests.
      const isLeased = ({ soldAt }: SoldOrder) => time.now < soldAt + LEASED_MS
      const rejected = this.orders.filter((order) => isRejected(order.id) && isLeased(order))
      if (rejected.length === 0) return
      const { id, network, address, amount } = dice.pick(rejected)
      await network.chain.pay(address, amount, dice.pick(['plain', 'banned']))
      this.world.story.note(`a payer sends ${usdt(amount)} again to ${id}`)
    })
  }

  /** Makes an order that is paid in the client app. @param pay lets the app's backend report the payment */
  sellInApp(dice: Dice, pay: (sale: AppSale) => Promise<void>): Promise<void> {
    return this.script(async () => {
      const amount = dice.between(1n, 500n) * USDT
      const body = { amount_mode: 'FIXED', amount: usdt(amount), currency: 'USDT' }
      const key = this.key('app')
      const { status, json } = await this.caller.insist(dice, 'POST', '/v1/app/orders', body, key)
      if (status !== 201) return this.world.story.note(`${this.name} gets no app order: ${status}`)
      const sale = { id: `${json.id}`, orderNumber: `${json.payment_uri}`.split('://')[1] ?? '', amount }
      this.appSales.push(sale)
      this.world.story.note(`${this.name} sells ${sale.id} in the app for ${usdt(amount)}`)
      await pay(sale)
    })
  }

  /** Pays a part of the balance out, and changes its mind at times. */
  withdraw(dice: Dice): Promise<void> {
    return this.script(async () => {
      const { json } = await this.caller.insist(dice, 'GET', '/v1/balance')
      const available = units(`${json.available ?? '0'}`)
      if (available < MUCH) return
      const all = available / USDT - MOST_FEE
      const isLarge = all > LARGE && dice.chance(30)
      const most = all / 2n < SMALL || dice.chance(20) ? all / 2n : SMALL
      const amount = (isLarge ? dice.between(LARGE, all) : dice.between(20n, most)) * USDT
      const network = dice.pick(this.world.networks)
      const body = { amount: usdt(amount), currency: 'USDT', network: network.name }
      const plan = { network, body, amount }
      // Several that are signed one after another, before the first one is in a block.
      const count = dice.pick([1, 1, 1, 3])
      const made = await Promise.all(
        Array.from({ length: count }, () => this.payOut('/v1/withdrawals', plan, dice)),
      )
      const [payout] = made
      if (payout && dice.chance(40)) await this.cancel(payout, dice)
    })
  }

  /** Refunds a part of an order, or all of it. */
  refund(dice: Dice): Promise<void> {
    return this.script(async () => {
      if (this.orders.length === 0) return
      const recent = this.orders.slice(-RECENT)
      const frozenSoon = recent.filter(({ plan }) => plan.endsWith('then banned'))
      const paid = recent.filter(({ id }) => this.receiver.received.get(id)?.includes('payment.confirmed'))
      const likely = paid.length > 0 && dice.chance(80) ? paid : recent
      const order = dice.pick(frozenSoon.length > 0 && dice.chance(40) ? frozenSoon : likely)
      const isLarge = dice.chance(30)
      const small = dice.chance(40) ? order.amount : dice.between(2n, 9n) * USDT
      const amount = isLarge ? (order.amount * 3n) / 5n : small
      // Only so can all of an order go back.
      const includesFee = dice.chance(50)
      const body = { amount: usdt(amount), include_fee: includesFee }
      const plan = { network: order.network, body, amount, orderId: order.id, includesFee }
      await this.payOut(`/v1/orders/${order.id}/refunds`, plan, dice)
      // Twice it is more than the order had.
      if (isLarge) await this.payOut(`/v1/orders/${order.id}/refunds`, plan, dice)
    })
  }

  /** Accepts what an order has received, too little or too much. Its payer may not know, and send what is missing. */
  accept(dice: Dice, chosen?: SoldOrder): Promise<void> {
    return this.script(async () => {
      const paid = chosen ? [chosen] : this.orders.filter(({ plan }) => UNEQUAL.test(plan)).slice(-RECENT)
      if (paid.length === 0) return
      const { id, network, address, expireAt } = dice.pick(paid)
      this.accepted.set(id, undefined)
      const { status, json } = await this.caller.insist(dice, 'POST', `/v1/orders/${id}/accept`)
      this.world.story.note(`${this.name} accepts ${id}: ${status} ${json.error ?? json.accepted_amount}`)
      if (status !== 200) return
      if (json.accepted_amount !== json.received_amount)
        this.receiver.breaches.push(
          `${json.accepted_amount} of ${json.received_amount} of ${id} are accepted`,
        )
      this.accepted.set(id, `${json.accepted_amount}`)
      const isResting = this.world.time.now < expireAt + LEASED_MS
      if (json.missing_amount === undefined || !isResting || !dice.chance(50)) return
      await network.chain.pay(address, units(`${json.missing_amount}`))
      this.world.story.note(`a payer sends the missing ${json.missing_amount} to ${id}`)
    })
  }

  /** Replaces the webhook secret. */
  rotate(dice: Dice): Promise<void> {
    return this.script(() => this.receiver.replaceSecret(this.caller, dice))
  }

  /** Replaces the API key: the old one is revoked once the new one is in use. */
  rotateKey(dice: Dice): Promise<void> {
    return this.script(async () => {
      const former = this.caller.access as Keys // set by `open`
      this.caller.access = await this.makeKey(dice)
      const { status } = await this.caller.insist(dice, 'DELETE', `/v1/merchants/api-keys/${former.keyId}`)
      if (status < 300) this.revoked = former
    })
  }

  private async makeKey(dice: Dice): Promise<Keys> {
    const target = '/v1/merchants/api-keys'
    const { json } = await this.caller.insist(dice, 'POST', target, { name: 'key', environment: 'test' })
    const key = { keyId: `${json.key_id}`, secret: `${json.secret}` }
    this.keys.push(key)
    return key
  }

  private async giveUp(order: SoldOrder, dice: Dice): Promise<void> {
    const { id } = order
    await this.world.time.sleep(dice.below(10) * MINUTE_MS)
    const { status, json } = await this.caller.insist(dice, 'POST', `/v1/orders/${id}/expire`)
    this.world.story.note(`${this.name} gives ${id} up: ${status} ${json.error ?? json.status}`)
    if (status === 200) order.expireAt = Math.min(Date.parse(`${json.expire_at}`), this.world.time.now)
  }

  private async cancel({ id }: Payout, dice: Dice): Promise<void> {
    // Soon, about while it is under way, or much later: one that waits for a person can be canceled for longer.
    await this.world.time.sleep(dice.below(dice.pick([2, 15, 40])) * MINUTE_MS + dice.below(60_000))
    const { status, json } = await this.caller.insist(dice, 'POST', `/v1/withdrawals/${id}/cancel`)
    this.world.story.note(`${this.name} cancels ${id}: ${status} ${json.error ?? json.status}`)
    if (status === 200) this.canceled.add(id)
  }

  private async payOut(
    target: string,
    { body, ...plan }: Omit<Payout, 'id' | 'to' | 'madeAt'> & { readonly body: object },
    dice: Dice,
  ): Promise<Payout | undefined> {
    const { network, amount, orderId } = plan
    const random = Array.from({ length: 20 }, () => (16 + dice.below(200)).toString(16)).join('')
    // The service takes no address of its own.
    const other = dice.chance(6) ? network.hotWallet : random
    const to = dice.chance(8) ? BANNED.account : other
    const { status, json } = await this.caller.insist(dice, 'POST', target, {
      ...{ ...body, destination_address: network.chain.spell(to) },
      idempotency_key: this.key('payout'),
    })
    this.world.story.note(
      `${this.name} pays ${usdt(amount)} out of ${orderId ?? 'its balance'}: ${status} ${json.error ?? json.id}`,
    )
    if (status !== 201) return undefined
    const payout = { ...plan, id: `${json.id}`, to, madeAt: Date.parse(`${json.created_at}`) }
    this.payouts.push(payout)
    return payout
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
}
