import { ORDER_STATUSES, type Order } from '../../packages/server/src/domain/orders/order.js'
import type { OrderFact } from '../../packages/server/src/domain/orders/order-fact.js'
import { decide } from '../../packages/server/src/domain/orders/order-state.js'
import { ZERO } from '../../packages/server/src/domain/shared/money.js'
import {
  type FailureCode,
  WITHDRAWAL_STATUSES,
  type Withdrawal,
} from '../../packages/server/src/domain/withdrawals/withdrawal.js'
import {
  decideWithdrawal,
  type WithdrawalFact,
} from '../../packages/server/src/domain/withdrawals/withdrawal-state.js'
import { amount, START } from '../../packages/server/test/support/domain/context.js'
import { appOrder, chainOrder, withdrawal } from '../../packages/server/test/support/storage/store-rows.js'
import { orderRow, withdrawalRow } from './state-rows.js'

const AT = START + 60_000
const PART = amount('10')
const WHOLE = amount('25')
const BOOLEANS = [true, false] as const
const transferOf = (value: typeof PART) =>
  ({ environment: 'test', network: 'TRC20', txHash: 'tx', logIndex: 0, incarnation: 1, value }) as const
const payment = { id: 'payment', amount: WHOLE }
const PAID_PARTS = [
  { received: WHOLE, confirmed: ZERO, credited: ZERO },
  { received: WHOLE, confirmed: PART, credited: amount('9.9') },
  { received: WHOLE, confirmed: WHOLE, credited: amount('24.75') },
] as const

/** A possible change: a fact, and the row before and after it. */
export interface Change<Kind, Fact> {
  readonly before: Kind
  readonly fact: Fact
  readonly after: Kind
}

/** Makes every change of orders that their state table has, by each fact from each status, with nothing, a part or all paid. */
export function* orderChanges(): Generator<Change<Order, OrderFact>> {
  const facts = orderFacts()
  for (const before of ordersBefore())
    for (const fact of facts) {
      const after = decide(before, fact, AT)?.order
      if (after) yield { before, fact, after }
    }
}

/** Makes every change of withdrawals that their state table has, by each fact from each status. */
export function* withdrawalChanges(): Generator<Change<Withdrawal, WithdrawalFact>> {
  const facts = withdrawalFacts()
  for (const status of WITHDRAWAL_STATUSES)
    for (const approvedAt of [null, START])
      for (const fact of facts) {
        const before = { ...withdrawal('one', 'shop'), status, approvedAt }
        const after = decideWithdrawal(before, fact, AT)?.withdrawal
        if (after) yield { before, fact, after }
      }
}

/** Names every row of both state tables once, new orders and withdrawals first. */
export function stateRows(): readonly string[] {
  const inReview = { ...withdrawal('one', 'shop'), status: 'REVIEW' } as const
  return [
    ...new Set([
      orderRow(undefined, chainOrder('one', 'shop')),
      orderRow(undefined, appOrder('one', 'shop')),
      ...[...orderChanges()].map(({ before, after }) => orderRow(before, after)),
      withdrawalRow(undefined, withdrawal('one', 'shop'), false),
      withdrawalRow(undefined, inReview, false),
      ...[...withdrawalChanges()].map(rowOfChange),
    ]),
  ]
}

/** Names the row of a change of a withdrawal. */
export const rowOfChange = ({ before, fact, after }: Change<Withdrawal, WithdrawalFact>): string =>
  withdrawalRow(before, after, fact.kind === 'settled_by_operator')

/** No version makes a PENDING order, and PENDING_CONFIRM is of app-only orders alone. */
function ordersBefore(): Order[] {
  const chain = ORDER_STATUSES.filter((status) => status !== 'PENDING' && status !== 'PENDING_CONFIRM')
  return [
    ...chain.flatMap((status) =>
      PAID_PARTS.flatMap((amounts) =>
        [null, START].map((windowEndedAt) => ({
          ...{ ...chainOrder('one', 'shop'), ...amounts, status, windowEndedAt },
          frozenReason: status === 'FROZEN' ? ('compliance' as const) : null,
        })),
      ),
    ),
    ...(['OPEN', 'PENDING_CONFIRM'] as const).map((status) => ({ ...appOrder('one', 'shop'), status })),
  ]
}

function orderFacts(): OrderFact[] {
  const isAttributed = false
  return [
    ...BOOLEANS.flatMap((flag): OrderFact[] => [
      { kind: 'authorised', payment, remark: null, windowOver: flag },
      { kind: 'voided', payment, windowOver: flag },
      { kind: 'transfer_seen', transfer: transferOf(PART), isLate: flag, isFlagged: false },
      { kind: 'transfer_confirmed', transfer: transferOf(PART), isAttributed, inFlight: flag },
      { kind: 'transfer_confirmed', transfer: transferOf(WHOLE), isAttributed, inFlight: flag },
      { kind: 'cleared', isLate: flag, inFlight: false },
      { kind: 'cleared', inFlight: true },
      ...BOOLEANS.map((inFlight) => orphaned(flag, inFlight)),
    ]),
    { kind: 'settled', payment },
    { kind: 'transfer_seen', transfer: transferOf(PART), isLate: false, isFlagged: true },
    { kind: 'transfer_declined', transfer: transferOf(PART) },
    { kind: 'flagged' },
    { kind: 'window_over' },
    { kind: 'rejected' },
  ]
}

const orphaned = (wasConfirmed: boolean, inFlight: boolean): OrderFact => ({
  ...{ kind: 'transfer_orphaned', transfer: transferOf(PART), wasConfirmed, isAttributed: false, inFlight },
})

const FAILURES: readonly Exclude<FailureCode, 'canceled'>[] = [
  ...(['rejected', 'compliance', 'broadcast_rejected', 'reverted', 'expired_unbroadcast'] as const),
]

const withdrawalFacts = (): WithdrawalFact[] => [
  ...FAILURES.map((failureCode) => ({ kind: 'failed', failureCode }) as const),
  ...BOOLEANS.map((isPaid) => ({ kind: 'settled_by_operator', isPaid, moved: PART }) as const),
  { kind: 'held_back', reason: 'funds' },
  { kind: 'needs_decision', reason: 'possible_duplicate' },
  { kind: 'needs_decision', reason: 'order_frozen' },
  { kind: 'approved' },
  { kind: 'canceled' },
  { kind: 'signed', txHash: 'hash' },
  { kind: 'broadcast' },
  { kind: 'replacement_requested' },
  { kind: 'version_changed', txHash: 'hash of another version' },
  { kind: 'confirming', confirmations: 2 },
  { kind: 'completed', confirmations: 3 },
  { kind: 'settled_by_transfer', txHash: 'hash', confirmations: 9 },
]
