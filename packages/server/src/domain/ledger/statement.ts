import type { Instant, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import {
  accountWithId,
  isDebt,
  MERCHANT_CODES,
  type MerchantCode,
  merchantAccount,
  perMerchantCode,
} from './account.js'
import type { MoveSum } from './ledger-entry.js'

/**
 * The movements of a merchant's money between two instants, 1e-8 USDT. Its balance is `available`, `held` and `frozen` less
 * `shortfall`. The opening balance and the lines add up to the closing balance.
 */
export interface Statement extends Scope {
  readonly from: Instant
  readonly to: Instant
  readonly opening: Readonly<Record<MerchantCode, bigint>>
  readonly closing: Readonly<Record<MerchantCode, bigint>>
  readonly lines: Readonly<Record<StatementLine, bigint>>
  /** Moved to `frozen` for a review, and back after it. Neither changes the balance. */
  readonly frozen: bigint
  readonly released: bigint
}

/** The lines of a statement; an amount that leaves the merchant is negative. */
export const STATEMENT_LINES = [
  /** Payments and attributed transfers, and app payments once they are settled. */
  'deposits',
  /** Change of the app payments that are authorised and not settled. */
  'authorised',
  /** Fees on deposits, less those returned with a reversal. */
  'fees',
  /** Withdrawals that refund no order. */
  'withdrawals',
  'refunds',
  /** Fees of withdrawals and refunds. */
  'withdrawal_fees',
  /** Deposits whose transfer left the chain. */
  'reversals',
  /** Money of orders that the operator rejected. */
  'rejected',
  /** Corrections by the operator, and postings that belong to no other line. */
  'adjustments',
] as const
export type StatementLine = (typeof STATEMENT_LINES)[number]

/** The balance of a merchant over all its accounts, less what it owes. */
export const totalOf = (balances: Readonly<Record<MerchantCode, bigint>>): bigint =>
  MERCHANT_CODES.reduce((sum, code) => (isDebt(code) ? sum - balances[code] : sum + balances[code]), 0n)

/**
 * Derives a statement from the balances and the postings since `from`, in one snapshot.
 *
 * @throws Error if the lines do not add up to the change of the balances
 */
export async function readStatement(
  tx: Tx,
  scope: Scope,
  range: { readonly from: Instant; readonly to: Instant },
): Promise<Statement> {
  const accountOf = (code: MerchantCode) => merchantAccount(scope, code)
  const balances = await tx.ledger.balances(MERCHANT_CODES.map((code) => accountOf(code).id))
  const moves = await tx.exports.sumMoves(scope, range)
  const balanceBefore = (undone: readonly MoveSum[]) =>
    perMerchantCode((code) => {
      const { id, normal } = accountOf(code)
      const credited = sumOf(undone, ({ credit }) => credit === id)
      const debited = sumOf(undone, ({ debit }) => debit === id)
      return (balances.get(id) ?? 0n) - (normal === 'credit' ? credited - debited : debited - credited)
    })
  const within = moves.filter(({ isWithin }) => isWithin)
  const statement = {
    merchantId: scope.merchantId,
    environment: scope.environment,
    ...range,
    opening: balanceBefore(moves),
    closing: balanceBefore(moves.filter(({ isWithin }) => !isWithin)),
    ...sortMoves(scope, within),
  }
  const moved = STATEMENT_LINES.reduce((sum, line) => sum + statement.lines[line], 0n)
  if (totalOf(statement.opening) + moved !== totalOf(statement.closing))
    throw new Error(`the statement of ${scope.merchantId} does not add up`)
  return statement
}

const sumOf = (moves: readonly MoveSum[], isCounted: (move: MoveSum) => boolean): bigint =>
  moves.reduce((sum, move) => (isCounted(move) ? sum + move.amount : sum), 0n)

function sortMoves(
  scope: Scope,
  moves: readonly MoveSum[],
): Pick<Statement, 'lines' | 'frozen' | 'released'> {
  const lines = Object.fromEntries(STATEMENT_LINES.map((line) => [line, 0n])) as Record<StatementLine, bigint> // one entry for each line
  let frozen = 0n
  let released = 0n
  for (const move of moves) {
    const { kind, amount } = move
    const debit = accountWithId(move.debit)
    const credit = accountWithId(move.credit)
    if (debit.owner === credit.owner) {
      if (kind === 'freeze') frozen += amount
      // The other postings of a clearing repay a shortfall.
      if (kind === 'clear' && debit.code === 'frozen') released += amount
      if (kind === 'app_settle' && debit.code === 'held') {
        lines.deposits += amount
        lines.authorised -= amount
      }
    }
    const { line, change } = changeBy(scope.merchantId, move)
    if (line !== undefined) lines[line] += change
  }
  return { lines, frozen, released }
}

/** A posting of a merchant, alone or with others of its kind. */
type Move = Pick<MoveSum, 'kind' | 'debit' | 'credit' | 'amount' | 'isRefund'>

/** Returns the change of a merchant's balance by a posting, 1e-8 USDT, and its line; none between its own accounts. */
export function changeBy(
  merchantId: string,
  move: Move,
): { readonly line: StatementLine | undefined; readonly change: bigint } {
  const debit = accountWithId(move.debit)
  const credit = accountWithId(move.credit)
  if (debit.owner === credit.owner) return { line: undefined, change: 0n }
  return credit.owner === merchantId
    ? { line: creditedLine(move, debit.code), change: move.amount }
    : { line: lineOf(move, credit.code), change: -move.amount }
}

/** Reversals of deposits take money: one that returns other money than a fee undoes an explanation. */
const creditedLine = (move: Move, other: string): StatementLine =>
  move.kind === 'reverse' && other !== 'fees' ? 'withdrawals' : lineOf(move, other)

/** @param other the account outside the merchant's */
function lineOf({ kind, isRefund }: Move, other: string): StatementLine {
  switch (kind) {
    case 'deposit':
    case 'attribute':
    case 'app_settle':
      return other === 'fees' ? 'fees' : 'deposits'
    case 'reverse':
      return other === 'fees' ? 'fees' : 'reversals'
    case 'app_hold':
    case 'app_void':
      return 'authorised'
    // A payment that a restore lost, taken from the balance by hand.
    case 'explain':
    case 'withdrawal_settle':
      if (other === 'fees') return 'withdrawal_fees'
      return isRefund ? 'refunds' : 'withdrawals'
    case 'reject':
      return 'rejected'
    default:
      return 'adjustments'
  }
}
