import { START } from '../domain/context.js'
import type { Engine } from './engines.js'

/**
 * A script that stores orders, one a millisecond, each with its address, lease, transfer, metadata and words; 1 of 1,000 is FROZEN.
 *
 * @param merchants named `m0` and so on, whose orders take turns
 */
export function searchedOrders(engine: Engine, count: number, merchants: number): string {
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`
  const text = (before: string) => `'${before}' || n`
  const status = "CASE WHEN n % 1000 = 0 THEN 'FROZEN' WHEN n % 5 = 0 THEN 'PAID' ELSE 'EXPIRED' END"
  return [
    `INSERT INTO addresses (id, environment, network, derivation_index, address, free_at, merchant_id)
     ${numbers} SELECT ${text('a')}, 'test', 'TRC20', n, ${text('T')}, ${START}, 'm' || (n % ${merchants}) FROM numbers`,
    `INSERT INTO orders (id, merchant_id, environment, kind, order_number, status, amount, received, confirmed, credited,
       fee_rate, network, address_id, checkout_token, tolerance, min_due, depth, description, metadata, frozen_reason,
       expire_at, created_at, updated_at, version)
     ${numbers} SELECT ${text('o')}, 'm' || (n % ${merchants}), 'test', 'on-chain', ${text('ord_')}, ${status},
       (11 + n % 500) * CAST(100000000 AS BIGINT), 0, 0, 0, 10000, 'TRC20', ${text('a')}, ${text('c')}, 0, 1, 19,
       'Order ' || n || ' of a shop with a description as long as usual', '{"reference":"ref-' || n || '","cart":' || n || '}',
       CASE WHEN n % 1000 = 0 THEN 'compliance' END, ${START}, ${START} + n, ${START} + n, 3 FROM numbers`,
    `INSERT INTO address_leases (order_id, address_id, from_at, released_at, until_at)
     ${numbers} SELECT ${text('o')}, ${text('a')}, ${START}, ${START}, ${START} FROM numbers`,
    `INSERT INTO transfers (environment, network, tx_hash, log_index, from_address, to_address, value, block_number,
       block_hash, block_time, incarnation, order_id, late, flagged, due_block)
     ${numbers} SELECT 'test', 'TRC20', ${text('0x')}, 0, 'T', ${text('T')}, 100, n, 'h', ${START}, 1, ${text('o')}, 0, 0, n
     FROM numbers`,
    `INSERT INTO order_words (words, order_id)
     ${numbers} SELECT '_test _test_m' || (n % ${merchants}) || ' order ' || n || ' of a shop with description as long usual ref',
       ${text('o')} FROM numbers`,
    ...(engine === 'postgres' ? ['ANALYZE'] : []),
  ].join(';\n')
}
