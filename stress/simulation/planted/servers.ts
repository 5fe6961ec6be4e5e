import type { Planted } from './fault.js'

/** Faults that servers on one database show. */
export const SERVER_FAULTS: readonly Planted[] = [
  {
    name: 'the lease of a dead server never ends',
    file: 'storage/tables/chain/network-leases.ts',
    from: 'OR network_leases.until_at <= (SELECT now_at FROM database_clock)`',
    to: 'OR 1 = 0`',
    engine: 'postgres',
  },
]
