import { merchantBalances } from '../ledger/ledger.js'
import type { Explanation } from '../recovery/explanation.js'
import { listOpenPoints } from '../recovery/open-points.js'
import { ZERO } from '../shared/money.js'
import { ALL_CHAINS, type Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { type AttentionItem, SINGLE_ITEMS } from './attention-item.js'
import { amountText, chainName, command, counted, countText, oneByOne, REASON, sum } from './item-lists.js'

/** A nightly backup has two hours more than a day. */
const BACKUP_MS = 26 * 3_600_000

/** Lists an open recovery. It can be finished only when the database shows nothing else to decide. */
export async function recoveryItems(tx: Tx): Promise<AttentionItem[]> {
  const recovery = await tx.recoveries.findOpen()
  if (!recovery) return []
  const [open] = await listOpenPoints(tx, recovery, await tx.wallets.list())
  return [
    {
      key: `recovering/${recovery.id}`,
      kind: 'recovering',
      subject: 'database',
      environment: null,
      sinceAt: recovery.begunAt,
      amount: null,
      text: `nothing is signed until the database is compared with the networks: ${recovery.reason}`,
      command: command(open ? 'restore status' : `restore finish ${REASON}`),
    },
  ]
}

/** Lists explained transfers that a merchant's balance did not cover completely. */
export async function shortfallItems(tx: Tx): Promise<AttentionItem[]> {
  const rows: Explanation[] = []
  for (const id of ALL_CHAINS) rows.push(...(await tx.explanations.listShort(id)))
  const payers = new Set<string>()
  for (const { environment, subject } of rows.slice(0, SINGLE_ITEMS)) {
    if (subject === null) continue
    const { available } = await merchantBalances(tx, { environment, merchantId: subject })
    if (available > ZERO) payers.add(`${environment}/${subject}`)
  }
  return oneByOne(
    'recovery_shortfall',
    rows,
    ({ txHash, logIndex, subject, shortfall, explainedAt, ...chain }) => ({
      subject: `${chainName(chain)}/${txHash}/${logIndex}`,
      environment: chain.environment,
      sinceAt: explainedAt,
      amount: shortfall,
      text: `merchant ${subject} has not borne ${amountText(shortfall)} of a withdrawal that a restore lost`,
      ...(subject !== null && { facts: { merchantId: subject } }),
      // Without a balance there is nothing to collect.
      command: command(
        payers.has(`${chain.environment}/${subject}`)
          ? `restore explain ${txHash}/${logIndex} --merchant ${subject} ${REASON}`
          : `merchants show ${subject}`,
      ),
    }),
    ({ explainedAt }, rest) => ({
      sinceAt: explainedAt,
      amount: sum(rest.map(({ shortfall }) => shortfall)),
      text: `${countText(rest.length)} more withdrawals that a restore lost are not borne completely`,
      command: command('restore status'),
    }),
  )
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
      environment: null,
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
      environment: null,
      sinceAt: last?.madeAt ?? activatedAt,
      amount: null,
      text: last ? `the last backup is older than 26 hours: ${last.location}` : 'there is no backup',
      command: command(`backup --to ${quoted(last ? folderOf(last.location) : './backups')}`),
    },
  ]
}

/** Lists the setting for one operator, from the first activation of a merchant on. */
export async function singleOperatorItems(tx: Tx): Promise<AttentionItem[]> {
  const activatedAt = await tx.attention.firstActivation()
  if (activatedAt === undefined) return []
  return [
    {
      key: 'single_operator',
      kind: 'single_operator',
      subject: 'server',
      environment: null,
      sinceAt: activatedAt,
      amount: null,
      text: 'MERCHANTPAY_SINGLE_OPERATOR is on: the operator who made a withdrawal or a refund can approve it',
      command: command('config check'),
    },
  ]
}

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0)) || '/'

/** Quotes a path for a shell where it needs that. */
const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
