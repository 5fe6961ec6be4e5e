import { pauseSigner } from '../chain/signer.js'
import type { RecordedTransfer, SeenTransfer } from '../chain/transfer.js'
import type { TreasuryTransfer } from '../chain/treasury-transfer.js'
import type { Context } from '../context.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { beginRecovery, chainsWithNodes, SKIPPED_INDEXES } from './recoveries.js'
import { IN_FLIGHT_MS, type RecoveryCause } from './recovery.js'

/** The part of a reason that names the other possible cause. */
export const IF_OLDER = 'if the database is older than the network, run `restore mark`'

/**
 * Stops signing after a transfer out of the hot wallet that was not signed here. In a block from before this process began,
 * it may be a payment that the database has lost, so a recovery begins. Later the key was used elsewhere, and the signer is
 * paused. A recovery that is open expects the payments of its time.
 */
export async function reportUnknownTransfer(
  tx: Tx,
  context: Context,
  { environment, network, txHash, to, block }: TreasuryTransfer,
): Promise<void> {
  const id = { environment, network }
  const open = await tx.recoveries.findOpen()
  if (open && block.timeAt <= open.begunAt + IN_FLIGHT_MS) return
  const reason = `transaction ${txHash} from the hot wallet to ${to} was not signed by this server`
  if (!open && isFromBeforeStart(context, id, block))
    await recoverFrom(tx, context, 'unknown_transfer', reason)
  else await pauseSigner(tx, context, id, open ? reason : `${reason}; ${IF_OLDER}`)
}

/**
 * Whether the database has lost the order of a payment to an address that no order had: the payment is from before this
 * process began, and payers know only the addresses of orders. The wallet's first address is the operator's own.
 */
export const isLostPayment = (context: Context, id: ChainId, { to, block }: SeenTransfer): boolean =>
  isFromBeforeStart(context, id, block) && context.chain(id)?.deriveAddress(0) !== to

/** Begins a recovery after a payment whose order the database has lost. */
export async function reportLostPayment(
  tx: Tx,
  context: Context,
  { txHash, to }: RecordedTransfer,
): Promise<void> {
  const reason = `transaction ${txHash} paid ${to}, an address of our wallet that no known order had`
  await recoverFrom(tx, context, 'unknown_transfer', reason)
}

/** Begins a recovery that no operator asked for. */
export async function recoverFrom(
  tx: Tx,
  context: Context,
  cause: RecoveryCause,
  reason: string,
  skip = SKIPPED_INDEXES,
): Promise<void> {
  const about = { cause, reason, backupAt: null, actor: 'server' }
  await beginRecovery(tx, context, { ...about, chains: chainsWithNodes(context), skip })
}

/** Whether a block existed when this process began to read the network. */
export function isFromBeforeStart(
  context: Pick<Context, 'health'>,
  id: ChainId,
  { number }: SeenTransfer['block'],
): boolean {
  const startHead = context.health.startHeadOf(id)
  return startHead !== undefined && number <= startHead
}
