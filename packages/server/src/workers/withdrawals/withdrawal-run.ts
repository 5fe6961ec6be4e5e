import type { ChainConditionKind } from '../../domain/chain/chain-conditions.js'
import type { ScanState } from '../../domain/chain/scan-step.js'
import type { Context } from '../../domain/context.js'
import type { BlockRef, ChainId, Instant } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Sender } from '../../domain/withdrawals/sender.js'
import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import type { BlockRingCache } from '../chain/block-ring-cache.js'
import type { InsufficientFundsCache } from './insufficient-funds-cache.js'
import type { RetryWindow } from './retry-window.js'

/** Signed and not settled at once, per wallet: what can be in doubt at any time is bounded. */
export const UNSETTLED_PER_WALLET = 8
/** Rows of one look. */
export const BATCH = 50

/** What only spares calls: a restart may lose it. */
export interface SenderMemory {
  /** The network's newest block when this process began. */
  startHead: Pick<BlockRef, 'number' | 'timeAt'> | undefined
  /** Whether this process has made everything due that waits for another try. */
  hasBegun: boolean
  /** Tries in vain of what had been tried before, by withdrawal and time. */
  readonly retried: RetryWindow
  readonly shortage: InsufficientFundsCache
  /** Ids of withdrawals whose void was tried. */
  readonly voided: RetryWindow
  /** Hashes of transactions that were handed to a node. */
  readonly sent: RetryWindow
}

/** One look at the withdrawals of a network. */
export interface WalletRun {
  readonly store: Store
  readonly context: Context
  readonly id: ChainId
  readonly sender: Sender
  /** Whether any node answers, as far as is known. */
  readonly isServed: () => boolean
  readonly signal: AbortSignal
  readonly memory: SenderMemory
  readonly ring: BlockRingCache
  /** How far the network was booked when the look began. */
  readonly state: ScanState
  /** What could not be handled: it keeps nothing else waiting. */
  readonly failures: unknown[]
}

/** What keeps every withdrawal of a network from being signed, and from being looked at. */
const STOPPING: ReadonlySet<ChainConditionKind> = new Set(['halted', 'signer_paused'])

export async function isStopped(tx: Tx, id: ChainId): Promise<boolean> {
  return (await tx.chainConditions.list(id)).some(({ kind }) => STOPPING.has(kind))
}

/** Undefined where the network was never followed. */
export async function readPosition(
  tx: Tx,
  id: ChainId,
  ring: BlockRingCache,
): Promise<ScanState | undefined> {
  const cursor = await tx.cursors.find(id)
  return cursor && { cursor: cursor.block, ring: await ring.read(tx, cursor) }
}

/** What is signed and not settled, the oldest first. */
export async function listSigned(tx: Tx, id: ChainId): Promise<Withdrawal[]> {
  const list = (status: Withdrawal['status']) => tx.withdrawals.listByStatus({ ...id, status, limit: BATCH })
  return [...(await list('PROCESSING')), ...(await list('BROADCAST'))]
}

/** Whether so much time passed since then. */
export const isPast = ({ context }: WalletRun, at: Instant, ms: number): boolean =>
  context.clock.now() - at >= ms
