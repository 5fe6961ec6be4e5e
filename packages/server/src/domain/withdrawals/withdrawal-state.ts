import { merchantAccount, platformAccount } from '../ledger/account.js'
import type { LedgerTransaction } from '../ledger/ledger-entry.js'
import { add, subtract, type Usdt, ZERO } from '../shared/money.js'
import type { Instant } from '../shared/types.js'
import type { WithdrawalEvent } from '../webhooks/event-types.js'
import {
  type FailureCode,
  isShortage,
  type ReviewReason,
  type Withdrawal,
  type WithdrawalStatus,
} from './withdrawal.js'

export type WithdrawalFact =
  | { kind: 'held_back'; reason: ReviewReason }
  /** The operator said yes; it stays in REVIEW until it is signed. */
  | { kind: 'approved' }
  | { kind: 'canceled' }
  /** Provably nothing was or will be paid. */
  | { kind: 'failed'; failureCode: Exclude<FailureCode, 'canceled'> }
  /** Its one transaction is signed and stored. */
  | { kind: 'signed'; txHash: string }
  | { kind: 'broadcast' }
  /** The operator wants something that pays nobody in the place of its payment. */
  | { kind: 'void_requested' }
  | { kind: 'confirming'; confirmations: number }
  | { kind: 'completed'; confirmations: number }
  /** The operator said of a payment that moved something else whether its destination is paid by it. */
  | { kind: 'judged'; isPaid: boolean; moved: Usdt }

export interface WithdrawalDecision {
  readonly withdrawal: Withdrawal
  readonly postings: readonly LedgerTransaction[]
  readonly event?: WithdrawalEvent
}

/**
 * What a fact makes of a withdrawal. Its hold is resolved once: settled when it completed, released when it failed.
 *
 * @returns undefined for every pair of status and fact that has no step
 * @see openapi/DECISIONS.md «Withdrawals»
 */
export function decideWithdrawal(
  before: Withdrawal,
  fact: WithdrawalFact,
  at: Instant,
): WithdrawalDecision | undefined {
  const to = statusAfter(before, fact)
  if (to === undefined) return undefined
  const withdrawal = {
    ...before,
    ...changesOf(fact, at),
    status: to,
    updatedAt: at,
    version: before.version + 1,
  }
  const rest = fact.kind === 'judged' ? differences(before, fact) : []
  switch (to) {
    case 'COMPLETED':
      return { withdrawal, postings: [settlement(before), ...rest], event: 'withdrawal.completed' }
    case 'FAILED':
    case 'CANCELED':
      return { withdrawal, postings: [release(before), ...rest], event: 'withdrawal.failed' }
    default:
      return { withdrawal, postings: [] }
  }
}

/** A decision against it, possible while nothing is signed; the other failures are a transaction's. */
const BEFORE_SIGNING: ReadonlySet<FailureCode> = new Set(['rejected', 'compliance'])

function statusAfter(
  { status, approvedAt, reviewReason }: Withdrawal,
  fact: WithdrawalFact,
): WithdrawalStatus | undefined {
  const isWaiting = status === 'PENDING' || status === 'REVIEW'
  const isSigned = status === 'PROCESSING' || status === 'BROADCAST'
  switch (fact.kind) {
    case 'held_back':
      return isWaiting ? 'REVIEW' : undefined
    case 'approved':
      return status === 'REVIEW' ? 'REVIEW' : undefined
    case 'canceled':
      return isWaiting ? 'CANCELED' : undefined
    case 'failed':
      return (BEFORE_SIGNING.has(fact.failureCode) ? isWaiting : isSigned) ? 'FAILED' : undefined
    case 'signed':
      // What waits for a person is signed once somebody said yes.
      return status === 'PENDING' || (isWaiting && (approvedAt !== null || isShortage(reviewReason)))
        ? 'PROCESSING'
        : undefined
    case 'void_requested':
      return isSigned ? status : undefined
    case 'broadcast':
    case 'confirming':
      return isSigned ? 'BROADCAST' : undefined
    case 'completed':
      return status === 'BROADCAST' ? 'COMPLETED' : undefined
    case 'judged':
      if (status !== 'BROADCAST') return undefined
      return fact.isPaid ? 'COMPLETED' : 'FAILED'
  }
}

function changesOf(fact: WithdrawalFact, at: Instant): Partial<Withdrawal> {
  switch (fact.kind) {
    case 'held_back':
      return { reviewReason: fact.reason }
    case 'approved':
      return { approvedAt: at }
    case 'canceled':
      return { failureCode: 'canceled' }
    case 'failed':
      return { failureCode: fact.failureCode }
    case 'signed':
      return { txHash: fact.txHash }
    case 'broadcast':
      return {}
    case 'void_requested':
      return { voidRequestedAt: at }
    case 'confirming':
      return { confirmations: fact.confirmations }
    case 'completed':
      return { confirmations: fact.confirmations, completedAt: at }
    case 'judged':
      return fact.isPaid ? { completedAt: at } : { failureCode: 'reverted' }
  }
}

const holdKey = ({ id }: Withdrawal): string => `withdrawal:${id}:hold`

/** Reserves amount and fee: a wish, which can fail for lack of money. */
export const hold = (withdrawal: Withdrawal): LedgerTransaction => ({
  environment: withdrawal.environment,
  kind: 'withdrawal_hold',
  key: holdKey(withdrawal),
  reference: withdrawal.id,
  requiresFunds: true,
  legs: [
    {
      debit: merchantAccount(withdrawal, 'available'),
      credit: merchantAccount(withdrawal, 'held'),
      amount: add(withdrawal.amount, withdrawal.fee),
    },
  ],
})

function settlement(withdrawal: Withdrawal): LedgerTransaction {
  const { environment, network, amount, fee } = withdrawal
  const debit = merchantAccount(withdrawal, 'held')
  return {
    environment,
    kind: 'withdrawal_settle',
    key: `withdrawal:${withdrawal.id}:settle`,
    reference: withdrawal.id,
    resolves: holdKey(withdrawal),
    legs: [
      { debit, credit: platformAccount(environment, `custody:${network}`), amount },
      { debit, credit: platformAccount(environment, 'fees'), amount: fee },
    ],
  }
}

function release(withdrawal: Withdrawal): LedgerTransaction {
  const legs = hold(withdrawal).legs.map(({ debit, credit, amount }) => ({
    debit: credit,
    credit: debit,
    amount,
  }))
  return {
    environment: withdrawal.environment,
    kind: 'withdrawal_release',
    key: `withdrawal:${withdrawal.id}:release`,
    reference: withdrawal.id,
    resolves: holdKey(withdrawal),
    legs,
  }
}

/** What left custody beside what is settled, or stayed there: nobody's until the operator says whose. */
function differences(
  { id, environment, network, amount }: Withdrawal,
  { isPaid, moved }: { isPaid: boolean; moved: Usdt },
): LedgerTransaction[] {
  const settled = isPaid ? amount : ZERO
  if (moved === settled) return []
  const custody = platformAccount(environment, `custody:${network}`)
  const suspense = platformAccount(environment, `suspense:${network}`)
  const leg =
    moved > settled
      ? { debit: suspense, credit: custody, amount: subtract(moved, settled) }
      : { debit: custody, credit: suspense, amount: subtract(settled, moved) }
  const key = `withdrawal:${id}:difference`
  return [{ environment, kind: 'withdrawal_difference', key, reference: id, legs: [leg] }]
}
