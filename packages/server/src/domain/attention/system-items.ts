import type { Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { AttentionItem } from './attention-item.js'
import { command, counted, REASON } from './item-lists.js'

/** A nightly backup has two hours more than a day. */
const BACKUP_MS = 26 * 3_600_000

/** Lists what is open after a restore. */
export async function recoveryItems(tx: Tx): Promise<AttentionItem[]> {
  const recovery = await tx.recoveries.findOpen()
  if (!recovery) return []
  return [
    {
      key: `recovering/${recovery.id}`,
      kind: 'recovering',
      subject: 'database',
      sinceAt: recovery.begunAt,
      amount: null,
      text: `nothing is signed until the database is compared with the networks: ${recovery.reason}`,
      command: command(`restore finish ${REASON}`),
    },
  ]
}

/** Lists violations that the last proof of the ledger found. */
export async function ledgerItems(tx: Tx): Promise<AttentionItem[]> {
  const proof = await tx.ledgerProofs.find()
  if (!proof || proof.violations === 0) return []
  return [
    {
      key: 'ledger_violation',
      kind: 'ledger_violation',
      subject: 'ledger',
      sinceAt: proof.provenAt,
      amount: null,
      text: `the last proof of the ledger found ${counted(proof.violations, 'violation')}`,
      command: command('ledger verify'),
    },
  ]
}

/** Lists a missing backup, from the first activation of a merchant on: before it there is little to lose. */
export async function backupItems(tx: Tx, now: Instant): Promise<AttentionItem[]> {
  const activatedAt = await tx.attention.firstActivation()
  if (activatedAt === undefined) return []
  const last = await tx.backups.findLast()
  if (last && now - last.madeAt <= BACKUP_MS) return []
  return [
    {
      key: 'backup_overdue',
      kind: 'backup_overdue',
      subject: 'backup',
      sinceAt: last?.madeAt ?? activatedAt,
      amount: null,
      text: last ? `the last backup is older than 26 hours: ${last.location}` : 'there is no backup',
      command: command(`backup --to ${quoted(last ? folderOf(last.location) : './backups')}`),
    },
  ]
}

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0)) || '/'

/** Quotes a path for a shell where it needs that. */
const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
