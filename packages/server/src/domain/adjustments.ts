import { audit, type Mandate } from './audit.js'
import { type Account, isPlatformAccount, type LedgerTransaction, post } from './ledger.js'
import { formatUsdt, type Usdt, ZERO } from './money.js'
import type { Context, Tx } from './ports.js'
import { Refusal } from './refusal.js'

/** A correction by hand, from one account to another. */
export interface Adjustment {
  readonly debit: Account
  readonly credit: Account
  /** 1e-8 USDT, > 0 */
  readonly amount: Usdt
}

/**
 * Books a correction that no other booking explains.
 *
 * @returns the booking's key
 * @throws Refusal, insufficient_balance when a merchant's `available` does not have that much
 */
export async function adjustLedger(
  tx: Tx,
  context: Context,
  { debit, credit, amount }: Adjustment,
  { actor, reason }: Mandate,
): Promise<string> {
  if (amount <= ZERO) throw new Refusal('an adjustment moves more than nothing')
  if (debit.environment !== credit.environment) throw new Refusal('the accounts are of two environments')
  if (debit.id === credit.id) throw new Refusal('both accounts are the same')
  if (debit.code === 'shortfall') throw new Refusal('a shortfall is never made by hand: debit `available`')
  for (const account of [debit, credit]) await requireOwner(tx, account)
  const id = context.ids.uuid()
  const booking: LedgerTransaction = {
    environment: debit.environment,
    kind: 'adjust',
    key: `adjust:${id}`,
    reference: id,
    legs: [{ debit, credit, amount }],
    isWish: true,
  }
  await post(tx, context, [booking])
  const details = { reason, debit: debit.id, credit: credit.id, amount: formatUsdt(amount) }
  await audit(tx, context, { actor, action: 'ledger adjust', subject: booking.key, details })
  return booking.key
}

/** An account that belongs to nobody would keep its money for ever. */
async function requireOwner(tx: Tx, account: Account): Promise<void> {
  if (isPlatformAccount(account)) return
  if (!(await tx.merchants.find(account.owner))) throw new Refusal(`there is no merchant ${account.owner}`)
}
