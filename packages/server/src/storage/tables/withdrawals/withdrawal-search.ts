import type { Beginning } from '../../../domain/orders/beginnings.js'
import type { Scope } from '../../../domain/shared/types.js'
import type { WithdrawalParts } from '../../../domain/store/withdrawal-tables.js'
import { type Condition, given, textOf, valuesOf } from '../../list-ranges.js'
import { beginsWith } from '../beginning.js'

/** The newest withdrawals of a scope whose amounts and addresses are compared: about 10 ms of work. */
const MOST_COMPARED = 10_000

/** Selects the withdrawals that have one of the parts, newest first; undefined if there are no parts. */
export function partsQuery(
  scope: Partial<Scope>,
  { amount, beginnings, limit }: WithdrawalParts,
): Condition | undefined {
  const addresses = beginnings.filter(({ of }) => of === 'address')
  const compared: Condition[] = [
    ...(amount === undefined ? [] : [['amount = ?', amount] as const]),
    ...addresses.map(({ text }) => beginsWith('LOWER(destination_address)', text)),
  ]
  const found = [
    ...beginnings.flatMap(withBeginning),
    ...(compared.length === 0 ? [] : [amongNewest(scope, compared)]),
  ]
  if (found.length === 0) return undefined
  const where = [['withdrawals.id = found.id'] as const, ...within(scope)]
  // SQLite keeps the order of tables in a CROSS JOIN, and so looks up what was found alone.
  return [
    `SELECT withdrawals.* FROM (${found.map(([text]) => text).join(' UNION ')}) AS found CROSS JOIN withdrawals
     WHERE ${textOf(where)} ORDER BY withdrawals.created_at DESC, withdrawals.id DESC LIMIT ?`,
    ...valuesOf(found),
    ...valuesOf(where),
    limit,
  ]
}

/** Selects ids of withdrawals by ranges of indexes. */
function withBeginning({ of, text }: Beginning): Condition[] {
  const select = (id: string, table: string, column: string): Condition => {
    const [begins, ...values] = beginsWith(column, text)
    return [`SELECT ${id} AS id FROM ${table} WHERE ${begins}`, ...values]
  }
  if (of === 'id') return [select('id', 'withdrawals', 'id')]
  if (of === 'number') return [select('id', 'withdrawals', 'withdrawal_number')]
  if (of !== 'hash') return []
  // Every hash of a withdrawal is that of a transaction that was signed for it.
  return ['signed_transactions', 'superseded_payments'].map((table) =>
    select('withdrawal_id', table, 'tx_hash'),
  )
}

/** Selects ids of the newest withdrawals that match: no index has their amounts and addresses. */
function amongNewest(scope: Partial<Scope>, compared: readonly Condition[]): Condition {
  const own = within(scope)
  const order = scope.merchantId === undefined ? 'id DESC' : 'created_at DESC, id DESC'
  return [
    `SELECT id FROM (SELECT id, amount, destination_address FROM withdrawals
       ${own.length === 0 ? '' : `WHERE ${textOf(own)}`} ORDER BY ${order} LIMIT ?) AS newest
     WHERE ${compared.map(([text]) => `(${text})`).join(' OR ')}`,
    ...valuesOf(own),
    MOST_COMPARED,
    ...valuesOf(compared),
  ]
}

const within = ({ merchantId, environment }: Partial<Scope>): Condition[] => [
  ...given('withdrawals.merchant_id = ?', merchantId),
  ...given('withdrawals.environment = ?', environment),
]
