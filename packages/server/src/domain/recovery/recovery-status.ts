import type { TreasuryTransfer } from '../payments/treasury-transfer.js'
import { isSameAddress } from '../shared/address.js'
import { ALL_CHAINS, type ChainId, type Cursor, type Environment, type Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from '../withdrawals/withdrawal.js'
import type { Explanation } from './explanation.js'
import { caughtUpAt, listUnexplained } from './open-points.js'
import type { Recovery } from './recovery.js'

/** Most withdrawals of a network, and transfers in suspense of an environment, that are read. */
const MOST = 1_000

/** Everything that waits for a decision after a restore. */
export interface RecoveryStatus {
  readonly recovery: Recovery | undefined
  /** How far each network is recorded, and the block time that is needed; null without an open recovery. */
  readonly networks: readonly {
    readonly id: ChainId
    readonly cursor?: Cursor
    readonly dueAt: Instant | null
  }[]
  readonly unexplained: readonly UnexplainedTransfer[]
  /** Withdrawals that wait as possible duplicates, each with the transfer that may have paid it, if it is unexplained. */
  readonly duplicates: readonly { readonly withdrawal: Withdrawal; readonly transfer?: TreasuryTransfer }[]
  readonly short: readonly Explanation[]
  /** Networks with withdrawals that are not signed yet. One that was canceled after the backup waits again. */
  readonly unsigned: readonly { readonly id: ChainId; readonly pending: number; readonly inReview: number }[]
  /** Transfers in suspense of each environment, at most 1,000 counted. */
  readonly suspense: readonly { readonly environment: Environment; readonly count: number }[]
}

/** A transfer without an explanation, with the waiting withdrawal that it may have paid. */
export interface UnexplainedTransfer {
  readonly transfer: TreasuryTransfer
  readonly withdrawal?: Withdrawal
}

/** Reads the state of a recovery, open or not. @param chains the networks that nodes serve */
export async function readStatus(tx: Tx, chains: readonly ChainId[]): Promise<RecoveryStatus> {
  const recovery = await tx.recoveries.findOpen()
  const networks: { id: ChainId; cursor?: Cursor; dueAt: Instant | null }[] = []
  for (const id of chains) {
    const cursor = await tx.cursors.find(id)
    networks.push({ id, ...(cursor && { cursor }), dueAt: recovery ? caughtUpAt(id, recovery) : null })
  }
  const transfers = await listUnexplained(tx)
  const waiting = await listDuplicates(tx)
  const short: Explanation[] = []
  for (const id of ALL_CHAINS) short.push(...(await tx.explanations.listShort(id)))
  return {
    recovery,
    networks,
    unexplained: transfers.map((transfer) => {
      const withdrawal = waiting.find((each) => isPaymentOf(transfer, each))
      return { transfer, ...(withdrawal && { withdrawal }) }
    }),
    duplicates: waiting.map((withdrawal) => {
      const transfer = transfers.find((each) => isPaymentOf(each, withdrawal))
      return { withdrawal, ...(transfer && { transfer }) }
    }),
    short,
    unsigned: await countUnsigned(tx),
    suspense: await countSuspense(tx),
  }
}

async function listDuplicates(tx: Tx): Promise<Withdrawal[]> {
  const found: Withdrawal[] = []
  for (const id of ALL_CHAINS) {
    const reviewed = await tx.withdrawals.listByStatus({ ...id, status: 'REVIEW', limit: MOST })
    found.push(
      ...reviewed.filter(
        ({ reviewReason, approvedAt }) => reviewReason === 'possible_duplicate' && approvedAt === null,
      ),
    )
  }
  return found
}

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

const isPaymentOf = (transfer: TreasuryTransfer, withdrawal: Withdrawal): boolean =>
  transfer.environment === withdrawal.environment &&
  transfer.network === withdrawal.network &&
  transfer.value === withdrawal.amount &&
  isSameAddress(withdrawal.network, transfer.to ?? '', withdrawal.destinationAddress)
