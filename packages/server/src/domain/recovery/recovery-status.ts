import { ALL_CHAINS, type ChainId, type Cursor, type Environment, type Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from '../withdrawals/withdrawal.js'
import { type NextSteps, planSteps } from './next-steps.js'
import { caughtUpAt, listOpenPoints, listUnexplained } from './open-points.js'
import type { Recovery } from './recovery.js'

/** Most transfers in suspense of an environment that are counted. */
const MOST = 1_000

/** Everything that waits for a decision after a restore. */
export interface RecoveryStatus extends NextSteps {
  readonly recovery: Recovery | undefined
  /** Whether the database shows nothing that keeps the recovery open. */
  readonly isExplained: boolean
  /** How far each network is recorded, and the block time that is needed; null without an open recovery. */
  readonly networks: readonly RecordedNetwork[]
  /** Networks with withdrawals that are not signed yet. One that was canceled after the backup waits again. */
  readonly unsigned: readonly { readonly id: ChainId; readonly pending: number; readonly inReview: number }[]
  /** Transfers in suspense of each environment, at most 1,000 counted. */
  readonly suspense: readonly { readonly environment: Environment; readonly count: number }[]
}

export interface RecordedNetwork {
  readonly id: ChainId
  readonly cursor?: Cursor
  readonly dueAt: Instant | null
}

/** Reads the state of a recovery, open or not. @param chains the networks that nodes serve */
export async function readStatus(tx: Tx, chains: readonly ChainId[]): Promise<RecoveryStatus> {
  const recovery = await tx.recoveries.findOpen()
  const networks: RecordedNetwork[] = []
  for (const id of chains) {
    const cursor = await tx.cursors.find(id)
    networks.push({
      id,
      ...(cursor && { cursor }),
      dueAt: recovery ? caughtUpAt(id, recovery.begunAt) : null,
    })
  }
  return {
    recovery,
    isExplained: recovery !== undefined && (await listOpenPoints(tx, recovery, chains)).length === 0,
    networks,
    ...(await planSteps(tx, await listUnexplained(tx), networks.every(isRecorded))),
    unsigned: await countUnsigned(tx),
    suspense: await countSuspense(tx),
  }
}

/** Whether nothing has paid a possible duplicate, or can have paid it in blocks that are not recorded yet. */
export async function isUnpaid(tx: Tx, chains: readonly ChainId[], { id }: Withdrawal): Promise<boolean> {
  const { duplicates } = await readStatus(tx, chains)
  return duplicates.some(({ withdrawal, step }) => withdrawal.id === id && step?.kind === 'approve')
}

/** Whether the blocks of a network are recorded that may hold a payment from before the recovery. */
export const isRecorded = ({ cursor, dueAt }: RecordedNetwork): boolean =>
  dueAt === null || (cursor !== undefined && cursor.block.timeAt >= dueAt)

async function countUnsigned(tx: Tx): Promise<RecoveryStatus['unsigned']> {
  const counts: { id: ChainId; pending: number; inReview: number }[] = []
  for (const id of ALL_CHAINS) {
    const open = await tx.withdrawals.totalOpen(id)
    counts.push({ id, pending: open.get('PENDING')?.count ?? 0, inReview: open.get('REVIEW')?.count ?? 0 })
  }
  return counts.filter(({ pending, inReview }) => pending + inReview > 0)
}

async function countSuspense(tx: Tx): Promise<{ environment: Environment; count: number }[]> {
  const counts: { environment: Environment; count: number }[] = []
  for (const environment of ['live', 'test'] as const)
    counts.push({ environment, count: (await tx.transfers.listInSuspense(environment, MOST)).length })
  return counts
}
