import { ApiError, MerchantPay, type OnChainOrder } from '@merchantpay/sdk'
import {
  HOT_UNITS,
  type PayoutNetwork,
} from '../../packages/server/test/support/withdrawals/payout-network.js'
import type { Installation } from './installation.js'

const ORDER = '25.00'
const ORDER_UNITS = 25_000_000n
const SMALL = '20.00'
/** Above the limit without a review. */
const LARGE = '2000.00'
const FUNDS = '100000'
/** How long a server may take to read its network at the start. */
const START_MS = 60_000
const POLL_MS = 200
/** A server may be killed while it answers. */
const MOST_RETRIES = 10
const REASON = ['--reason', 'a stress test']

/** An order, and how often it was paid on the chain. */
export interface PaidOrder {
  readonly id: string
  readonly address: string
  payments: number
}

/** A withdrawal that was acknowledged. Each has a destination of its own. */
export interface Promised {
  readonly id: string
  readonly to: string
  readonly merchantId: string
}

/** Two merchants with orders and withdrawals on one network, and what they remember when the database is lost. */
export class LossyWorld {
  readonly orders: PaidOrder[] = []
  readonly withdrawals: Promised[] = []
  private readonly merchants: { id: string; keyId: string; secret: string }[] = []

  constructor(
    private readonly installation: Installation,
    private readonly network: PayoutNetwork,
  ) {}

  /** Registers both merchants and gives them money. */
  async begin(serverUrl: string, databaseUrl: string): Promise<void> {
    const api = new MerchantPay({ baseUrl: serverUrl })
    for (const name of ['Ada', 'Bo']) {
      const user = { name, email: `${name}@books.example`, platform_user_id: `${name}-${Math.random()}` }
      const { id, api_key: key } = await api.merchants.register(user)
      this.merchants.push({ id, keyId: key.key_id, secret: key.secret })
      await this.adjust(databaseUrl, 'test/platform/app_rail', `test/${id}/available`, FUNDS)
    }
    const { network } = this.network
    await this.adjust(
      databaseUrl,
      `test/platform/custody:${network}`,
      `test/platform/operator:${network}`,
      `${HOT_UNITS / 1_000_000n}`,
    )
  }

  /** Creates an order of each merchant; every second one is paid. */
  async trade(serverUrl: string, isPaid = (at: number) => at % 2 === 0): Promise<PaidOrder[]> {
    const created: PaidOrder[] = []
    for (const [at, merchant] of this.merchants.entries()) {
      const api = this.apiOf(serverUrl, merchant)
      const order = await this.createOrder(api)
      const kept = { id: order.id, address: order.payment_address, payments: 0 }
      this.orders.push(kept)
      created.push(kept)
      if (isPaid(at)) await this.pay(kept)
    }
    return created
  }

  async pay(order: PaidOrder): Promise<void> {
    await this.network.pay(order.address, ORDER_UNITS)
    order.payments += 1
  }

  /** Creates a withdrawal of each merchant. @param isLarge whether it waits for a review */
  async withdraw(serverUrl: string, isLarge = false): Promise<Promised[]> {
    const created: Promised[] = []
    for (const merchant of this.merchants) {
      const to = this.network.newPayee()
      const withdrawal = await this.apiOf(serverUrl, merchant).withdrawals.create({
        ...{ amount: isLarge ? LARGE : SMALL, currency: 'USDT', network: this.network.network },
        destination_address: to,
      })
      const promised = { id: withdrawal.id, to, merchantId: merchant.id }
      this.withdrawals.push(promised)
      created.push(promised)
    }
    return created
  }

  /** Approves withdrawals in review, as the operator. */
  async approve(databaseUrl: string, promised: readonly Promised[]): Promise<void> {
    for (const { id } of promised)
      await this.installation.command(databaseUrl, 'withdrawals', 'approve', id, '--version', '1', ...REASON)
  }

  /** Returns a line for each withdrawal that was not paid exactly once, and for payments that are of none. */
  async payoutFaults(): Promise<string[]> {
    const payouts = await this.network.payouts()
    const timesOf = ({ to }: Promised) => payouts.filter((payout) => payout.to === to).length
    const wrong = this.withdrawals.filter((withdrawal) => timesOf(withdrawal) !== 1)
    const due = new Set(this.withdrawals.map(({ to }) => to))
    const strangers = payouts.filter(({ to }) => !due.has(to)).length
    return [
      ...wrong.map((withdrawal) => `withdrawal ${withdrawal.id} was paid ${timesOf(withdrawal)} times`),
      ...(strangers === 0 ? [] : [`${strangers} payments of no withdrawal`]),
    ]
  }

  /** Creates an order, once the server has read the network. */
  private async createOrder(api: MerchantPay): Promise<OnChainOrder> {
    const { network } = this.network
    for (const deadline = performance.now() + START_MS; ; await pause(POLL_MS)) {
      try {
        return (await api.orders.create({ amount: ORDER, currency: 'USDT', network })) as OnChainOrder // it has a network
      } catch (error) {
        const isEarly = error instanceof ApiError && error.code === 'no_available_address'
        if (!isEarly || performance.now() > deadline) throw error
      }
    }
  }

  private adjust(databaseUrl: string, debit: string, credit: string, amount: string): Promise<string> {
    const accounts = ['--debit', debit, '--credit', credit, '--amount', amount]
    return this.installation.command(databaseUrl, 'ledger', 'adjust', ...accounts, ...REASON)
  }

  private apiOf(baseUrl: string, { keyId, secret }: { keyId: string; secret: string }): MerchantPay {
    return new MerchantPay({ baseUrl, keyId, secret, rateLimit: false, maxRetries: MOST_RETRIES })
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
