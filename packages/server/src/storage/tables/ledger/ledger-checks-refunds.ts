import { into, OWNERS, total } from './ledger-checks-sql.js'

const CREDITED = `${into('available_id')} + ${into('shortfall_id')} + ${into('frozen_id')}`

/**
 * Sums what the merchant was ever credited for each refunded order, without and with the fee, from the postings alone.
 * Reversals are left out: a reorganisation after a refund may leave less than was refunded, and is no fault.
 */
const EVER_CREDITED = `
  SELECT orders.id AS id, ${total(CREDITED)} AS credited,
    ${total(`${CREDITED} + ${into('fees_id')}`)} AS received
  FROM orders
  LEFT JOIN (${OWNERS}) AS owners ON place = orders.environment AND owner = orders.merchant_id
  JOIN ledger_transactions AS transactions ON reference = orders.id AND transactions.kind IN ('deposit', 'attribute')
  JOIN ledger_postings AS postings ON transaction_id = transactions.id
  WHERE orders.id IN (SELECT order_id FROM withdrawals WHERE order_id IS NOT NULL)
  GROUP BY orders.id`

/** The most that the refunds of an order may be. Only a refund that says so returns the fee. */
const BOUND = 'COALESCE(CASE includes_fee WHEN 1 THEN received ELSE credited END, 0)'

/** Checks refunds against the orders that they refund. */
export const REFUND_CHECKS = {
  refund: `
    SELECT order_id AS id, 'refunds beyond its credit' AS aspect, refunded - ${BOUND} AS found, 0 AS expected
    FROM (SELECT order_id, ${total('amount')} AS refunded, MAX(includes_fee) AS includes_fee FROM withdrawals
      WHERE order_id IS NOT NULL AND status NOT IN ('FAILED', 'CANCELED') GROUP BY order_id) AS refunds
    LEFT JOIN (${EVER_CREDITED}) AS credits ON credits.id = order_id
    WHERE refunded > ${BOUND}`,

  refunded: `
    SELECT withdrawals.id AS id, 'order that it refunds' AS aspect, 0 AS found, 1 AS expected
    FROM withdrawals LEFT JOIN orders ON orders.id = order_id AND orders.merchant_id = withdrawals.merchant_id
      AND orders.environment = withdrawals.environment AND orders.network = withdrawals.network
    WHERE order_id IS NOT NULL AND orders.id IS NULL`,
} as const
