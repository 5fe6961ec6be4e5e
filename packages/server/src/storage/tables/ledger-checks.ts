import type { LedgerCheck } from '../../domain/ledger-verify.js'
import type { LedgerCheckTable } from '../../domain/ports.js'
import type { Sql } from '../sql.js'
import { ACCOUNT_CHECKS } from './ledger-checks-accounts.js'
import { EVENT_CHECKS } from './ledger-checks-events.js'
import { HOLD_CHECKS } from './ledger-checks-holds.js'
import { ORDER_CHECKS } from './ledger-checks-orders.js'

interface Row {
  id: string
  aspect: string
  found: bigint | null
  expected: bigint | null
}

/** Every text answers (id, aspect, found, expected) for rows that break its check, and none where the books are right. */
const TEXTS: Readonly<Record<LedgerCheck, string>> = {
  ...ACCOUNT_CHECKS,
  ...ORDER_CHECKS,
  ...HOLD_CHECKS,
  ...EVENT_CHECKS,
}

export const ledgerCheckTable = (sql: Sql): LedgerCheckTable => ({
  list: (check, limit) => sql.all<Row>(`${TEXTS[check]} LIMIT ?`, limit),
})
