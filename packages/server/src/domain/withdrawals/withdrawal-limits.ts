import type { Context } from '../context.js'
import { add, type Usdt, usdt } from '../shared/money.js'
import { DAY_MS, type Policy, REFUNDS_PER_ORDER } from '../shared/policy.js'
import type { Instant, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { DaySums } from '../store/withdrawal-tables.js'
import type { ReviewReason, Withdrawal } from './withdrawal.js'

/** The facts of a withdrawal that count towards the limits. */
export type Counted = Pick<
  Withdrawal,
  'id' | 'orderId' | 'merchantId' | 'environment' | 'network' | 'amount' | 'fee' | 'createdAt'
>

/** Returns the debit of a withdrawal, which every limit counts: many small ones would cost more in fees than they send. */
export const totalDebit = ({ amount, fee }: Pick<Withdrawal, 'amount' | 'fee'>): Usdt => add(amount, fee)

/** Whether two people must approve a withdrawal. */
export const needsTwo = (
  { policy: { approvalByTwoAbove } }: { readonly policy: Pick<Policy, 'approvalByTwoAbove'> },
  withdrawal: Pick<Withdrawal, 'amount' | 'fee'>,
): boolean => approvalByTwoAbove !== undefined && totalDebit(withdrawal) > approvalByTwoAbove

/** Returns the largest debit that no person approves. */
export const autoLimit = ({
  withdrawalAutoLimit,
  approvalByTwoAbove,
}: Pick<Policy, 'withdrawalAutoLimit' | 'approvalByTwoAbove'>): Usdt =>
  approvalByTwoAbove !== undefined && approvalByTwoAbove < withdrawalAutoLimit
    ? approvalByTwoAbove
    : withdrawalAutoLimit

/** Counts a new withdrawal towards its day. @returns the sums of the day, this one included */
export const countTowardsDay = (tx: Tx, withdrawal: Counted): Promise<DaySums> =>
  tx.withdrawals.addToDay(withdrawal, dayOf(withdrawal), sumsOf(withdrawal))

/** Gives back what a withdrawal counted, since it took nothing after all. */
export async function giveBackToLimits(tx: Tx, withdrawal: Counted): Promise<void> {
  const { withdrawals, refunds } = sumsOf(withdrawal)
  const taken = { withdrawals: -withdrawals, refunds: -refunds }
  await tx.withdrawals.addToDay(withdrawal, dayOf(withdrawal), taken)
  await tx.destinations.forgetUnlisted(withdrawal.id)
}

/** Returns the limit that a withdrawal exceeds; undefined for one within all of them. */
export async function exceededLimit(
  tx: Tx,
  context: Context,
  withdrawal: Counted,
  day: DaySums,
): Promise<ReviewReason | undefined> {
  const { withdrawalAutoLimit, withdrawalDailyLimit } = context.policy
  if (totalDebit(withdrawal) > withdrawalAutoLimit) return 'auto_limit'
  if (needsTwo(context, withdrawal)) return 'auto_limit'
  if (day.withdrawals > withdrawalDailyLimit) return 'daily_limit'
  if (withdrawal.orderId === null) return undefined
  const earlier = await tx.withdrawals.countStandingRefunds(withdrawal.orderId)
  if (earlier >= REFUNDS_PER_ORDER) return 'refund_limit'
  return day.refunds > (await refundLimit(tx, context, withdrawal)) ? 'refund_limit' : undefined
}

/** The limit of a day's refunds. By default each order that was paid that day can go back in full, with its fees. */
async function refundLimit(tx: Tx, { policy }: Context, withdrawal: Counted): Promise<Usdt> {
  if (policy.refundDailyLimit !== undefined) return policy.refundDailyLimit
  const { orders, amount } = await receivedSince(tx, withdrawal, dayOf(withdrawal) * DAY_MS)
  return usdt(amount + BigInt(orders * REFUNDS_PER_ORDER) * withdrawal.fee)
}

async function receivedSince(tx: Tx, scope: Scope, since: Instant) {
  const underpaid = await tx.orders.sumUnderpaid(scope, since)
  const [paid] = await tx.orders.sumPaid(scope, [since])
  return {
    orders: underpaid.orders + (paid?.orders ?? 0),
    amount: underpaid.amount + (paid?.paid ?? 0n),
  }
}

const dayOf = ({ createdAt }: Counted): number => Math.floor(createdAt / DAY_MS)

const sumsOf = (withdrawal: Counted): DaySums => ({
  withdrawals: totalDebit(withdrawal),
  refunds: withdrawal.orderId === null ? 0n : totalDebit(withdrawal),
})
