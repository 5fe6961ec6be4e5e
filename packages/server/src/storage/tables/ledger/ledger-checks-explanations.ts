import { RARE, stands, total } from './ledger-checks-sql.js'

const NAME = `explanations.environment || '/' || explanations.network || ':' || explanations.tx_hash || ':' || explanations.log_index`
const IS_SAME_TRANSFER = `movements.environment = explanations.environment
  AND movements.network = explanations.network AND movements.tx_hash = explanations.tx_hash
  AND movements.log_index = explanations.log_index`
const COUNTS = 'confirmed_at IS NOT NULL AND orphaned_at IS NULL AND ignored_reason IS NULL'
const REFERENCE = `movements.network || ':' || movements.tx_hash || ':' || movements.log_index || ':' || incarnation`

const platform = (code: string) => `explanations.environment || '/platform/${code}:' || explanations.network`
/** The account that must have borne an explained transfer. */
const BEARER = `CASE explanations.kind WHEN 'merchant' THEN explanations.environment || '/' || subject || '/available'
  WHEN 'operator' THEN ${platform('operator')} END`
const IS_DUE = `debit_account = ${BEARER} AND credit_account = ${platform('suspense')}`
/** The part of an explained transfer that its own posting has taken out of suspense. */
const TAKEN =
  "CASE WHEN explanations.kind IN ('merchant', 'operator') THEN explanations.amount - shortfall ELSE 0 END"

const ACCOUNT = "environment || '/platform/suspense:' || network"
/** The postings of manual corrections. */
const ADJUSTED = `SELECT credit_account, debit_account, amount
  FROM ledger_transactions JOIN ledger_postings ON transaction_id = ledger_transactions.id
  WHERE ${RARE} AND kind = 'adjust'`

/** Checks the explanations of transfers against the transfers, their withdrawals and their postings, and suspense. */
export const EXPLANATION_CHECKS = {
  explained: `
    SELECT ${NAME} AS id, explanations.kind AS aspect, COALESCE(value, 0) AS found, amount AS expected
    FROM explanations LEFT JOIN movements ON ${IS_SAME_TRANSFER} AND movements.kind = 'outgoing' AND ${COUNTS}
      AND from_address = wallet
    WHERE explanations.kind <> 'earlier' AND COALESCE(value, 0) <> amount`,

  // A merchant may write an Ethereum address in one case. No two Base58 addresses differ in the case of letters alone.
  paying: `
    SELECT ${NAME} AS id, 'withdrawal' AS aspect, 0 AS found, explanations.amount AS expected
    FROM explanations LEFT JOIN movements ON ${IS_SAME_TRANSFER}
    LEFT JOIN withdrawals ON withdrawals.id = subject AND withdrawals.environment = explanations.environment
      AND withdrawals.network = explanations.network AND withdrawals.amount = explanations.amount
      AND withdrawals.tx_hash = explanations.tx_hash AND withdrawals.status = 'COMPLETED'
      AND LOWER(destination_address) = LOWER(to_address)
    WHERE explanations.kind = 'withdrawal' AND withdrawals.id IS NULL`,

  explanation: `
    SELECT id, aspect, found, expected
    FROM (SELECT ${NAME} AS id, explanations.kind AS aspect, MAX(${TAKEN}) AS expected,
        ${total(`CASE WHEN ${IS_DUE} THEN postings.amount ELSE 0 END`)} AS found,
        ${total(`CASE WHEN postings.amount IS NULL OR ${IS_DUE} THEN 0 ELSE 1 END`)} AS strays
      FROM explanations LEFT JOIN movements ON ${IS_SAME_TRANSFER}
      LEFT JOIN ledger_transactions AS bookings ON bookings.environment = explanations.environment
        AND bookings.reference = ${REFERENCE} AND bookings.kind = 'explain' AND ${stands('bookings')}
      LEFT JOIN ledger_postings AS postings ON transaction_id = bookings.id
      GROUP BY explanations.environment, explanations.network, explanations.tx_hash, explanations.log_index,
        explanations.kind) AS posted
    WHERE found <> expected OR strays <> 0`,

  unexplained: `
    SELECT bookings.id AS id, idempotency_key AS aspect, 1 AS found, 0 AS expected
    FROM ledger_transactions AS bookings
    WHERE ${RARE} AND kind = 'explain' AND NOT EXISTS (
      SELECT 1 FROM explanations JOIN movements ON ${IS_SAME_TRANSFER}
      WHERE explanations.environment = bookings.environment AND ${REFERENCE} = bookings.reference)`,

  suspense: `
    SELECT id, 'balance' AS aspect, balance AS found, COALESCE(waiting, 0) AS expected
    FROM ledger_accounts
    LEFT JOIN (SELECT place, ${total('part')} AS waiting FROM (
        SELECT ${ACCOUNT} AS place, value AS part FROM transfers
        WHERE order_id IS NULL AND attributed_to IS NULL AND ${COUNTS}
        UNION ALL
        SELECT ${ACCOUNT}, -value FROM movements WHERE kind IN ('outgoing', 'destroyed') AND ${COUNTS}
        UNION ALL
        SELECT ${ACCOUNT}, amount - shortfall FROM explanations WHERE kind <> 'earlier'
        UNION ALL
        SELECT withdrawals.environment || '/platform/suspense:' || withdrawals.network,
          CASE status WHEN 'COMPLETED' THEN amount ELSE 0 END - moved
        FROM signed_transactions AS signed JOIN withdrawals ON withdrawals.id = withdrawal_id
        WHERE signed.kind = 'payment' AND moved IS NOT NULL AND status IN ('COMPLETED', 'FAILED')
        UNION ALL
        SELECT credit_account, amount FROM (${ADJUSTED}) AS raised
        UNION ALL
        SELECT debit_account, -amount FROM (${ADJUSTED}) AS lowered) AS parts
      GROUP BY place) AS sums ON place = id
    WHERE owner = 'platform' AND code LIKE 'suspense:%' AND balance <> COALESCE(waiting, 0)`,
} as const
