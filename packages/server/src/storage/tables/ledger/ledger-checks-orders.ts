import { QUARTER_MS } from '../../../domain/shared/time-zone.js'
import {
  APP_FEE,
  anyBroken,
  broken,
  CHAIN_FEE,
  into,
  OWNERS,
  RARE,
  stands,
  total,
} from './ledger-checks-sql.js'

const FEE = `CASE orders.kind WHEN 'on-chain' THEN ${CHAIN_FEE} ELSE ${APP_FEE} END`

/** Sums the postings of each on-chain order. The check `hold` covers payments in the client app. */
const POSTED = `
  SELECT orders.id AS id, orders.status AS status, rejected_at, orders.credited AS credited,
    orders.confirmed AS confirmed, ${CHAIN_FEE} AS fee,
    ${total(`${into('available_id')} + ${into('shortfall_id')}`)} AS available,
    ${total(into('frozen_id'))} AS frozen,
    ${total(into('fees_id'))} AS fees,
    ${total(`CASE WHEN rejected_at IS NULL THEN 0 ELSE ${into("platform || 'operator:' || orders.network")} END`)} AS operator
  FROM orders
  LEFT JOIN (${OWNERS}) AS owners ON place = orders.environment AND owner = orders.merchant_id
  LEFT JOIN ledger_transactions AS transactions ON reference = orders.id
  LEFT JOIN ledger_postings AS postings ON transaction_id = transactions.id
  WHERE orders.kind = 'on-chain' GROUP BY orders.id`

const IS_FROZEN = "(status = 'FROZEN' AND rejected_at IS NULL)"
const POSTED_RULES = {
  available: `CASE WHEN status = 'FROZEN' THEN 0 ELSE credited END`,
  frozen: `CASE WHEN ${IS_FROZEN} THEN credited ELSE 0 END`,
  fees: 'fee',
  operator: 'CASE WHEN rejected_at IS NULL THEN 0 ELSE confirmed - fee END',
}

const TRANSFER_KEY = `network || ':' || tx_hash || ':' || log_index || ':' || incarnation`
const COUNTS = 'confirmed_at IS NOT NULL AND orphaned_at IS NULL AND ignored_reason IS NULL'
const identity = (table: string) =>
  `${table}.environment || '/' || ${table}.network || ':' || ${table}.tx_hash || ':' || ${table}.log_index`
/** True if the transfer was credited to its order at once; one that an operator attributes was in suspense before. */
const IS_CREDITED = 'order_id IS NOT NULL AND attributed_to IS NULL'

/** The kept sums of each quarter of an hour, and those of its orders, each in rows of its own. */
const PAID_SUMS = `
  SELECT merchant_id, environment, from_at, orders AS kept_orders, paid AS kept_paid, NULL AS orders, NULL AS paid
  FROM paid_sums
  UNION ALL
  SELECT merchant_id, environment, paid_at / ${QUARTER_MS} * ${QUARTER_MS}, NULL, NULL, COUNT(*), ${total('confirmed')}
  FROM orders WHERE paid_at IS NOT NULL GROUP BY merchant_id, environment, paid_at / ${QUARTER_MS} * ${QUARTER_MS}`
const PAID_RULES = { kept_orders: 'orders', kept_paid: 'paid' }

/** Checks transfers and orders against their postings. */
export const ORDER_CHECKS = {
  deposit: `
    SELECT id, CASE WHEN found = expected THEN 'order of its deposit' ELSE 'deposit' END AS aspect,
      CASE WHEN found = expected THEN 0 ELSE found END AS found, expected
    FROM (SELECT ${identity('transfers')} AS id, COALESCE(amount, 0) AS found, value AS expected,
        deposits.reference AS booked_for, CASE WHEN ${IS_CREDITED} THEN order_id ELSE ${TRANSFER_KEY} END AS due_to
      FROM transfers
      LEFT JOIN ledger_transactions AS deposits ON deposits.environment = transfers.environment
        AND deposits.idempotency_key = 'deposit:' || ${TRANSFER_KEY} AND ${stands('deposits')}
      LEFT JOIN ledger_postings AS postings ON postings.transaction_id = deposits.id AND sequence = 1
        AND debit_account = transfers.environment || '/platform/custody:' || network
      WHERE ${COUNTS}) AS deposited
    WHERE found <> expected OR booked_for <> due_to`,

  attribution: `
    SELECT id, CASE WHEN found = expected THEN 'order of its attribution' ELSE 'attribution' END AS aspect,
      CASE WHEN found = expected THEN 0 ELSE found END AS found, expected
    FROM (SELECT ${identity('transfers')} AS id, COALESCE(amount, 0) AS found, value AS expected,
        given.reference AS booked_for, COALESCE(order_id, ${TRANSFER_KEY}) AS due_to
      FROM transfers
      LEFT JOIN ledger_transactions AS given ON given.environment = transfers.environment
        AND given.idempotency_key = 'attribute:deposit:' || ${TRANSFER_KEY} AND ${stands('given')}
      LEFT JOIN ledger_postings AS postings ON postings.transaction_id = given.id AND sequence = 1
        AND debit_account = transfers.environment || '/platform/suspense:' || network
        AND credit_account = attributed_to
      WHERE attributed_to IS NOT NULL AND ${COUNTS}) AS attributed
    WHERE found <> expected OR booked_for <> due_to`,

  address: `
    SELECT ${identity('transfers')} AS id, 'address of its order' AS aspect, 0 AS found, 1 AS expected
    FROM transfers
    LEFT JOIN orders ON orders.id = order_id
    LEFT JOIN addresses ON addresses.id = address_id AND addresses.environment = transfers.environment
      AND addresses.network = transfers.network
    WHERE ${IS_CREDITED} AND to_address <> COALESCE(address, '')`,

  screened: `
    SELECT ${identity('transfers')} AS id, 'screening' AS aspect, 0 AS found, 1 AS expected
    FROM transfers WHERE ${COUNTS} AND screened_at IS NULL
    UNION ALL
    SELECT ${identity('transfers')}, 'flag', 0, 1
    FROM screening_verdicts AS verdicts
    JOIN transfers ON transfers.environment = verdicts.environment AND transfers.network = verdicts.network
      AND transfers.tx_hash = verdicts.tx_hash AND transfers.log_index = verdicts.log_index
      AND transfers.incarnation = verdicts.incarnation
    WHERE verdict = 'flag' AND flagged = 0`,

  // Most deposits name an order with a matching transfer, which one lookup finds. The rest are compared as a list.
  unowed: `
    WITH doubtful AS MATERIALIZED (
      SELECT id, environment AS place, idempotency_key AS booking_key FROM ledger_transactions AS deposits
      WHERE kind = 'deposit' AND ${stands('deposits')}
        AND NOT EXISTS (SELECT 1 FROM transfers WHERE order_id = deposits.reference
          AND environment = deposits.environment AND ${COUNTS} AND idempotency_key = 'deposit:' || ${TRANSFER_KEY})
      UNION ALL
      SELECT id, environment, idempotency_key FROM ledger_transactions AS given
      WHERE ${RARE} AND kind = 'attribute' AND ${stands('given')})
    SELECT id, doubtful.booking_key AS aspect, 1 AS found, 0 AS expected
    FROM doubtful
    JOIN (SELECT place, booking_key FROM doubtful
      EXCEPT SELECT environment, 'deposit:' || ${TRANSFER_KEY} FROM transfers WHERE NOT (${IS_CREDITED}) AND ${COUNTS}
      EXCEPT SELECT environment, 'attribute:deposit:' || ${TRANSFER_KEY} FROM transfers
        WHERE attributed_to IS NOT NULL AND ${COUNTS}) AS unowed
      ON unowed.place = doubtful.place AND unowed.booking_key = doubtful.booking_key`,

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
    SELECT id, 'credited', credited, CASE WHEN rejected_at IS NULL THEN confirmed - ${FEE} ELSE 0 END
    FROM orders WHERE credited <> CASE WHEN rejected_at IS NULL THEN confirmed - ${FEE} ELSE 0 END`,

  booked: `
    WITH wrong AS MATERIALIZED (SELECT * FROM (${POSTED}) AS posted WHERE ${anyBroken(POSTED_RULES)})
    ${broken('wrong', POSTED_RULES).join(' UNION ALL ')}`,

  paid: `
    WITH quarters AS MATERIALIZED (
      SELECT merchant_id || '/' || environment || '/' || from_at AS id,
        COALESCE(MAX(kept_orders), 0) AS kept_orders, COALESCE(MAX(kept_paid), 0) AS kept_paid,
        COALESCE(MAX(orders), 0) AS orders, COALESCE(MAX(paid), 0) AS paid
      FROM (${PAID_SUMS}) AS sums GROUP BY merchant_id, environment, from_at)
    ${broken('quarters', PAID_RULES).join(' UNION ALL ')}`,

  // Groups by an expression, so that the database does not walk an index over all orders to find the few under review.
  frozen: `
    SELECT id, 'balance' AS aspect, balance AS found, COALESCE(reviewed, 0) AS expected
    FROM ledger_accounts
    LEFT JOIN (SELECT environment || '/' || merchant_id AS place, ${total('credited')} AS reviewed FROM orders
      WHERE status = 'FROZEN' GROUP BY environment || '/' || merchant_id) AS reviews
      ON place = environment || '/' || owner
    WHERE code = 'frozen' AND balance <> COALESCE(reviewed, 0)`,
} as const
