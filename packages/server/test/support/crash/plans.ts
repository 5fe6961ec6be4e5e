import { ApiError, type MerchantPay } from '@merchantpay/sdk'
import type { CrashChains, Means } from './chains.js'
import { type Driver, pause } from './driver.js'
import type { Exit, Network, Plan } from './plan.js'

/** An amount as in the contract. */
export type Decimal = `${number}`

/** On a busy machine, servers that are killed repeatedly may take long to follow a network. */
const TIMEOUT_MS = 180_000
/** More frequent polls would slow the servers down. */
const POLL_MS = 250

/** An order of the driver, and its payer's actions. */
export interface Payment {
  readonly plan: Plan
  readonly orderId: string
  /** 1e-8 USDT. */
  readonly amount: bigint
  /** The payment address; null inside the client app. */
  readonly address: string | null
  /** Transfers that are on the chain in the end. */
  readonly transfers: number
}
/** A withdrawal of the driver. */
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
  chains: CrashChains,
  means: Means,
  plan: Plan,
  network: Network,
  cents: number,
): Promise<Payment> {
  const { driver } = means
  const amount = textOf(cents)
  const common = { plan, amount: BigInt(cents) * 1_000_000n }
  if (plan === 'app') return { ...common, ...(await playApp(driver, amount, cents)) }
  const body = { amount, currency: 'USDT', network, metadata: { plan } } as const
  const options = { idempotencyKey: `order ${cents}` }
  const create = () => driver.insist((api) => api.orders.create(body, options))
  // A server that has just started leases no address until it has read the blocks from before.
  const order = await onceNot('no_available_address', create)
  const paid = await chains.pay(means, order, plan, cents)
  return { ...common, ...paid, orderId: order.id, address: order.payment_address }
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
  const payment = { orderId: order.id, address: null, transfers: 0 }
  try {
    await driver.once(simulate('authorise'), statusIs('PENDING_CONFIRM'))
    await driver.once(simulate('pay'), statusIs('PAID'))
    return payment
  } catch (error) {
    const isOver = error instanceof ApiError && error.code === 'action_not_possible'
    // With short windows, kills may make a payer late.
    if (!isOver || !(await driver.insist(statusIs('EXPIRED')))) throw error
    return { ...payment, plan: 'never' as const }
  }
}

/** Withdraws, once the balance suffices. */
export async function runPayout(
  chains: CrashChains,
  driver: Driver,
  exit: Exit,
  cents: number,
): Promise<Payout> {
  const body = { amount: textOf(cents), currency: 'USDT', ...chains.nextDestination(exit) } as const
  const options = { idempotencyKey: `withdrawal ${cents}` }
  const create = () => driver.insist((api) => api.withdrawals.create(body, options))
  const withdrawal = await onceNot('insufficient_balance', create)
  const isCanceled = exit === 'canceled' && (await cancel(driver, withdrawal.id))
  return { withdrawalId: withdrawal.id, exit, isCanceled, amount: BigInt(cents) * 1_000_000n }
}

async function onceNot<Answer>(code: string, create: () => Promise<Answer>): Promise<Answer> {
  for (const deadline = performance.now() + TIMEOUT_MS; ; await pause(POLL_MS)) {
    try {
      return await create()
    } catch (error) {
      const isThat = error instanceof ApiError && error.code === code
      if (!isThat || performance.now() > deadline) throw error
    }
  }
}

/** Cancels a withdrawal. @returns false when it was too late */
async function cancel(driver: Driver, id: string): Promise<boolean> {
  try {
    await driver.insist((api) => api.withdrawals.cancel(id))
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'withdrawal_not_cancelable') return false
    throw error
  }
}

/** Writes an amount of USDT. @param cents rounded down */
export const textOf = (cents: number): Decimal => {
  const text = `${Math.floor(cents)}`.padStart(3, '0')
  return `${Number(text.slice(0, -2))}.${Number(text.at(-2))}${Number(text.at(-1))}` as Decimal // digits and a point
}
