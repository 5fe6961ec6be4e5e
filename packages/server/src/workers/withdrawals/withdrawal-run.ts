import type { ChainConditionKind } from '../../domain/chain/chain-conditions.js'
import type { ScanState } from '../../domain/chain/scan-step.js'
import type { Sender } from '../../domain/chain/sender.js'
import type { Context } from '../../domain/context.js'
import type { Expired } from '../../domain/recovery/expired-payments.js'
import type { BlockRef, ChainId, Instant } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import type { BlockRingCache } from '../chain/block-ring-cache.js'
import type { InsufficientFundsCache } from './insufficient-funds-cache.js'
import type { RetryWindow } from './retry-window.js'

/** Maximum of signed, unsettled withdrawals per wallet: bounds the amount in doubt at any time. */
export const UNSETTLED_PER_WALLET = 8
/** Rows read per run. */
export const BATCH = 50
/** How long a withdrawal waits after a try that failed by a known shortage, such as missing funds. */
export const RETRY_MS = 60_000
/** How long it waits where an answer was missing or invalid. */
export const RETRY_SOON_MS = 5_000
/** How long a remote signer that failed is not asked. */
export const SIGNER_RETRY_MS = 15_000

/** Saves calls only, so a restart may lose it. */
export interface SenderMemory {
  /** Since when the database lacks no commit. Of an earlier one nothing is remembered. */
  since: Instant | undefined
  /** Block time before which nothing is signed, because another server may have signed what the database has lost. */
  quietUntil: Instant | undefined
  /** The newest block of the network when this process began. */
  startHead: Pick<BlockRef, 'number' | 'timeAt'> | undefined
  /** Whether this process has signed with the wallet: then its nonces were those of the ledger. */
  hasSigned: boolean
  /** Id of the last recovery, once a payment that was signed after it is settled. */
  provenAfter: number | undefined
  /** Whether this process has made all waiting retries due. */
  hasBegun: boolean
  /** Failed retries, by withdrawal and time. */
  readonly recentRetries: RetryWindow
  readonly shortage: InsufficientFundsCache
  /** Ids of withdrawals whose replacement was tried. */
  readonly recentReplacements: RetryWindow
  /** Ids of withdrawals whose expired payment could not be signed again. */
  readonly recentRenewals: RetryWindow
  /** Ids of withdrawals for whose payment a higher fee was tried. */
  readonly recentRepricings: RetryWindow
  /** Hashes of transactions that were broadcast. */
  readonly recentBroadcasts: RetryWindow
  /** The last failure of the remote signer. */
  readonly recentSignerFailures: RetryWindow
}

/** One run over the withdrawals of a network. */
export interface WalletRun {
  readonly store: Store
  readonly context: Context
  readonly id: ChainId
  readonly sender: Sender
  /** Whether any node answers, as far as is known. */
  readonly isAnyNodeUp: () => boolean
  readonly signal: AbortSignal
  readonly memory: SenderMemory
  readonly ring: BlockRingCache
  /** The recorded position of the network when the run began. */
  readonly state: ScanState
  /** Withdrawals whose payment is proven to have expired in no block. */
  readonly renewals: Expired[]
  /** Failures of single withdrawals; they delay no other. */
  readonly failures: unknown[]
}

/** Conditions that stop signing. */
const STOPPING: ReadonlySet<ChainConditionKind> = new Set(['halted', 'signer_paused'])

/** Whether nothing may be signed on a network now. */
export async function isStopped(tx: Tx, id: ChainId): Promise<boolean> {
  if (await tx.recoveries.findOpen()) return true
  return (await tx.chainConditions.list(id)).some(({ kind }) => STOPPING.has(kind))
}

/** Returns the recorded position; undefined where the network was never followed. */
export async function readPosition(
  tx: Tx,
  id: ChainId,
  ring: BlockRingCache,
): Promise<ScanState | undefined> {
  const cursor = await tx.cursors.find(id)
  return cursor && { cursor: cursor.block, ring: await ring.read(tx, cursor) }
}

/** Lists the signed, unsettled withdrawals, oldest first. */
export async function listSigned(tx: Tx, id: ChainId): Promise<Withdrawal[]> {
  const list = (status: Withdrawal['status']) => tx.withdrawals.listByStatus({ ...id, status, limit: BATCH })
  return [...(await list('PROCESSING')), ...(await list('BROADCAST'))]
}

/** Whether blocks are still to be recorded that may have what the database has lost. */
export const isQuiet = ({ memory: { quietUntil }, state }: WalletRun): boolean =>
  quietUntil !== undefined && state.cursor.timeAt < quietUntil

/** Whether `ms` have passed since `at`. */
export const isPast = ({ context }: WalletRun, at: Instant, ms: number): boolean =>
  context.clock.now() - at >= ms
