import { findLedgerFaults } from './ledger-faults.js'
import type { Plan } from './plan.js'
import type { Payment, Payout } from './plans.js'
import type { Rows } from './rows.js'
import type { Arrival } from './webhook-log.js'

const USDT = 100_000_000n
const OVERPAYMENT = 10n * USDT
/** The token's smallest unit; fees are rounded down to it. */
const CHAIN_STEP = 100n
/** 1 %, the fee of a newly registered merchant. */
const FEE_DIVISOR = 100n
const PAYOUT_FEE = (15n * USDT) / 10n
const LATE_ARRIVAL_MS = 500

/** The story of a run, from the driver's own log alone. */
export interface Played {
  readonly merchantId: string
  readonly payments: readonly Payment[]
  readonly payouts: readonly Payout[]
  /** Times of kills, and times without commits, by the monotonic clock. */
  readonly interruptedAt: readonly number[]
}

interface OrderRow {
  id: string
  status: string
  received: bigint
  credited: bigint
}
interface PayoutRow {
  id: string
  status: string
  failure_code: string | null
}

/** The expected final state of an order, from its payer's actions. */
interface Ending {
  readonly status: string
  readonly received: bigint
  readonly credited: bigint
  readonly events: readonly string[]
}

const STATUS: Readonly<Record<Plan, string>> = {
  exact: 'PAID',
  parts: 'PAID',
  short: 'UNDERPAID',
  over: 'PAID',
  late: 'EXPIRED_PAID',
  never: 'EXPIRED',
  flagged: 'FROZEN',
  reorganised: 'FROZEN',
  returned: 'FROZEN',
  app: 'PAID',
}
const EVENTS: Readonly<Record<Plan, readonly string[]>> = {
  exact: ['payment.confirmed'],
  parts: ['payment.confirmed'],
  short: ['payment.underpaid'],
  over: ['payment.confirmed'],
  late: ['payment.expired', 'payment.confirmed'],
  never: ['payment.expired'],
  flagged: ['payment.frozen'],
  reorganised: ['payment.confirmed', 'payment.frozen'],
  returned: ['payment.confirmed', 'payment.frozen'],
  app: ['payment.confirmed'],
}

function endingOf({ plan, amount }: Payment): Ending {
  const received = receivedBy(plan, amount)
  const exact = received / FEE_DIVISOR
  const fee = plan === 'app' ? exact : exact - (exact % CHAIN_STEP)
  return { status: STATUS[plan], received, credited: received - fee, events: EVENTS[plan] }
}

function receivedBy(plan: Plan, amount: bigint): bigint {
  if (plan === 'never' || plan === 'reorganised') return 0n
  if (plan === 'over') return amount + OVERPAYMENT
  return plan === 'short' ? amount / 2n - ((amount / 2n) % CHAIN_STEP) : amount
}

/**
 * Compares database and receiver with the actions and answers of the driver.
 *
 * @returns one line per difference; none once all work is done and no effect was lost or repeated
 */
export async function findDifferences(
  rows: Rows,
  played: Played,
  arrivals: ReadonlyMap<string, Arrival>,
): Promise<string[]> {
  const statuses = await payoutStatuses(rows, played)
  return [
    ...(await orderDifferences(rows, played)),
    ...payoutDifferences(played, statuses),
    ...(await chainDifferences(rows, played)),
    ...(await balanceDifferences(rows, played, statuses)),
    ...(await webhookDifferences(rows, played, statuses, arrivals)),
    ...(await findLedgerFaults(rows)),
  ]
}

async function orderDifferences(rows: Rows, { merchantId, payments }: Played): Promise<string[]> {
  const text = 'SELECT id, status, received, credited FROM orders WHERE merchant_id = ?'
  const found = new Map((await rows.all<OrderRow>(text, merchantId)).map((row) => [row.id, row]))
  const lines = payments.flatMap((payment) => {
    const order = found.get(payment.orderId)
    const { status, received, credited } = endingOf(payment)
    const isRight = order?.status === status && order.received === received && order.credited === credited
    const is = order ? `${order.status} ${order.received} ${order.credited}` : 'lost'
    return isRight
      ? []
      : [`order ${payment.orderId} (${payment.plan}): ${is}, not ${status} ${received} ${credited}`]
  })
  return found.size === payments.length ? lines : [...lines, `${found.size} orders, not ${payments.length}`]
}

async function payoutStatuses(rows: Rows, { merchantId }: Played): Promise<Map<string, PayoutRow>> {
  const text = 'SELECT id, status, failure_code FROM withdrawals WHERE merchant_id = ?'
  return new Map((await rows.all<PayoutRow>(text, merchantId)).map((row) => [row.id, row]))
}

function payoutDifferences({ payouts }: Played, found: Map<string, PayoutRow>): string[] {
  const lines = payouts.flatMap((payout) => {
    const row = found.get(payout.withdrawalId)
    const is = row ? `${row.status}${row.failure_code ? ` ${row.failure_code}` : ''}` : 'lost'
    return exitsOf(payout).includes(is) ? [] : [`withdrawal ${payout.withdrawalId} (${payout.exit}): ${is}`]
  })
  return found.size === payouts.length
    ? lines
    : [...lines, `${found.size} withdrawals, not ${payouts.length}`]
}

/** A signed payment may have expired while no server ran; then its payee was not paid. */
function exitsOf({ exit, isCanceled }: Payout): readonly string[] {
  if (isCanceled) return ['CANCELED canceled']
  const expired = 'FAILED expired_unbroadcast'
  if (exit === 'never-mined') return [expired]
  return [exit === 'reverts' ? 'FAILED reverted' : 'COMPLETED', expired]
}

/** Every acknowledged payment is on the chain once. */
async function chainDifferences(rows: Rows, { payments }: Played): Promise<string[]> {
  const text = 'SELECT to_address, COUNT(*) AS transfers FROM sandbox_transfers GROUP BY to_address'
  const found = await rows.all<{ to_address: string; transfers: bigint }>(text)
  const counts = new Map(found.map((row) => [row.to_address, Number(row.transfers)]))
  return payments.flatMap(({ address, transfers, orderId }) => {
    const count = address === null ? 0 : (counts.get(address) ?? 0)
    return count === transfers ? [] : [`order ${orderId}: ${count} transfers on the chain, not ${transfers}`]
  })
}

async function balanceDifferences(
  rows: Rows,
  { merchantId, payments, payouts }: Played,
  statuses: Map<string, PayoutRow>,
): Promise<string[]> {
  const text = 'SELECT code, balance FROM ledger_accounts WHERE owner = ?'
  const found = await rows.all<{ code: string; balance: bigint }>(text, merchantId)
  const balances = new Map(found.map(({ code, balance }) => [code, balance]))
  const of = (code: string) => balances.get(code) ?? 0n
  const creditOf = (isFrozen: boolean) =>
    sum(payments.map(endingOf).map((end) => ((end.status === 'FROZEN') === isFrozen ? end.credited : 0n)))
  const paidOut = payouts.map(({ withdrawalId, amount }) =>
    statuses.get(withdrawalId)?.status === 'COMPLETED' ? amount + PAYOUT_FEE : 0n,
  )
  const expected = { available: creditOf(false) - sum(paidOut), held: 0n, frozen: creditOf(true) }
  const is = { available: of('available') - of('shortfall'), held: of('held'), frozen: of('frozen') }
  const codes = ['available', 'held', 'frozen'] as const
  return codes.flatMap((code) =>
    is[code] === expected[code] ? [] : [`${code} is ${is[code]}, not ${expected[code]}`],
  )
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** Each expected event is one delivery, recorded as delivered and received with one body; no other event was sent. */
async function webhookDifferences(
  rows: Rows,
  { merchantId, payments, payouts, interruptedAt }: Played,
  statuses: Map<string, PayoutRow>,
  arrivals: ReadonlyMap<string, Arrival>,
): Promise<string[]> {
  const expected = [
    ...payments.flatMap((payment) => EVENTS[payment.plan].map((event) => `${event} ${payment.orderId}`)),
    ...payouts.map(({ withdrawalId }) => {
      const isPaid = statuses.get(withdrawalId)?.status === 'COMPLETED'
      return `withdrawal.${isPaid ? 'completed' : 'failed'} ${withdrawalId}`
    }),
  ]
  const subjects = new Set([...payments.map(({ orderId }) => orderId), ...statuses.keys()])
  const came = [...arrivals.values()].filter(({ subject }) => subjects.has(subject))
  const recorded = await rows.all<{ id: string; attempts: bigint }>(
    'SELECT id, attempts FROM webhook_deliveries',
  )
  const attempts = new Map(recorded.map((row) => [row.id, Number(row.attempts)]))
  const text = `SELECT webhook_deliveries.id AS id FROM webhook_deliveries
    JOIN webhook_events ON webhook_events.id = event_id
    WHERE merchant_id = ? AND (status <> 'DELIVERED' OR claimed_by IS NOT NULL)`
  const unfinished = await rows.all<{ id: string }>(text, merchantId)
  return [
    ...multisetDifferences(
      came.map(({ event, subject }) => `${event} ${subject}`),
      expected,
    ),
    ...came
      .filter(({ bodies }) => bodies.size > 1)
      .map(({ event, subject }) => `${event} ${subject} came with two bodies`),
    ...[...arrivals]
      .filter(([id, { times }]) => times.length > (attempts.get(id) ?? 0) && !isBetween(interruptedAt, times))
      .map(([, { event, subject }]) => `${event} ${subject} was sent by two servers at once without a kill`),
    ...unfinished.map(({ id }) => `delivery ${id} is not recorded as delivered`),
  ]
}

/**
 * A server that was killed just before an arrival may have sent it. One that could not record its attempt before the end of its
 * lease leaves the delivery to the next.
 */
function isBetween(interruptedAt: readonly number[], times: readonly number[]): boolean {
  const from = Math.min(...times) - LATE_ARRIVAL_MS
  const to = Math.max(...times)
  return interruptedAt.some((at) => at >= from && at <= to)
}

function multisetDifferences(is: readonly string[], expected: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const one of is) counts.set(one, (counts.get(one) ?? 0) + 1)
  for (const one of expected) counts.set(one, (counts.get(one) ?? 0) - 1)
  return [...counts].flatMap(([one, count]) =>
    count === 0 ? [] : [`${one} ${count > 0 ? 'was sent unexpectedly or under two ids' : 'never arrived'}`],
  )
}
