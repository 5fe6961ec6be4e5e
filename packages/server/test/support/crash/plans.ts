import { ApiError, type MerchantPay } from '@merchantpay/sdk'
import { sandboxAddress } from '../../../src/chain/sandbox-addresses.js'
import { type Driver, pause } from './driver.js'
import type { Rows } from './rows.js'

/** As the contract writes amounts. */
type Decimal = `${number}`

const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 60

/** What a payer does to one order. */
export const PLANS = [
  'exact',
  'parts',
  'short',
  'over',
  'late',
  'never',
  'flagged',
  'reorganised',
  'app',
] as const
export type Plan = (typeof PLANS)[number]
/** What becomes of a withdrawal. */
export const EXITS = ['paid', 'canceled', 'reverts', 'never-mined'] as const
export type Exit = (typeof EXITS)[number]
export type Network = 'TRC20' | 'ERC20'

/** An order that the driver was told of, and what its payer did. */
export interface Payment {
  readonly plan: Plan
  readonly orderId: string
  /** 1e-8 USDT. */
  readonly amount: bigint
  /** Where its money goes; null inside the client app. */
  readonly address: string | null
  /** Transfers that stand on the chain in the end. */
  readonly transfers: number
}
/** A withdrawal that the driver was told of. */
export interface Payout {
  readonly withdrawalId: string
  /** 1e-8 USDT. */
  readonly amount: bigint
  readonly exit: Exit
  /** The cancellation was acknowledged. */
  readonly isCanceled: boolean
}

/** Creates an order and pays it as planned. @param cents its amount, USDT cents; unique within a run */
export async function playPayment(
  driver: Driver,
  rows: Rows,
  plan: Plan,
  network: Network,
  cents: number,
): Promise<Payment> {
  const amount = textOf(cents)
  const common = { plan, amount: BigInt(cents) * 1_000_000n }
  if (plan === 'app') return { ...common, ...(await playApp(driver, amount, cents)) }
  const order = await driver.insist((api) =>
    api.orders.create(
      { amount, currency: 'USDT', network, metadata: { plan } },
      { idempotencyKey: `order ${cents}` },
    ),
  )
  const payer = new Payer(driver, rows, order.id, order.payment_address)
  await payer.play(plan, cents)
  const { transfers } = payer
  const isKept = plan === 'reorganised' && transfers > 0
  const played = isKept ? 'exact' : plan
  return { ...common, plan: played, orderId: order.id, address: order.payment_address, transfers }
}

async function playApp(driver: Driver, amount: Decimal, cents: number) {
  const order = await driver.insist((api) =>
    api.appOrders.create(
      { amount_mode: 'FIXED', amount, currency: 'USDT' },
      { idempotencyKey: `app order ${cents}` },
    ),
  )
  const statusIs = (status: string) => async (api: MerchantPay) =>
    (await api.orders.get(order.id)).status === status
  const simulate = (action: 'authorise' | 'pay') => (api: MerchantPay) =>
    api.testHelpers.simulateOrder(order.id, { action })
  await driver.once(simulate('authorise'), statusIs('PENDING_CONFIRM'))
  await driver.once(simulate('pay'), statusIs('PAID'))
  return { orderId: order.id, address: null, transfers: 0 }
}

/** Withdraws, once there is enough to withdraw. */
export async function playPayout(driver: Driver, exit: Exit, cents: number): Promise<Payout> {
  const body = {
    amount: textOf(cents),
    currency: 'USDT',
    network: 'TRC20',
    destination_address: sandboxAddress('TRC20', ROLES[exit]),
  } as const
  const options = { idempotencyKey: `withdrawal ${cents}` }
  const create = () => driver.insist((api) => api.withdrawals.create(body, options))
  const withdrawal = await whenFunded(create)
  const isCanceled = exit === 'canceled' && (await cancel(driver, withdrawal.id))
  return { withdrawalId: withdrawal.id, amount: BigInt(cents) * 1_000_000n, exit, isCanceled }
}

const ROLES = {
  paid: 'payer',
  canceled: 'payer',
  reverts: 'reverts',
  'never-mined': 'never-mined',
} as const

async function whenFunded<Answer>(create: () => Promise<Answer>): Promise<Answer> {
  for (const deadline = performance.now() + PATIENCE_MS; ; await pause(LOOK_EVERY_MS)) {
    try {
      return await create()
    } catch (error) {
      const isShort = error instanceof ApiError && error.code === 'insufficient_balance'
      if (!isShort || performance.now() > deadline) throw error
    }
  }
}

/** @returns false when it was too late */
async function cancel(driver: Driver, id: string): Promise<boolean> {
  try {
    await driver.insist((api) => api.withdrawals.cancel(id))
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'withdrawal_not_cancelable') return false
    throw error
  }
}

/** @param cents USDT cents; what is no whole cent is cut off */
const textOf = (cents: number): Decimal => {
  const text = `${Math.floor(cents)}`.padStart(3, '0')
  return `${Number(text.slice(0, -2))}.${Number(text.at(-2))}${Number(text.at(-1))}` as Decimal // digits and a point
}

/** Someone with a wallet, who looks at the chain before paying again. */
class Payer {
  transfers = 0

  constructor(
    private readonly driver: Driver,
    private readonly rows: Rows,
    private readonly orderId: string,
    private readonly address: string,
  ) {}

  async play(plan: Exclude<Plan, 'app'>, cents: number): Promise<void> {
    switch (plan) {
      case 'exact':
        return this.send('pay')
      case 'parts':
        await this.send('pay', textOf(cents / 4))
        await this.until('OPEN')
        return this.send('pay')
      case 'short':
        return this.send('underpay')
      case 'over':
        return this.send('overpay')
      case 'late':
        return this.send('late_pay')
      case 'never':
        return this.simulate('expire', () => this.hasExpired())
      case 'flagged':
        return this.send('freeze')
      case 'reorganised':
        await this.send('pay')
        await this.until('PAID')
        return this.drop()
    }
  }

  private async send(action: 'pay' | 'underpay' | 'overpay' | 'late_pay' | 'freeze', amount?: Decimal) {
    const expected = this.transfers + 1
    await this.simulate(action, async () => (await this.count()) === expected, amount)
    this.transfers = expected
  }

  /** On a busy machine the chain may have gone on so far meanwhile that the payment stays. */
  private async drop(): Promise<void> {
    const expected = this.transfers - 1
    try {
      await this.simulate('reorg', async () => (await this.count()) === expected)
      this.transfers = expected
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'action_not_possible') throw error
    }
  }

  private async simulate(
    action: 'pay' | 'underpay' | 'overpay' | 'late_pay' | 'freeze' | 'expire' | 'reorg',
    isDone: () => Promise<boolean>,
    amount?: Decimal,
  ): Promise<void> {
    await this.driver.once((api) => api.testHelpers.simulateOrder(this.orderId, { action, amount }), isDone)
  }

  /** Transfers to the order's address, as the chain has them: what a payer's wallet would show. */
  private async count(): Promise<number> {
    const found = await this.rows.all(
      'SELECT tx_hash FROM sandbox_transfers WHERE to_address = ?',
      this.address,
    )
    return found.length
  }

  /** The end of a window moves at once, and the order follows. */
  private async hasExpired(): Promise<boolean> {
    const ended = 'SELECT id FROM orders WHERE id = ? AND expire_at < created_at + 600000'
    return (await this.rows.all(ended, this.orderId)).length === 1
  }

  /** A part payment leaves OPEN for CONFIRMING and comes back: only then is it credited. */
  private async until(status: 'OPEN' | 'PAID'): Promise<void> {
    for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; ) {
      const order = await this.driver.insist((api) => api.orders.get(this.orderId))
      if (order.status === status && order.credited_amount !== '0.00') return
      await pause(LOOK_EVERY_MS)
    }
    throw new Error(`order ${this.orderId} did not become ${status}`)
  }
}
