import type { ShortageReason } from '../chain/sender.js'
import { merchantAccount, platformAccount } from '../ledger/account.js'
import type { LedgerTransaction } from '../ledger/ledger-entry.js'
import { add, subtract, type Usdt, ZERO } from '../shared/money.js'
import type { Instant } from '../shared/types.js'
import type { WithdrawalEvent } from '../webhooks/event-types.js'
import {
  type DecisionReason,
  type FailureCode,
  isShortage,
  type Withdrawal,
  type WithdrawalStatus,
} from './withdrawal.js'

/** An event in the life of a withdrawal, the input of {@link decideWithdrawal}. */
export type WithdrawalFact =
  | { kind: 'held_back'; reason: ShortageReason }
  /** Only a person decides from now on. An earlier approval no longer counts. */
  | { kind: 'needs_decision'; reason: DecisionReason | 'auto_limit' }
  /** The operator approved it; it stays in REVIEW until it is signed. */
  | { kind: 'approved' }
  | { kind: 'canceled' }
  /** Nothing was or will be paid, which is proven. */
  | { kind: 'failed'; failureCode: Exclude<FailureCode, 'canceled'> }
  /** Its payment is signed and stored. */
  | { kind: 'signed'; txHash: string }
  /** Another signed version of its payment is in the first place: a newer one, or the one that is final. */
  | { kind: 'version_changed'; txHash: string }
  | { kind: 'broadcast' }
  /** The operator requested the replacement of its payment. */
  | { kind: 'replacement_requested' }
  | { kind: 'confirming'; confirmations: number }
  | { kind: 'completed'; confirmations: number }
  /** The operator decided whether a payment that transferred `moved` instead counts as paid. */
  | { kind: 'settled_by_operator'; isPaid: boolean; moved: Usdt }
  /** A final transfer of the hot wallet, whose signature this database does not know, is its payment. */
  | { kind: 'settled_by_transfer'; txHash: string; confirmations: number }

/** The result of {@link decideWithdrawal}. */
export interface WithdrawalDecision {
  readonly withdrawal: Withdrawal
  readonly postings: readonly LedgerTransaction[]
  readonly event?: WithdrawalEvent
}

/**
 * Decides how a fact changes a withdrawal, its postings and its event. The hold is resolved once: settled on completion,
 * released on failure.
 *
 * @returns undefined if there is no transition for the status and the fact
 * @see openapi/DECISIONS.md "Withdrawals"
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
  const difference = fact.kind === 'settled_by_operator' ? differences(before, fact) : []
  switch (to) {
    case 'COMPLETED':
      return {
        withdrawal,
        // A transfer that was not signed here is in suspense already.
        postings: [
          settlement(before, fact.kind === 'settled_by_transfer' ? 'suspense' : 'custody'),
          ...difference,
        ],
        event: 'withdrawal.completed',
      }
    case 'FAILED':
    case 'CANCELED':
      return { withdrawal, postings: [release(before), ...difference], event: 'withdrawal.failed' }
    default:
      return { withdrawal, postings: [] }
  }
}

/** Failures by a decision, possible only before signing; the others are failures of a transaction. */
const BEFORE_SIGNING: ReadonlySet<FailureCode> = new Set(['rejected', 'compliance'])

function statusAfter(before: Withdrawal, fact: WithdrawalFact): WithdrawalStatus | undefined {
  const { status, approvedAt, reviewReason } = before
  const isWaiting = status === 'PENDING' || status === 'REVIEW'
  const isSigned = status === 'PROCESSING' || status === 'BROADCAST'
  switch (fact.kind) {
    case 'held_back':
      // A shortage ends by itself, and would take the place of a decision.
      return isWaiting && !isUndecided(before) ? 'REVIEW' : undefined
    case 'needs_decision':
      // A possible duplicate is stricter than a frozen order: it cannot be canceled.
      return isWaiting && (fact.reason === 'possible_duplicate' || !isUndecidedDuplicate(before))
        ? 'REVIEW'
        : undefined
    case 'approved':
      return status === 'REVIEW' ? 'REVIEW' : undefined
    case 'canceled':
      // It may be paid already, and the merchant would get its money twice.
      return isWaiting && !isUndecidedDuplicate(before) ? 'CANCELED' : undefined
    case 'failed':
      return (BEFORE_SIGNING.has(fact.failureCode) ? isWaiting : isSigned) ? 'FAILED' : undefined
    case 'signed':
      // A withdrawal under review is signed once it is approved, or if it waits for a shortage only.
      return status === 'PENDING' || (isWaiting && (approvedAt !== null || isShortage(reviewReason)))
        ? 'PROCESSING'
        : undefined
    case 'replacement_requested':
    case 'version_changed':
      return isSigned ? status : undefined
    case 'broadcast':
      return status === 'PROCESSING' ? 'BROADCAST' : undefined
    case 'confirming':
      return isSigned ? 'BROADCAST' : undefined
    case 'completed':
      return status === 'BROADCAST' ? 'COMPLETED' : undefined
    case 'settled_by_operator':
      if (status !== 'BROADCAST') return undefined
      return fact.isPaid ? 'COMPLETED' : 'FAILED'
    case 'settled_by_transfer':
      return isWaiting || isSigned ? 'COMPLETED' : undefined
  }
}

const isUndecidedDuplicate = (withdrawal: Withdrawal): boolean =>
  withdrawal.reviewReason === 'possible_duplicate' && isUndecided(withdrawal)

const isUndecided = ({ reviewReason, approvedAt }: Withdrawal): boolean =>
  reviewReason !== null && !isShortage(reviewReason) && approvedAt === null

function changesOf(fact: WithdrawalFact, at: Instant): Partial<Withdrawal> {
  switch (fact.kind) {
    case 'held_back':
      return { reviewReason: fact.reason }
    case 'needs_decision':
      return { reviewReason: fact.reason, approvedAt: null }
    case 'approved':
      return { approvedAt: at }
    case 'canceled':
      return { failureCode: 'canceled' }
    case 'failed':
      return { failureCode: fact.failureCode }
    case 'signed':
    case 'version_changed':
      return { txHash: fact.txHash }
    case 'broadcast':
      return {}
    case 'replacement_requested':
      return { voidRequestedAt: at }
    case 'confirming':
      return { confirmations: fact.confirmations }
    case 'completed':
      return { confirmations: fact.confirmations, completedAt: at }
    case 'settled_by_operator':
      return fact.isPaid ? { completedAt: at } : { failureCode: 'reverted' }
    case 'settled_by_transfer':
      return { txHash: fact.txHash, confirmations: fact.confirmations, completedAt: at }
  }
}

const holdKey = ({ id }: Withdrawal): string => `withdrawal:${id}:hold`

/** Reserves amount and fee. Fails with insufficient_balance when posted. */
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

/** @param payer the account that has the loss of the payment so far */
function settlement(withdrawal: Withdrawal, payer: 'custody' | 'suspense'): LedgerTransaction {
  const { environment, network, amount, fee } = withdrawal
  const debit = merchantAccount(withdrawal, 'held')
  return {
    environment,
    kind: 'withdrawal_settle',
    key: `withdrawal:${withdrawal.id}:settle`,
    reference: withdrawal.id,
    resolves: holdKey(withdrawal),
    legs: [
      { debit, credit: platformAccount(environment, `${payer}:${network}`), amount },
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

/** Posts the difference between the transferred and the settled amount to suspense, from where the operator attributes it. */
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
