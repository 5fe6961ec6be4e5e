import { total } from './ledger-checks-sql.js'

/** What owes a hold, by the key that its hold must have. */
const HOLDERS = `
  SELECT id, environment, merchant_id, 'withdrawal:' || id || ':hold' AS hold_key, amount + fee AS amount
  FROM withdrawals
  UNION ALL
  SELECT app_payments.id, app_payments.environment, merchant_id, 'app:' || app_payments.id || ':hold',
    app_payments.amount
  FROM app_payments JOIN orders ON orders.id = order_id`

/** What still has its hold, by merchant. */
const OPEN = `
  SELECT place, merchant, ${total('amount')} AS reserved
  FROM (SELECT environment AS place, merchant_id AS merchant, amount + fee AS amount FROM withdrawals
      WHERE status IN ('PENDING', 'REVIEW', 'PROCESSING', 'BROADCAST')
    UNION ALL
    SELECT app_payments.environment, merchant_id, app_payments.amount
    FROM app_payments JOIN orders ON orders.id = order_id WHERE app_payments.status = 'AUTHORISED') AS holders
  GROUP BY place, merchant`

/** The kind of booking that must have resolved a hold; null while what it is for is open. */
const ENDING = `CASE
  WHEN withdrawals.status = 'COMPLETED' THEN 'withdrawal_settle'
  WHEN withdrawals.status IN ('FAILED', 'CANCELED') THEN 'withdrawal_release'
  WHEN app_payments.status = 'SETTLED' THEN 'app_settle'
  WHEN app_payments.status = 'VOIDED' THEN 'app_void' END`

/** Withdrawals that the operator judged, and what more than is settled their payments took out of custody. */
const JUDGED = `
  SELECT withdrawals.id AS id, withdrawals.environment AS place,
    'withdrawal:' || withdrawals.id || ':difference' AS difference_key,
    withdrawals.environment || '/platform/custody:' || withdrawals.network AS custody,
    moved - CASE withdrawals.status WHEN 'COMPLETED' THEN amount ELSE 0 END AS due
  FROM withdrawals JOIN signed_transactions ON withdrawal_id = withdrawals.id AND kind = 'payment'
  WHERE moved IS NOT NULL AND withdrawals.status IN ('COMPLETED', 'FAILED')`

const OUT_OF_CUSTODY = `COALESCE(CASE custody WHEN credit_account THEN postings.amount
  WHEN debit_account THEN -postings.amount END, 0)`

/** Withdrawals and payments in the client app against their holds. */
export const HOLD_CHECKS = {
  hold: `
    SELECT holders.id AS id, 'held' AS aspect, COALESCE(held.amount, 0) AS found, holders.amount AS expected
    FROM (${HOLDERS}) AS holders
    LEFT JOIN ledger_transactions AS holds ON holds.environment = holders.environment
      AND holds.idempotency_key = hold_key
    LEFT JOIN ledger_postings AS held ON held.transaction_id = holds.id AND held.sequence = 1
      AND held.credit_account = holders.environment || '/' || merchant_id || '/held'
    WHERE held.amount IS NULL OR held.amount <> holders.amount`,

  resolution: `
    SELECT id, CASE id WHEN hold_id THEN 'withdrawal or payment' ELSE COALESCE(due, ending) END AS aspect,
      CASE WHEN id = hold_id OR due IS NOT NULL THEN 0 ELSE 1 END AS found,
      CASE WHEN id = hold_id OR due IS NOT NULL THEN 1 ELSE 0 END AS expected
    FROM (SELECT COALESCE(withdrawals.id, app_payments.id, holds.id) AS id, holds.id AS hold_id,
        ends.kind AS ending, ${ENDING} AS due
      FROM ledger_transactions AS holds
      LEFT JOIN withdrawals ON withdrawals.id = holds.reference AND holds.kind = 'withdrawal_hold'
      LEFT JOIN app_payments ON app_payments.id = holds.reference AND holds.kind = 'app_hold'
      LEFT JOIN ledger_transactions AS ends ON ends.resolves = holds.id
      WHERE holds.kind IN ('withdrawal_hold', 'app_hold')) AS resolved
    WHERE COALESCE(ending, '') <> COALESCE(due, '') OR id = hold_id`,

  difference: `
    WITH judged AS MATERIALIZED (${JUDGED})
    SELECT judged.id AS id, 'difference' AS aspect, ${OUT_OF_CUSTODY} AS found, due AS expected
    FROM judged
    LEFT JOIN ledger_transactions AS bookings ON bookings.environment = place AND idempotency_key = difference_key
    LEFT JOIN ledger_postings AS postings ON postings.transaction_id = bookings.id AND sequence = 1
    WHERE ${OUT_OF_CUSTODY} <> due
    UNION ALL
    SELECT id, idempotency_key, 1, 0 FROM ledger_transactions AS bookings
    WHERE kind = 'withdrawal_difference'
      AND NOT EXISTS (SELECT 1 FROM judged WHERE place = environment AND difference_key = idempotency_key)`,

  held: `
    SELECT id, 'balance' AS aspect, balance AS found, COALESCE(reserved, 0) AS expected
    FROM ledger_accounts LEFT JOIN (${OPEN}) AS open ON place = environment AND merchant = owner
    WHERE code = 'held' AND balance <> COALESCE(reserved, 0)`,
} as const
