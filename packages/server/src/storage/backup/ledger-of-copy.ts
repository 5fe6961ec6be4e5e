import { verifyLedger } from '../../domain/ledger/ledger-verify.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { BackupFailed } from './backup-failed.js'

/** Proves the ledger of a copy with the checks of `ledger verify`. @throws BackupFailed that names the first violation */
export async function requireBalanced(tx: Tx): Promise<void> {
  const { checks } = await verifyLedger(tx, 1)
  const [first] = checks.flatMap(({ violations }) => violations)
  if (first) throw new BackupFailed(`the ledger in it is violated: ${first.message}; run ledger verify`)
}
