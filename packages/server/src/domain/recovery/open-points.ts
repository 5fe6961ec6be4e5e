import { descriptionOf } from '../../networks/networks.js'
import { transferName } from '../chain/transfer.js'
import type { TreasuryTransfer } from '../chain/treasury-transfer.js'
import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { isoTime } from '../shared/iso-time.js'
import { formatUsdt } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import { ALL_CHAINS, type ChainId, type Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { WalletId } from '../withdrawals/signed-transaction.js'
import { IN_FLIGHT_MS, type Recovery } from './recovery.js'

/** Most open transfers and nonces that are named for one network. */
const MOST = 1_000
const MOST_NONCES = 20

/** Something that must be decided or awaited before a recovery can be finished. */
export interface OpenPoint extends ChainId {
  readonly message: string
}

/** Returns the block time from which on a network holds no payment that was signed before `begunAt`. */
export const caughtUpAt = ({ network }: ChainId, begunAt: Instant): Instant =>
  descriptionOf(network).paymentsExpire ? begunAt + IN_FLIGHT_MS : begunAt

/** Lists the transfers out of the hot wallets that have no explanation, at most 1,000 for each network. */
export async function listUnexplained(tx: Tx): Promise<TreasuryTransfer[]> {
  const found: TreasuryTransfer[] = []
  for (const id of ALL_CHAINS) found.push(...(await tx.treasuryTransfers.listUnexplained(id, MOST)))
  return found
}

/**
 * Lists what keeps a recovery open, as far as the database shows it.
 *
 * @param chains the networks that nodes serve
 */
export async function listOpenPoints(
  tx: Tx,
  recovery: Recovery,
  chains: readonly ChainId[],
): Promise<OpenPoint[]> {
  const points: OpenPoint[] = (await listUnexplained(tx)).map((transfer) => ({
    ...placeOf(transfer),
    message: `transfer ${transferName(transfer)} of ${formatUsdt(transfer.value)} USDT to ${transfer.to} is unexplained`,
  }))
  for (const id of chains) {
    const cursor = await tx.cursors.find(id)
    const due = caughtUpAt(id, recovery.begunAt)
    if (cursor && cursor.block.timeAt >= due) continue
    const place = cursor ? `up to ${isoTime(cursor.block.timeAt)}` : 'not at all'
    points.push({ ...placeOf(id), message: `recorded ${place}; blocks until ${isoTime(due)} are needed` })
  }
  return points
}

/**
 * Lists nonces of the hot wallet that no known transaction has used, as the next signature would find them. Those below the
 * highest one signed here were accepted before. Of a wallet that never signed here, those above the highest one that was
 * explained are listed; without an explanation none is expected.
 *
 * @param count transactions of the wallet, as the nodes count them
 */
export async function listUnknownNonces(tx: Tx, id: WalletId, count: number): Promise<OpenPoint[]> {
  const { signed, explained } = await tx.explanations.noncesOf(id)
  const points: OpenPoint[] = []
  const first = signed ?? (await tx.signedTransactions.nextNonce(id)) ?? count
  for (let nonce = first; nonce < count && points.length < MOST_NONCES; nonce += 1) {
    if (explained.has(nonce)) continue
    const message = `nonce ${nonce} of ${id.wallet} belongs to a transaction that is unknown: wait until it is in a block, or explain it`
    points.push({ ...placeOf(id), message })
  }
  return points
}

/**
 * Finishes the recovery: withdrawals are signed again. A paused signer stays paused.
 *
 * @param chains the networks that nodes serve
 * @throws OperatorError if the database is not recovering, or a point is still open
 */
export async function finishRecovery(
  tx: Tx,
  context: Pick<Context, 'clock' | 'ids'>,
  chains: readonly ChainId[],
  { actor, reason }: Mandate,
): Promise<void> {
  for (const id of ALL_CHAINS) await tx.cursors.lock(id)
  const recovery = await requireRecovering(tx)
  const [open] = await listOpenPoints(tx, recovery, chains)
  if (open) throw new OperatorError(`${open.environment}/${open.network}: ${open.message}`)
  await tx.recoveries.finish(context.clock.now())
  const details = { reason, cause: recovery.cause, began_for: recovery.reason }
  await audit(tx, context, { actor, action: 'restore finish', subject: 'database', details })
}

/** @throws OperatorError if the database is not recovering */
export async function requireRecovering(tx: Tx): Promise<Recovery> {
  const recovery = await tx.recoveries.findOpen()
  if (!recovery) throw new OperatorError('the database is not recovering')
  return recovery
}

const placeOf = ({ environment, network }: ChainId): ChainId => ({ environment, network })
