import { RARE, stands } from './ledger-checks-sql.js'

const booked = `kind || ':' || network || ':' || tx_hash || ':' || log_index || ':' || incarnation`
const counts = `kind <> 'move' AND confirmed_at IS NOT NULL AND orphaned_at IS NULL AND ignored_reason IS NULL`

/** Which account gives and which takes, by kind of movement: the first debited, the second credited. */
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

/** What left our addresses and what was added to the hot wallet, against what was booked for it. */
export const MOVEMENT_CHECKS = {
  movement: `
    SELECT movements.environment || '/' || network || ':' || tx_hash || ':' || log_index AS id, movements.kind AS aspect,
      COALESCE(amount, 0) AS found, value AS expected
    FROM movements
    LEFT JOIN ledger_transactions AS bookings ON bookings.environment = movements.environment
      AND bookings.idempotency_key = movements.${booked} AND ${stands('bookings')}
    LEFT JOIN ledger_postings AS postings ON postings.transaction_id = bookings.id AND sequence = 1
      AND debit_account = ${account(1)} AND credit_account = ${account(2)}
    WHERE movements.${counts} AND (amount IS NULL OR amount <> value)`,

  unmoved: `
    SELECT id, idempotency_key AS aspect, 1 AS found, 0 AS expected FROM ledger_transactions AS bookings
    JOIN (SELECT environment AS place, idempotency_key AS unmoved_key FROM ledger_transactions AS bookings
        WHERE ${RARE} AND kind IN (${SIDES.map(([kind]) => `'${kind}'`).join(', ')}) AND ${stands('bookings')}
        EXCEPT SELECT environment, ${booked} FROM movements WHERE ${counts}) AS unmoved
      ON bookings.environment = place AND bookings.idempotency_key = unmoved_key`,
} as const
