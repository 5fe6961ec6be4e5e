import type { Planted } from './fault.js'

/** Faults of what follows a restore. */
export const RECOVERY_FAULTS: readonly Planted[] = [
  {
    name: 'payments are signed during a recovery',
    file: 'workers/withdrawals/withdrawal-run.ts',
    from: 'if (await tx.recoveries.findOpen()) return true',
    to: '',
  },
  {
    name: 'a restore skips no index',
    file: 'domain/recovery/recoveries.ts',
    from: 'for (const id of chains) await tx.recoveries.skipIndexes(id, skip, begunAt)',
    to: '',
  },
  {
    name: 'nonces after an explained one are not listed',
    file: 'domain/recovery/open-points.ts',
    from: 'signed ?? (await tx.signedTransactions.nextNonce(id)) ?? count',
    to: 'signed ?? count',
  },
]
