import { RARE, stands } from './ledger-checks-sql.js'

const TRANSFER_KEY = `kind || ':' || network || ':' || tx_hash || ':' || log_index || ':' || incarnation`
const COUNTS = `kind <> 'move' AND confirmed_at IS NOT NULL AND orphaned_at IS NULL AND ignored_reason IS NULL`

/** The debited and the credited account of each kind of treasury transfer. */
const SIDES: readonly (readonly [kind: string, debit: string, credit: string])[] = [
  ['sweep', 'operator', 'custody'],
  ['topup', 'custody', 'operator'],
  ['outgoing', 'suspense', 'custody'],
  ['destroyed', 'suspense', 'custody'],
]
const account = (side: 1 | 2) =>
  `movements.environment || '/platform/' || CASE movements.kind ${SIDES.map(
    (row) => `WHEN '${row[0]}' THEN '${row[side]}'`,
  ).join(' ')} END || ':' || network`

/** Checks transfers from our addresses and to the hot wallet against their postings. */
export const TREASURY_TRANSFER_CHECKS = {
  movement: `
    SELECT movements.environment || '/' || network || ':' || tx_hash || ':' || log_index AS id, movements.kind AS aspect,
      COALESCE(amount, 0) AS found, value AS expected
    FROM movements
    LEFT JOIN ledger_transactions AS bookings ON bookings.environment = movements.environment
      AND bookings.idempotency_key = movements.${TRANSFER_KEY} AND ${stands('bookings')}
    LEFT JOIN ledger_postings AS postings ON postings.transaction_id = bookings.id AND sequence = 1
      AND debit_account = ${account(1)} AND credit_account = ${account(2)}
    WHERE movements.${COUNTS} AND (amount IS NULL OR amount <> value)`,

  unmoved: `
    SELECT id, idempotency_key AS aspect, 1 AS found, 0 AS expected FROM ledger_transactions AS bookings
    JOIN (SELECT environment AS place, idempotency_key AS unmoved_key FROM ledger_transactions AS bookings
        WHERE ${RARE} AND kind IN (${SIDES.map(([kind]) => `'${kind}'`).join(', ')}) AND ${stands('bookings')}
        EXCEPT SELECT environment, ${TRANSFER_KEY} FROM movements WHERE ${COUNTS}) AS unmoved
      ON bookings.environment = place AND bookings.idempotency_key = unmoved_key`,
} as const
