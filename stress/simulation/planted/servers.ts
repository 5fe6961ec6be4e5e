import type { Planted } from './fault.js'

const GIVES_BACK =
  "  if (decision.event === 'withdrawal.failed' && !hasMoved) await giveBackToLimits(tx, changed)\n"
const POSTS = '  await post(tx, context, [...corrections, ...decision.postings])\n'

/** Faults that servers on one database show. */
export const SERVER_FAULTS: readonly Planted[] = [
  {
    name: 'the lease of a dead server never ends',
    file: 'storage/tables/chain/network-leases.ts',
    from: 'OR network_leases.until_at <= (SELECT now_at FROM database_clock)`',
    to: 'OR 1 = 0`',
    engine: 'postgres',
  },
  {
    name: 'an ended withdrawal locks its day after the accounts',
    file: 'domain/withdrawals/withdrawals.ts',
    from: `${GIVES_BACK}${POSTS}`,
    to: `${POSTS}${GIVES_BACK}`,
    engine: 'postgres',
  },
  {
    name: 'servers record the uses of keys in different orders',
    file: 'domain/merchants/key-use.ts',
    from: '.sort(([one], [other]) => (one < other ? -1 : 1))',
    to: '',
    engine: 'postgres',
  },
]
