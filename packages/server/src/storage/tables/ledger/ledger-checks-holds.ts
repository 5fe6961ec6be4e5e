import { APP_FEE, anyBroken, broken, into, OWNERS, RARE, total } from './ledger-checks-sql.js'

const heldAccount = (side: 'debit' | 'credit') =>
  total(`CASE ${side}_account WHEN held_id THEN postings.amount ELSE 0 END`)
const MERCHANT = `${into('available_id')} + ${into('shortfall_id')}`

/**
 * Sums the postings of each withdrawal. `moved` counts once the operator has ended the withdrawal; it is 0 for one that a
 * transfer of suspense has paid.
 */
const PAID_OUT = `
  SELECT withdrawals.id AS id, withdrawals.status AS status, withdrawals.amount AS amount, fee,
    withdrawals.amount + fee AS debited,
    CASE WHEN MAX(paying.tx_hash) IS NOT NULL THEN 0 WHEN withdrawals.status IN ('COMPLETED', 'FAILED') THEN MAX(moved) END AS moved,
    ${heldAccount('credit')} AS reserved, ${heldAccount('debit')} AS let_go, ${total(MERCHANT)} AS available, ${total(into('fees_id'))} AS fees,
    ${total(into("platform || 'custody:' || withdrawals.network"))} AS custody,
    ${total(into("platform || 'suspense:' || withdrawals.network"))} AS suspense
  FROM withdrawals
  LEFT JOIN (${OWNERS}) AS owners ON place = withdrawals.environment AND owner = merchant_id
  LEFT JOIN signed_transactions AS signed ON withdrawal_id = withdrawals.id AND signed.kind = 'payment'
  LEFT JOIN explanations AS paying ON paying.subject = withdrawals.id AND paying.kind = 'withdrawal'
  LEFT JOIN ledger_transactions AS transactions ON reference = withdrawals.id
  LEFT JOIN ledger_postings AS postings ON transaction_id = transactions.id
  GROUP BY withdrawals.id`

/** Sums the postings of each payment in the client app. At most one payment of an order is settled. */
const PAID_IN_APP = `
  SELECT app_payments.id AS id, app_payments.status AS status, app_payments.amount AS amount,
    ${heldAccount('credit')} AS reserved, ${heldAccount('debit')} AS let_go, ${total(into("platform || 'app_rail'"))} AS rail,
    ${total(MERCHANT)} AS available, ${total(into('fees_id'))} AS fees, MAX(credited) AS credited, MAX(${APP_FEE}) AS fee
  FROM app_payments JOIN orders ON orders.id = order_id
  LEFT JOIN (${OWNERS}) AS owners ON place = app_payments.environment AND owner = merchant_id
  LEFT JOIN ledger_transactions AS transactions ON reference = app_payments.id
  LEFT JOIN ledger_postings AS postings ON transaction_id = transactions.id
  GROUP BY app_payments.id`

const isOver = "status IN ('COMPLETED', 'FAILED', 'CANCELED')"
const settled = "CASE status WHEN 'COMPLETED' THEN amount ELSE 0 END"
const PAID_OUT_RULES = {
  reserved: 'debited',
  let_go: `CASE WHEN ${isOver} THEN debited ELSE 0 END`,
  available: "CASE WHEN status IN ('FAILED', 'CANCELED') THEN 0 ELSE -debited END",
  fees: "CASE status WHEN 'COMPLETED' THEN fee ELSE 0 END",
  custody: `COALESCE(moved, ${settled})`,
  suspense: `${settled} - COALESCE(moved, ${settled})`,
}
const PAID_IN_APP_RULES = {
  reserved: 'amount',
  let_go: "CASE status WHEN 'AUTHORISED' THEN 0 ELSE amount END",
  rail: "CASE status WHEN 'VOIDED' THEN 0 ELSE -amount END",
  available: "CASE status WHEN 'SETTLED' THEN credited ELSE 0 END",
  fees: "CASE status WHEN 'SETTLED' THEN fee ELSE 0 END",
}

/** Sums the withdrawals and app payments whose hold is open, by merchant. */
const OPEN = `
  SELECT place, merchant, ${total('amount')} AS reserved
  FROM (SELECT environment AS place, merchant_id AS merchant, amount + fee AS amount FROM withdrawals
      WHERE status IN ('PENDING', 'REVIEW', 'PROCESSING', 'BROADCAST')
    UNION ALL
    SELECT app_payments.environment, merchant_id, app_payments.amount
    FROM app_payments JOIN orders ON orders.id = order_id WHERE app_payments.status = 'AUTHORISED') AS holders
  GROUP BY place, merchant`

/** The kind of ledger transaction that must have resolved a hold; null while its withdrawal or payment is open. */
const ENDING = `CASE
  WHEN withdrawals.status = 'COMPLETED' THEN 'withdrawal_settle'
  WHEN withdrawals.status IN ('FAILED', 'CANCELED') THEN 'withdrawal_release'
  WHEN app_payments.status = 'SETTLED' THEN 'app_settle'
  WHEN app_payments.status = 'VOIDED' THEN 'app_void' END`

/** Checks withdrawals and payments in the client app against their holds. */
export const HOLD_CHECKS = {
  hold: `
    WITH wrong_out AS MATERIALIZED (SELECT * FROM (${PAID_OUT}) AS paid WHERE ${anyBroken(PAID_OUT_RULES)}),
    wrong_in AS MATERIALIZED (SELECT * FROM (${PAID_IN_APP}) AS paid WHERE ${anyBroken(PAID_IN_APP_RULES)})
    ${[...broken('wrong_out', PAID_OUT_RULES), ...broken('wrong_in', PAID_IN_APP_RULES)].join(' UNION ALL ')}`,

  resolution: `
    WITH wrong AS MATERIALIZED (
      SELECT * FROM (SELECT COALESCE(withdrawals.id, app_payments.id, holds.id) AS id, holds.id AS hold_id,
          ends.kind AS ending, ${ENDING} AS due, CASE ends.reference WHEN holds.reference THEN 1 ELSE 0 END AS is_own
        FROM ledger_transactions AS holds
        LEFT JOIN withdrawals ON withdrawals.id = holds.reference AND holds.kind = 'withdrawal_hold'
        LEFT JOIN app_payments ON app_payments.id = holds.reference AND holds.kind = 'app_hold'
        LEFT JOIN ledger_transactions AS ends ON ends.resolves = holds.id
        WHERE holds.kind IN ('withdrawal_hold', 'app_hold')) AS resolved
      WHERE COALESCE(ending, '') <> COALESCE(due, '') OR id = hold_id OR (ending IS NOT NULL AND is_own = 0))
    SELECT id, CASE id WHEN hold_id THEN 'withdrawal or payment' ELSE COALESCE(due, ending) END AS aspect,
      CASE WHEN id = hold_id OR due IS NOT NULL THEN 0 ELSE 1 END AS found,
      CASE WHEN id = hold_id OR due IS NOT NULL THEN 1 ELSE 0 END AS expected
    FROM wrong WHERE COALESCE(ending, '') <> COALESCE(due, '') OR id = hold_id
    UNION ALL
    SELECT id, ending || ' of its own', 0, 1 FROM wrong WHERE ending IS NOT NULL AND is_own = 0`,

  difference: `
    SELECT id, idempotency_key AS aspect, 1 AS found, 0 AS expected FROM ledger_transactions AS bookings
    WHERE ${RARE} AND kind = 'withdrawal_difference'
      AND NOT EXISTS (SELECT 1 FROM withdrawals JOIN signed_transactions AS signed ON withdrawal_id = withdrawals.id
        WHERE withdrawals.id = bookings.reference AND signed.kind = 'payment' AND moved IS NOT NULL
          AND withdrawals.status IN ('COMPLETED', 'FAILED'))`,

  held: `
    SELECT id, 'balance' AS aspect, balance AS found, COALESCE(reserved, 0) AS expected
    FROM ledger_accounts LEFT JOIN (${OPEN}) AS open ON place = environment AND merchant = owner
    WHERE code = 'held' AND balance <> COALESCE(reserved, 0)`,

  payment: `
    SELECT withdrawals.id AS id, 'hash of its payment' AS aspect, 0 AS found, 1 AS expected
    FROM withdrawals
    LEFT JOIN signed_transactions AS signed ON withdrawal_id = withdrawals.id AND signed.kind = 'payment'
      AND signed.environment = withdrawals.environment AND signed.network = withdrawals.network
    LEFT JOIN explanations AS paying ON paying.subject = withdrawals.id AND paying.kind = 'withdrawal'
      AND paying.environment = withdrawals.environment AND paying.network = withdrawals.network
    WHERE COALESCE(withdrawals.tx_hash, '') <> COALESCE(signed.tx_hash, paying.tx_hash, '')
      OR (signed.tx_hash IS NOT NULL AND paying.tx_hash IS NOT NULL)
      OR (status = 'COMPLETED' AND withdrawals.tx_hash IS NULL)`,
} as const
