import { APP_FEE, CHAIN_FEE, total } from './ledger-checks-sql.js'

const fee = `CASE orders.kind WHEN 'on-chain' THEN ${CHAIN_FEE} ELSE ${APP_FEE} END`

/** The names of accounts, made once an owner instead of once a posting. */
const OWNERS = `
  SELECT environment AS place, owner, MAX(CASE code WHEN 'available' THEN id END) AS available_id,
    MAX(CASE code WHEN 'shortfall' THEN id END) AS shortfall_id,
    MAX(CASE code WHEN 'frozen' THEN id END) AS frozen_id,
    environment || '/platform/fees' AS fees_id, environment || '/platform/operator:' AS operator_id
  FROM ledger_accounts GROUP BY environment, owner`

/** What of a posting reaches an account. */
const into = (account: string) =>
  `CASE ${account} WHEN credit_account THEN postings.amount WHEN debit_account THEN -postings.amount ELSE 0 END`

/** What was booked, order by order. Bookings of an on-chain order name the order, those of the client app the payment. */
const BOOKED = `
  SELECT orders.id AS id, orders.status AS status, rejected_at, orders.credited AS credited,
    orders.confirmed AS confirmed, ${fee} AS fee,
    ${total(`${into('available_id')} + ${into('shortfall_id')}`)} AS available,
    ${total(into('frozen_id'))} AS frozen,
    ${total(into('fees_id'))} AS fees,
    ${total(`CASE WHEN rejected_at IS NULL THEN 0 ELSE ${into('operator_id || orders.network')} END`)} AS operator
  FROM orders
  LEFT JOIN (${OWNERS}) AS owners ON place = orders.environment AND owner = orders.merchant_id
  LEFT JOIN app_payments ON order_id = orders.id AND app_payments.status = 'SETTLED'
  LEFT JOIN ledger_transactions AS transactions ON reference = COALESCE(app_payments.id, orders.id)
  LEFT JOIN ledger_postings AS postings ON transaction_id = transactions.id
  GROUP BY orders.id`

const isFrozen = "(status = 'FROZEN' AND rejected_at IS NULL)"
const expected = {
  available: `CASE WHEN status = 'FROZEN' THEN 0 ELSE credited END`,
  frozen: `CASE WHEN ${isFrozen} THEN credited ELSE 0 END`,
  fees: 'fee',
  operator: 'CASE WHEN rejected_at IS NULL THEN 0 ELSE confirmed - fee END',
}

const wrong = (aspect: keyof typeof expected) => `
  SELECT id, '${aspect}' AS aspect, ${aspect} AS found, ${expected[aspect]} AS expected
  FROM wrong WHERE ${aspect} <> ${expected[aspect]}`

const deposited = `'deposit:' || network || ':' || tx_hash || ':' || log_index || ':' || incarnation`
const counts = 'confirmed_at IS NOT NULL AND orphaned_at IS NULL AND ignored_reason IS NULL'
const identity = (table: string) =>
  `${table}.environment || '/' || ${table}.network || ':' || ${table}.tx_hash || ':' || ${table}.log_index`

/** Transfers and orders against what was booked for them. */
export const ORDER_CHECKS = {
  deposit: `
    SELECT ${identity('transfers')} AS id, 'deposit' AS aspect, COALESCE(amount, 0) AS found, value AS expected
    FROM transfers
    LEFT JOIN ledger_transactions AS deposits ON deposits.environment = transfers.environment
      AND deposits.idempotency_key = ${deposited}
      AND NOT EXISTS (SELECT 1 FROM ledger_transactions AS reversals WHERE reversals.reverses = deposits.id)
    LEFT JOIN ledger_postings AS postings ON postings.transaction_id = deposits.id AND sequence = 1
      AND debit_account = transfers.environment || '/platform/custody:' || network
    WHERE ${counts} AND (amount IS NULL OR amount <> value)`,

  screened: `
    SELECT ${identity('transfers')} AS id, 'screening' AS aspect, 0 AS found, 1 AS expected
    FROM transfers WHERE ${counts} AND screened_at IS NULL
    UNION ALL
    SELECT ${identity('transfers')}, 'flag', 0, 1
    FROM screening_verdicts AS verdicts
    JOIN transfers ON transfers.environment = verdicts.environment AND transfers.network = verdicts.network
      AND transfers.tx_hash = verdicts.tx_hash AND transfers.log_index = verdicts.log_index
      AND transfers.incarnation = verdicts.incarnation
    WHERE verdict = 'flag' AND flagged = 0`,

  unowed: `
    SELECT id, idempotency_key AS aspect, 1 AS found, 0 AS expected FROM ledger_transactions AS deposits
    JOIN (SELECT environment AS place, idempotency_key AS unowed_key FROM ledger_transactions AS standing
        WHERE kind = 'deposit'
          AND NOT EXISTS (SELECT 1 FROM ledger_transactions AS reversals WHERE reversals.reverses = standing.id)
        EXCEPT SELECT environment, ${deposited} FROM transfers WHERE ${counts}) AS unowed
      ON deposits.environment = place AND deposits.idempotency_key = unowed_key`,

  amounts: `
    WITH arrived AS MATERIALIZED (
      SELECT orders.id AS id, orders.received AS received, orders.confirmed AS confirmed,
        ${total('value')} AS seen,
        ${total('CASE WHEN confirmed_at IS NULL THEN 0 ELSE value END')} AS settled
      FROM orders LEFT JOIN transfers ON order_id = orders.id AND orphaned_at IS NULL
      WHERE kind = 'on-chain' GROUP BY orders.id
      UNION ALL
      SELECT orders.id, orders.received, orders.confirmed, ${total('app_payments.amount')},
        ${total('app_payments.amount')}
      FROM orders LEFT JOIN app_payments ON order_id = orders.id AND app_payments.status = 'SETTLED'
      WHERE kind = 'app' GROUP BY orders.id)
    SELECT id, 'received' AS aspect, received AS found, seen AS expected
    FROM arrived WHERE received <> seen
    UNION ALL
    SELECT id, 'confirmed', confirmed, settled FROM arrived WHERE confirmed <> settled
    UNION ALL
    SELECT id, 'credited', credited, CASE WHEN rejected_at IS NULL THEN confirmed - ${fee} ELSE 0 END
    FROM orders WHERE credited <> CASE WHEN rejected_at IS NULL THEN confirmed - ${fee} ELSE 0 END`,

  booked: `
    WITH wrong AS MATERIALIZED (
      SELECT * FROM (${BOOKED}) AS booked
      WHERE available <> ${expected.available} OR frozen <> ${expected.frozen} OR fees <> ${expected.fees}
        OR operator <> ${expected.operator})
    ${wrong('available')} UNION ALL ${wrong('frozen')} UNION ALL ${wrong('fees')} UNION ALL ${wrong('operator')}`,

  // Grouped by an expression, so that no index leads through all orders to the few under review.
  frozen: `
    SELECT id, 'balance' AS aspect, balance AS found, COALESCE(reviewed, 0) AS expected
    FROM ledger_accounts
    LEFT JOIN (SELECT environment || '/' || merchant_id AS place, ${total('credited')} AS reviewed FROM orders
      WHERE status = 'FROZEN' GROUP BY environment || '/' || merchant_id) AS reviews
      ON place = environment || '/' || owner
    WHERE code = 'frozen' AND balance <> COALESCE(reviewed, 0)`,
} as const
