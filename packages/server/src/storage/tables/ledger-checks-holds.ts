import { total } from './ledger-checks-sql.js'

/** What may stand behind a hold. `ending` is the kind of booking that resolved it, null while it is open. */
const HOLDS = `
  SELECT id, environment, merchant_id, 'withdrawal:' || id || ':hold' AS hold_key, amount + fee AS amount,
    CASE WHEN status = 'COMPLETED' THEN 'withdrawal_settle'
      WHEN status IN ('FAILED', 'CANCELED') THEN 'withdrawal_release' END AS ending
  FROM withdrawals
  UNION ALL
  SELECT app_payments.id, app_payments.environment, merchant_id, 'app:' || app_payments.id || ':hold',
    app_payments.amount,
    CASE app_payments.status WHEN 'SETTLED' THEN 'app_settle' WHEN 'VOIDED' THEN 'app_void' END
  FROM app_payments JOIN orders ON orders.id = order_id`

/** Withdrawals and payments in the client app against their holds. */
export const HOLD_CHECKS = {
  hold: `
    SELECT id, aspect, CAST(found AS BIGINT) AS found, CAST(expected AS BIGINT) AS expected
    FROM (SELECT subjects.id AS id, 'held' AS aspect, COALESCE(held.amount, 0) AS found,
        subjects.amount AS expected
      FROM (${HOLDS}) AS subjects
      LEFT JOIN ledger_transactions AS holds ON holds.environment = subjects.environment
        AND holds.idempotency_key = hold_key
      LEFT JOIN ledger_postings AS held ON held.transaction_id = holds.id AND held.sequence = 1
        AND held.credit_account = subjects.environment || '/' || merchant_id || '/held'
      WHERE held.amount IS NULL OR held.amount <> subjects.amount) AS holds`,

  resolution: `
    SELECT subjects.id AS id, COALESCE(ending, ends.kind) AS aspect,
      CASE WHEN ends.kind IS NULL THEN 0 ELSE 1 END AS found, CASE WHEN ending IS NULL THEN 0 ELSE 1 END AS expected
    FROM (${HOLDS}) AS subjects
    JOIN ledger_transactions AS holds ON holds.environment = subjects.environment
      AND holds.idempotency_key = hold_key
    LEFT JOIN ledger_transactions AS ends ON ends.resolves = holds.id
    WHERE COALESCE(ends.kind, '') <> COALESCE(ending, '')`,

  held: `
    SELECT id, 'held' AS aspect, balance AS found, CAST(reserved AS BIGINT) AS expected
    FROM (SELECT accounts.id AS id, balance, ${total('COALESCE(open.amount, 0)')} AS reserved
      FROM ledger_accounts AS accounts
      LEFT JOIN (SELECT * FROM (${HOLDS}) AS subjects WHERE ending IS NULL) AS open
        ON open.merchant_id = owner AND open.environment = accounts.environment
      WHERE code = 'held' GROUP BY accounts.id) AS accounts
    WHERE balance <> reserved`,
} as const
