import type { RecordableStep, Sightings, TokenAdminEvent } from '../chain/scan-step.js'
import type { Context } from '../context.js'
import { platformAccount } from '../ledger/account.js'
import type { LedgerTransaction } from '../ledger/ledger-entry.js'
import { reversalOf } from '../orders/order-postings.js'
import type { BlockRef, ChainId, Cursor } from '../shared/types.js'
import type { BlockRange } from '../store/payment-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import { pauseSigner } from '../withdrawals/signer.js'
import { CONFIRM_BATCH, type FinalityResults } from './finality-queue.js'
import type { TransferUnitOfWork } from './payment-unit.js'
import { type SeenTransfer, transferName, transferReference } from './transfer.js'
import type { TreasuryTransfer } from './treasury-transfer.js'

/** A movement as a step shows it. */
type SeenTreasuryTransfer = Pick<
  TreasuryTransfer,
  'kind' | 'txHash' | 'logIndex' | 'from' | 'to' | 'value' | 'block'
>

/** What came to addresses that orders are paid to: everything but the money for a hot wallet. */
export async function paymentsOf(
  tx: Tx,
  context: Context,
  id: ChainId,
  transfers: readonly SeenTransfer[],
): Promise<SeenTransfer[]> {
  const payments: SeenTransfer[] = []
  for (const transfer of transfers)
    if (!(await isHotWallet(tx, context, id, transfer.to))) payments.push(transfer)
  return payments
}

/** The wallet that signs now, or one whose key was exchanged: what is on either is ours. */
export const isHotWallet = async (tx: Tx, context: Context, id: ChainId, wallet: string): Promise<boolean> =>
  wallet === context.chain(id)?.sender?.wallet ||
  (await tx.signedTransactions.nextNonce({ ...id, wallet })) !== undefined

/**
 * Writes down what moved without a merchant having to do with it. The hot wallet paying by a transaction that we did not
 * sign stops the signer: somebody else has its key.
 *
 * @returns how many are new, or stand elsewhere than before
 */
export async function recordTreasuryTransfers(
  unit: TransferUnitOfWork,
  sightings: Sightings,
): Promise<number> {
  const seen = await listSeen(unit, sightings)
  if (seen.length === 0) return 0
  const { tx, id } = unit
  let recorded = 0
  for (const movement of seen) {
    const known = await tx.treasuryTransfers.find({ ...id, ...movement })
    if (known && known.orphanedAt === null) {
      if (movement.block.number <= unit.recordedTo) continue
      if (isSame(known, movement)) {
        recorded += (await moveTo(tx, known, movement.block)) ? 1 : 0
        continue
      }
      // In another branch the log in that place may be another one: what stood there is gone, and this is new.
      await revertTreasuryTransfer(unit, known)
    }
    await record(unit, movement, known, unit.custodyCap.allows(movement.value))
    recorded += 1
  }
  return recorded
}

/** The blocks of which a step says all that there is: those of a branch, or those above the cursor that it books. */
export const blocksRead = ({ block }: Cursor, step: RecordableStep): BlockRange =>
  step.kind === 'rewind'
    ? { after: step.after.number, upTo: step.upTo }
    : { after: block.number, upTo: step.to.number }

/** What stood in the blocks that a step read again, or for good, and is in none of them now. @returns how many */
export async function revertTreasuryTransfers(
  unit: TransferUnitOfWork,
  cursor: Cursor,
  step: RecordableStep,
): Promise<number> {
  const recorded = await unit.tx.treasuryTransfers.listIn(unit.id, blocksRead(cursor, step))
  const kept = new Set((await listSeen(unit, step)).map(transferName))
  const gone = recorded.filter((movement) => !kept.has(transferName(movement)))
  for (const movement of gone) await revertTreasuryTransfer(unit, movement)
  return gone.length
}

export async function revertTreasuryTransfer(
  { tx, context, orderUnit }: Pick<TransferUnitOfWork, 'tx' | 'context' | 'orderUnit'>,
  movement: TreasuryTransfer,
): Promise<void> {
  await tx.treasuryTransfers.update({ ...movement, orphanedAt: context.clock.now() })
  const posting = movement.confirmedAt === null ? undefined : postingOf(movement)
  if (posting) orderUnit.add(takenBack(posting))
}

/** Books what has its depth, and takes back what never was there. @returns how many */
export async function confirmTreasuryTransfers(
  unit: TransferUnitOfWork,
  upTo: number,
  verdicts: FinalityResults,
): Promise<number> {
  const { tx, id } = unit
  const found = await findDecided(unit, verdicts)
  const denied = found.filter((movement) => verdicts.isAbsent(movement))
  for (const movement of denied) await revertTreasuryTransfer(unit, movement)
  // A node is asked about transfers only; that money is gone nobody would make up.
  const due = [
    ...found.filter((movement) => !denied.includes(movement) && movement.dueBlock <= upTo),
    ...(await tx.treasuryTransfers.listDestroyed(id, upTo, CONFIRM_BATCH)),
  ]
  let confirmed = 0
  for (const movement of due) confirmed += (await confirm(unit, movement)) ? 1 : 0
  return denied.length + confirmed
}

async function findDecided(
  { tx, id }: TransferUnitOfWork,
  verdicts: FinalityResults,
): Promise<TreasuryTransfer[]> {
  const found: TreasuryTransfer[] = []
  for (const { txHash, logIndex, block } of [...verdicts.list('final'), ...verdicts.list('absent')]) {
    const movement = await tx.treasuryTransfers.find({ ...id, txHash, logIndex })
    const isOpen = movement?.confirmedAt === null && movement.orphanedAt === null
    if (isOpen && movement.block.hash === block.hash) found.push(movement)
  }
  return found
}

/** @returns false where it has to wait for what is booked with it */
async function confirm(
  { tx, context, orderUnit, custodyCap: room }: TransferUnitOfWork,
  movement: TreasuryTransfer,
): Promise<boolean> {
  const posting = postingOf(movement)
  const isRoom = posting === undefined ? 'taken' : room.take(movement.value)
  if (isRoom === 'later') return false
  const ignoredReason = isRoom === 'never' ? ('over_cap' as const) : movement.ignoredReason
  await tx.treasuryTransfers.update({ ...movement, ignoredReason, confirmedAt: context.clock.now() })
  if (posting && isRoom === 'taken') orderUnit.add(posting)
  return true
}

/** What an address should hold at a block, as far as the books know, 1e-8 USDT. */
export interface RecordedBalance {
  /** Below zero where the books know too little. */
  readonly recorded: bigint
  /** What of it came in and is not confirmed. */
  readonly pending: bigint
  /** What came beside it and counts for nothing. */
  readonly ignored: bigint
}

export async function recordedBalanceOf(
  tx: Tx,
  id: ChainId,
  address: string,
  blockNumber: number,
): Promise<RecordedBalance> {
  const query = { ...id, address, upTo: blockNumber }
  const { counted, pending, ignored } = await tx.transfers.sumTo(query)
  return { recorded: counted + (await tx.treasuryTransfers.sumNet(query)), pending, ignored }
}

async function listSeen(unit: TransferUnitOfWork, sightings: Sightings): Promise<SeenTreasuryTransfer[]> {
  const { tx, context, id } = unit
  const wallet = context.chain(id)?.sender?.wallet
  const internal = new Set(sightings.ignored.filter(({ reason }) => reason === 'internal').map(transferName))
  const payments = new Set(await paymentsOf(tx, context, id, sightings.transfers))
  const topups = sightings.transfers.filter((transfer) => !payments.has(transfer))
  const seen: SeenTreasuryTransfer[] = topups.map((transfer) => ({ ...transfer, kind: 'topup' }))
  for (const transfer of sightings.outgoing) {
    if (await tx.signedTransactions.isKnown({ ...id, ...transfer })) continue
    const isToUs = internal.has(transferName(transfer)) || (await isOurs(unit, transfer.to))
    // What leaves a wallet that signs no more says nothing of the one that does.
    seen.push({ ...transfer, kind: isToUs ? 'move' : transfer.from === wallet ? 'outgoing' : 'sweep' })
  }
  return [...seen, ...sightings.adminEvents.flatMap(destruction)]
}

const isOurs = async ({ tx, context, id }: TransferUnitOfWork, address: string): Promise<boolean> =>
  (await isHotWallet(tx, context, id, address)) || (await tx.addresses.listKnown(id, [address])).length > 0

function destruction(notice: TokenAdminEvent): SeenTreasuryTransfer[] {
  const { kind, address, value } = notice
  if (kind !== 'funds_destroyed' || address === null || value === 0n) return []
  return [{ ...notice, kind: 'destroyed', from: address, to: null }]
}

const isSame = (one: SeenTreasuryTransfer, other: SeenTreasuryTransfer): boolean =>
  one.kind === other.kind && one.from === other.from && one.to === other.to && one.value === other.value

/** A movement that is known may stand in another block after a reorganisation: it was never gone. */
async function moveTo(tx: Tx, known: TreasuryTransfer, block: BlockRef): Promise<boolean> {
  if (known.block.hash === block.hash) return false
  const dueBlock = known.dueBlock - known.block.number + block.number
  await tx.treasuryTransfers.update({ ...known, block, dueBlock })
  return true
}

async function record(
  { tx, context, id, depth }: TransferUnitOfWork,
  seen: SeenTreasuryTransfer,
  known: TreasuryTransfer | undefined,
  isPlausible: boolean,
): Promise<void> {
  const { kind, txHash, logIndex, from, to, value, block } = seen
  const movement: TreasuryTransfer = {
    ...id,
    txHash,
    logIndex,
    incarnation: (known?.incarnation ?? 0) + 1,
    kind,
    from,
    to,
    value,
    block,
    dueBlock: block.number + depth - 1,
    ignoredReason: isPlausible ? null : 'over_cap',
    confirmedAt: null,
    orphanedAt: null,
  }
  await (known ? tx.treasuryTransfers.update(movement) : tx.treasuryTransfers.insert(movement))
  if (kind !== 'outgoing') return
  const reason = `the hot wallet paid ${to} in ${txHash}, which was not signed here`
  await pauseSigner(tx, context, id, reason)
}

const ACCOUNTS = {
  sweep: ['operator', 'custody'],
  topup: ['custody', 'operator'],
  outgoing: ['suspense', 'custody'],
  destroyed: ['suspense', 'custody'],
} as const

/** Undefined where no account changes. */
function postingOf(movement: TreasuryTransfer): LedgerTransaction | undefined {
  const { kind, environment, network, value: amount, ignoredReason } = movement
  if (kind === 'move' || ignoredReason !== null) return undefined
  const [debit, credit] = ACCOUNTS[kind].map((code) => platformAccount(environment, `${code}:${network}`))
  if (!debit || !credit) throw new Error(`${kind} has no accounts`)
  const reference = transferReference(movement)
  return { environment, kind, key: `${kind}:${reference}`, reference, legs: [{ debit, credit, amount }] }
}

const takenBack = ({ legs, ...posting }: LedgerTransaction): LedgerTransaction => ({
  ...posting,
  ...reversalOf(posting.key),
  legs: legs.map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount })),
})
