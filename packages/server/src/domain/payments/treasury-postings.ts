import { transferReference } from '../chain/transfer.js'
import type { TreasuryTransfer } from '../chain/treasury-transfer.js'
import { platformAccount } from '../ledger/account.js'
import type { LedgerTransaction } from '../ledger/ledger-entry.js'
import { reversalOf, swapped } from '../orders/order-postings.js'

/** Debit and credit account of each kind. */
const ACCOUNTS = {
  sweep: ['operator', 'custody'],
  topup: ['custody', 'operator'],
  outgoing: ['suspense', 'custody'],
  destroyed: ['suspense', 'custody'],
} as const

/** Returns the ledger transaction of a treasury transfer; undefined if it changes no account. */
export function treasuryPosting(transfer: TreasuryTransfer): LedgerTransaction | undefined {
  const { kind, environment, network, value: amount, ignoredReason } = transfer
  if (kind === 'move' || ignoredReason !== null) return undefined
  const [debit, credit] = ACCOUNTS[kind].map((code) => platformAccount(environment, `${code}:${network}`))
  if (!debit || !credit) throw new Error(`${kind} has no accounts`)
  const reference = transferReference(transfer)
  return { environment, kind, key: `${kind}:${reference}`, reference, legs: [{ debit, credit, amount }] }
}

/** Returns the ledger transaction that reverses a treasury posting. */
export const treasuryReversal = ({ legs, ...posting }: LedgerTransaction): LedgerTransaction => ({
  ...posting,
  ...reversalOf(posting.key),
  legs: swapped(legs),
})
