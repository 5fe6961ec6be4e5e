import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { formatUsdt, type Usdt, ZERO } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Tx } from '../store/unit-of-work.js'
import { type Account, isPlatformAccount } from './account.js'
import { post } from './ledger.js'
import type { LedgerTransaction } from './ledger-entry.js'

/** A manual correction between two accounts. */
export interface Adjustment {
  readonly debit: Account
  readonly credit: Account
  /** 1e-8 USDT, > 0 */
  readonly amount: Usdt
}

/**
 * Posts a manual correction.
 *
 * @returns the key of the ledger transaction
 * @throws OperatorError if the amount or the accounts are not allowed; insufficient_balance if the debited account does not
 * have that much
 */
export async function adjustLedger(
  tx: Tx,
  context: Context,
  { debit, credit, amount }: Adjustment,
  { actor, reason }: Mandate,
): Promise<string> {
  if (amount <= ZERO) throw new OperatorError('the amount must be greater than 0')
  if (debit.environment !== credit.environment)
    throw new OperatorError('the accounts belong to different environments')
  if (debit.id === credit.id) throw new OperatorError('both accounts are the same')
  for (const account of [debit, credit]) {
    if (account.isReserved) throw new OperatorError(`\`${account.code}\` is reserved and cannot be adjusted`)
    await requireOwner(tx, account)
  }
  const id = context.ids.uuid()
  const entry: LedgerTransaction = {
    environment: debit.environment,
    kind: 'adjust',
    key: `adjust:${id}`,
    reference: id,
    legs: [{ debit, credit, amount }],
    requiresFunds: true,
  }
  await post(tx, context, [entry])
  for (const account of [debit, credit]) await requireCovered(tx, account)
  const details = { reason, debit: debit.id, credit: credit.id, amount: formatUsdt(amount) }
  await audit(tx, context, { actor, action: 'ledger adjust', subject: entry.key, details })
  return entry.key
}

/** An account whose balance is a credit, such as fees, cannot fall below zero. */
async function requireCovered(tx: Tx, { id, code, normal }: Account): Promise<void> {
  const balance = (await tx.ledger.balances([id])).get(id) ?? 0n
  if (normal === 'credit' && balance < 0n) throw new OperatorError(`the balance of \`${code}\` is too low`)
}

/** Money on the account of an unknown merchant could never be withdrawn. */
async function requireOwner(tx: Tx, account: Account): Promise<void> {
  if (isPlatformAccount(account)) return
  if (!(await tx.merchants.find(account.owner)))
    throw new OperatorError(`there is no merchant ${account.owner}`)
}
