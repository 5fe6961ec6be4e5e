import { into, RARE } from './ledger-checks-sql.js'

/**
 * True if an idempotency key names a different subject than the reference of its ledger transaction. Keys of deposits and
 * attributions name a transfer, and keys of adjustments name no subject, so neither is compared.
 */
const IS_MISNAMED = `CASE
  WHEN kind IN ('withdrawal_hold', 'withdrawal_settle', 'withdrawal_release', 'withdrawal_difference')
    THEN idempotency_key <> 'withdrawal:' || reference || ':' || SUBSTR(kind, 12)
  WHEN kind IN ('app_hold', 'app_settle', 'app_void')
    THEN idempotency_key <> 'app:' || reference || ':' || SUBSTR(kind, 5)
  WHEN kind IN ('freeze', 'clear', 'explain')
    THEN SUBSTR(idempotency_key, 1, LENGTH(kind || reference) + 2) <> kind || ':' || reference || ':'
  WHEN kind IN ('deposit', 'attribute', 'reverse', 'adjust') THEN FALSE
  ELSE idempotency_key <> kind || ':' || reference END`

/**
 * The accounts on which a reversal must undo its original exactly, because no check of orders covers them. On other
 * accounts the money may have moved in between: into a review, or to the operator when the review was rejected.
 */
const OF_CHAIN = `code LIKE 'custody:%' OR code LIKE 'suspense:%'`

/** Checks ledger transactions against the rows that they name, and accounts against their own ids. */
export const LINK_CHECKS = {
  account: `
    SELECT id, 'environment, owner and code' AS aspect, 0 AS found, 1 AS expected FROM ledger_accounts
    WHERE id <> environment || '/' || owner || '/' || code`,

  subject: `
    SELECT id, idempotency_key AS aspect, 0 AS found, 1 AS expected FROM ledger_transactions
    WHERE ${IS_MISNAMED}`,

  reversal: `
    WITH reversals AS MATERIALIZED (
      SELECT taking.id AS id, taking.reverses AS original,
        CASE WHEN taken.environment = taking.environment AND taken.reference = taking.reference
          AND taking.idempotency_key = 'reverse:' || taken.idempotency_key THEN 1 ELSE 0 END AS is_own
      FROM (SELECT * FROM ledger_transactions WHERE ${RARE} AND kind = 'reverse'
        UNION ALL SELECT * FROM ledger_transactions WHERE reverses IS NOT NULL AND kind <> 'reverse') AS taking
      LEFT JOIN ledger_transactions AS taken ON taken.id = taking.reverses)
    SELECT id, 'reversed transaction' AS aspect, 0 AS found, 1 AS expected FROM reversals WHERE is_own = 0
    UNION ALL
    SELECT id, account, SUM(moved), 0
    FROM (SELECT reversals.id AS id, accounts.id AS account, ${into('accounts.id')} AS moved
      FROM reversals
      JOIN ledger_postings AS postings ON transaction_id IN (reversals.id, original)
      JOIN ledger_accounts AS accounts ON accounts.id IN (debit_account, credit_account)
      WHERE owner = 'platform' AND (${OF_CHAIN})) AS sides
    GROUP BY id, account HAVING SUM(moved) <> 0`,
} as const
