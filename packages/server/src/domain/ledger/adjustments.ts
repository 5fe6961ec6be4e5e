import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { formatUsdt, type Usdt, ZERO } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Tx } from '../store/unit-of-work.js'
import { type Account, isPlatformAccount } from './account.js'
import { post } from './ledger.js'
import type { LedgerTransaction } from './ledger-entry.js'

/** What these hold answers to withdrawals, payments and orders under review, and moves with them. */
const IN_USE: ReadonlySet<Account['code']> = new Set(['held', 'frozen', 'shortfall'])

/** A correction by hand, from one account to another. */
export interface Adjustment {
  readonly debit: Account
  readonly credit: Account
  /** 1e-8 USDT, > 0 */
  readonly amount: Usdt
}

/**
 * Books a correction that no other ledger transaction explains.
 *
 * @returns the ledger transaction's key
 * @throws Refusal, insufficient_balance when the debited account does not have that much
 */
export async function adjustLedger(
  tx: Tx,
  context: Context,
  { debit, credit, amount }: Adjustment,
  { actor, reason }: Mandate,
): Promise<string> {
  if (amount <= ZERO) throw new OperatorError('an adjustment moves more than nothing')
  if (debit.environment !== credit.environment)
    throw new OperatorError('the accounts are of two environments')
  if (debit.id === credit.id) throw new OperatorError('both accounts are the same')
  for (const account of [debit, credit]) {
    if (IN_USE.has(account.code))
      throw new OperatorError(`\`${account.code}\` belongs to what it was reserved for`)
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

/** Fees that were not earned pay nobody, and nothing leaves suspense that did not come in. */
async function requireCovered(tx: Tx, { id, code, normal }: Account): Promise<void> {
  const balance = (await tx.ledger.balances([id])).get(id) ?? 0n
  if (normal === 'credit' && balance < 0n) throw new OperatorError(`\`${code}\` does not hold that much`)
}

/** An account that belongs to nobody would keep its money for ever. */
async function requireOwner(tx: Tx, account: Account): Promise<void> {
  if (isPlatformAccount(account)) return
  if (!(await tx.merchants.find(account.owner)))
    throw new OperatorError(`there is no merchant ${account.owner}`)
}
