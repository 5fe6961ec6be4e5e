import type { TransactionKind } from '../../domain/ledger/ledger-entry.js'
import { NETWORKS } from '../../networks/networks.js'
import type { Html } from '../../runtime/html.js'
import { money, NETWORK_NAMES } from '../../ui/figures.js'
import { plainTable } from '../../ui/table.js'
import type { EntryStory } from '../orders/story.js'

export const ENTRY_NAMES: Readonly<Record<TransactionKind, string>> = {
  deposit: 'Credited',
  attribute: 'Attributed from suspense',
  reverse: 'Reversed: its block left the chain',
  freeze: 'Frozen',
  clear: 'Cleared',
  reject: 'Rejected',
  withdrawal_hold: 'Held for a withdrawal',
  withdrawal_settle: 'Paid out',
  withdrawal_release: 'Hold released',
  withdrawal_difference: 'Difference of a payment',
  app_hold: 'Held for a payment in the app',
  app_settle: 'Credited from the app',
  app_void: 'Payment in the app voided',
  sweep: 'Swept',
  topup: 'Hot wallet topped up',
  outgoing: 'Left the hot wallet',
  destroyed: 'Destroyed by the owner of the token',
  explain: 'Explained after a restore',
  adjust: 'Manual correction',
}

/** An account without its environment, and without the id of the merchant that the page is about. */
export const accountName = (id: string, merchantId?: string): string => {
  const [, owner = '', code = ''] = id.split('/')
  if (owner === 'platform') {
    const [name = '', network] = code.split(':')
    const known = NETWORKS.find((each) => each === network)
    return `${name.replace('_', ' ')}${known ? `, ${NETWORK_NAMES[known]}` : ''}`
  }
  return owner === merchantId ? `${code}, merchant` : `${code}, ${owner}`
}

/** The postings of a ledger transaction: each debits one account and credits another. */
export function entryTable({ postings }: EntryStory, title: string, merchantId: string): Html {
  return plainTable({
    caption: `Postings: ${title}`,
    columns: [
      { title: 'Debit', cell: ({ debit }) => accountName(debit, merchantId) },
      { title: 'Credit', cell: ({ credit }) => accountName(credit, merchantId) },
      { title: 'Amount', isNumber: true, cell: ({ amount }) => money(amount) },
    ],
    rows: postings,
  })
}
