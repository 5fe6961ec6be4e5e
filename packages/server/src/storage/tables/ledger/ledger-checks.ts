import type { LedgerCheck } from '../../../domain/ledger/ledger-check.js'
import { MAX_USDT } from '../../../domain/shared/money.js'
import type { LedgerCheckTable } from '../../../domain/store/ledger-tables.js'
import type { Sql } from '../../sql.js'
import { ACCOUNT_CHECKS } from './ledger-checks-accounts.js'
import { EVENT_CHECKS } from './ledger-checks-events.js'
import { EXPLANATION_CHECKS } from './ledger-checks-explanations.js'
import { HOLD_CHECKS } from './ledger-checks-holds.js'
import { LINK_CHECKS } from './ledger-checks-links.js'
import { ORDER_CHECKS } from './ledger-checks-orders.js'
import { REFUND_CHECKS } from './ledger-checks-refunds.js'
import { TREASURY_TRANSFER_CHECKS } from './ledger-checks-treasury-transfers.js'

interface Row {
  id: string
  aspect: string
  found: bigint | null
  expected: bigint | null
}

/** Each statement returns (id, aspect, found, expected) for the rows that break its check, and no row if the ledger is right. */
const TEXTS: Readonly<Record<LedgerCheck, string>> = {
  ...ACCOUNT_CHECKS,
  ...LINK_CHECKS,
  ...ORDER_CHECKS,
  ...TREASURY_TRANSFER_CHECKS,
  ...EXPLANATION_CHECKS,
  ...HOLD_CHECKS,
  ...REFUND_CHECKS,
  ...EVENT_CHECKS,
}

/** Limits a sum to the range of a column: the sum of a corrupt row may exceed it and must still be reported as a finding. */
const bounded = (column: string) =>
  `CAST(CASE WHEN ${column} > ${MAX_USDT} THEN ${MAX_USDT} WHEN ${column} < -${MAX_USDT} THEN -${MAX_USDT}
     ELSE ${column} END AS BIGINT) AS ${column}`

export const ledgerCheckTable = (sql: Sql): LedgerCheckTable => ({
  list: (check, limit) =>
    sql.all<Row>(
      `SELECT id, aspect, ${bounded('found')}, ${bounded('expected')} FROM (${TEXTS[check]}) AS findings LIMIT ?`,
      limit,
    ),
})
