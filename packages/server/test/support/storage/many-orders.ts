import { START } from '../domain/context.js'

/**
 * A script that stores orders of the merchant `m`, one a millisecond: 1 of 100 on ERC20, 1 of 100 FROZEN, 1 of 10 app-only,
 * 4 of 5 PAID. Their metadata is not in the index yet.
 *
 * @param count a multiple of 1,000
 */
export function ordersOfMerchant(count: number): string {
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`
  const text = (before: string) => `'${before}' || n`
  const isApp = 'n % 10 = 9'
  const unless = (value: string) => `CASE WHEN ${isApp} THEN NULL ELSE ${value} END`
  const whenApp = (value: string) => `CASE WHEN ${isApp} THEN ${value} END`
  const status = "CASE WHEN n % 100 = 7 THEN 'FROZEN' WHEN n % 5 = 0 THEN 'EXPIRED' ELSE 'PAID' END"
  const network = "CASE WHEN n % 100 = 11 OR n % 1000 = 7 THEN 'ERC20' ELSE 'TRC20' END"
  const metadata = `'{"cart":' || n || ',"customer":"' || (n % ${count / 100}) || '","channel":"web"'
    || CASE WHEN n % 100 = 13 THEN ',"campaign":"spring"' ELSE '' END || '}'`
  return [
    `INSERT INTO merchants (id, platform_user_id, name, email, status, tier, created_at, updated_at)
     VALUES ('m', 'u', 'Shop', 'shop@example.com', 'ACTIVE', 'BASIC', ${START}, ${START})`,
    `INSERT INTO list_counts (list, stripe, total) VALUES ('orders/m/test', 0, ${count})`,
    `INSERT INTO addresses (id, environment, network, derivation_index, address, free_at)
     ${numbers} SELECT ${text('a')}, 'test', ${network}, n, ${text('T')}, ${START} FROM numbers`,
    `INSERT INTO orders (id, merchant_id, environment, kind, order_number, status, amount, received, confirmed, credited,
       fee_rate, network, address_id, checkout_token, tolerance, min_due, depth, amount_mode, scale, amount_min, amount_max,
       metadata, frozen_reason, expire_at, paid_at, created_at, updated_at, version)
     ${numbers} SELECT ${text('019b0e5c-7e5a-7c3e-9f5a-')}, 'm', 'test', CASE WHEN ${isApp} THEN 'app' ELSE 'on-chain' END,
       ${text('ord_')}, ${status}, CAST(2500000000 AS BIGINT), 0, 0, 0, 10000, ${unless(network)}, ${unless(text('a'))},
       ${unless(text('c'))}, ${unless('0')}, ${unless('1')}, ${unless('19')}, ${whenApp("'FIXED'")}, ${whenApp('2')},
       ${whenApp('1')}, ${whenApp('1')}, ${metadata}, CASE WHEN n % 100 = 7 THEN 'compliance' END, ${START},
       CASE WHEN n % 5 > 0 THEN ${START} + n END,
       ${START} + n, ${START} + n, 3 FROM numbers`,
  ].join(';\n')
}
