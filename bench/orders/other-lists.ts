import { findLinks } from '../../packages/server/src/domain/links/link-search.js'
import { searchForNamed } from '../../packages/server/src/domain/orders/named-subjects.js'
import type { LinkSearch } from '../../packages/server/src/domain/store/link-tables.js'
import type { Tx } from '../../packages/server/src/domain/store/unit-of-work.js'
import type { WithdrawalSearch } from '../../packages/server/src/domain/store/withdrawal-tables.js'
import { findWithdrawals } from '../../packages/server/src/domain/withdrawals/withdrawal-search.js'
import { amount, START } from '../../packages/server/test/support/domain/context.js'
import { sized } from '../lib/sized.js'

/** Reads something of a list. @param at differs in each run */
export type Read = (tx: Tx, at: number) => Promise<unknown>

/** Withdrawals of the merchant, and as many links. */
export const OTHERS = sized(200_000, 1_000)
const PAGE = { after: undefined, rows: 50 }
const SCOPE = { merchantId: 'm0', environment: 'test' } as const
const LARGE = { amountMin: amount('500'), amountMax: amount('510') }

/** A script that stores withdrawals, each with its payment, and links of the merchant, one a millisecond. */
export function otherRows(): string {
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${OTHERS})`
  const money = '(11 + n % 500) * CAST(100000000 AS BIGINT)'
  const at = `${START} + n`
  const words = `'Payout ' || n || ' of a shop', '{"reference":"ref-' || n || '"}'`
  return [
    `INSERT INTO withdrawals (id, merchant_id, environment, withdrawal_number, status, amount, fee, network,
       destination_address, tx_hash, confirmations, description, metadata, created_at, updated_at, completed_at, version)
     ${numbers} SELECT 'w' || n, 'm0', 'test', 'wdr_' || n, 'COMPLETED', ${money}, 0, 'TRC20', 'T' || n, '0x' || n, 19,
       ${words}, ${at}, ${at}, ${at}, 3 FROM numbers`,
    `INSERT INTO signed_transactions (tx_hash, withdrawal_id, kind, environment, network, wallet, nonce, raw, created_at)
     ${numbers} SELECT '0x' || n, 'w' || n, 'payment', 'test', 'TRC20', 'T', n, 'x', ${at} FROM numbers`,
    `INSERT INTO payment_links (id, token, merchant_id, environment, uses, amount_mode, amount, tolerance, description,
       metadata, created_at, updated_at)
     ${numbers} SELECT 'pl_' || n, 'l' || n, 'm0', 'test', CASE WHEN n % 5 = 0 THEN 'MANY' ELSE 'ONCE' END, 'FIXED',
       ${money}, 0, ${words}, ${at}, ${at} FROM numbers`,
    `INSERT INTO payment_link_totals (payment_link_id) ${numbers} SELECT 'pl_' || n FROM numbers`,
  ].join(';\n')
}

const withdrawals = (search: Partial<WithdrawalSearch>, textOf?: (at: number) => string): Read => {
  return async (tx, at) =>
    findWithdrawals(tx, await searchForNamed(tx, { ...SCOPE, ...search, text: textOf?.(at) }), PAGE)
}

/** Reads of the page of withdrawals. */
export const WITHDRAWAL_READS: Readonly<Record<string, Read>> = {
  'list, newest': withdrawals({}),
  'filter, amount': withdrawals(LARGE),
  'filter, refunds without any': withdrawals({ isRefund: true }),
  'sums of a filter': (tx) => tx.withdrawals.sumFound({ ...SCOPE, ...LARGE }, 10_000),
  'search, a number': withdrawals({}, (at) => `wdr_${1 + at}`),
  'search, beginning of a transaction': withdrawals({}, (at) => `0x${100_000 + at}`.slice(0, 7)),
  'search, none': withdrawals({}, () => 'nothing-like-it'),
}

const links =
  (search: Partial<LinkSearch>): Read =>
  (tx) =>
    findLinks(tx, { ...SCOPE, now: START, ...search }, PAGE)

/** Reads of the page of payment links. */
export const LINK_READS: Readonly<Record<string, Read>> = {
  'list, newest': links({}),
  'list, its count': (tx) => tx.paymentLinks.count(SCOPE, { now: START }),
  'filter, status without links': links({ status: 'CLOSED' }),
  'sums of a filter': (tx) => tx.paymentLinks.sumFound({ ...SCOPE, now: START, uses: 'MANY' }, 10_000),
  'search, none': links({ text: 'nothing-like-it' }),
}
