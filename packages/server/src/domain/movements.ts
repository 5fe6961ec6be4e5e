import type { Booking } from './booking.js'
import { type SeenTransfer, type Sightings, type TokenNotice, transferName } from './chains.js'
import { type LedgerTransaction, PLAUSIBLE_TOTAL, platformAccount, platformBalance } from './ledger.js'
import type { Usdt } from './money.js'
import { reversalOf, type TransferIdentity, transferReference } from './order-postings.js'
import type { BlockRef, BookedStep, Cursor } from './payments.js'
import type { ChainId, Context, Instant } from './ports.js'
import { pauseSigner } from './signer.js'
import type { Tx } from './tables.js'

export type MovementKind =
  /** From an address that orders are paid to, or a hot wallet of before, to a wallet of the operator's. */
  | 'sweep'
  /** Into a hot wallet. */
  | 'topup'
  /** Out of the hot wallet, and no withdrawal of ours. */
  | 'outgoing'
  /** From one of our addresses to another. */
  | 'move'
  /** The token's owner took it. */
  | 'destroyed'

/** The token moving from or to us without a merchant having to do with it. */
export interface Movement extends TransferIdentity {
  readonly kind: MovementKind
  readonly from: string
  /** Null where it was destroyed. */
  readonly to: string | null
  /** 1e-8 USDT, > 0 */
  readonly value: Usdt
  readonly block: BlockRef
  /** The block that gives it the required depth. */
  readonly dueBlock: number
  /** Why it is not booked: together with what is there it is more money than there can be. */
  readonly ignoredReason: 'implausible' | null
  readonly confirmedAt: Instant | null
  /** When it was found gone from the chain. */
  readonly orphanedAt: Instant | null
}

/** Movements that one transaction confirms at most; the rest follow with the next. */
const CONFIRM_BATCH = 500

/** What is needed to book the movements of a step. */
export interface MovementUnit {
  readonly tx: Tx
  readonly context: Context
  readonly id: ChainId
  readonly depth: number
  /** Newest block that was booked before: what the books have up to it, no second look at it changes. */
  readonly bookedTo: number
  readonly booking: Booking
}

/** A movement as a step shows it. */
type SeenMovement = Pick<Movement, 'kind' | 'txHash' | 'logIndex' | 'from' | 'to' | 'value' | 'block'>

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
const isHotWallet = async (tx: Tx, context: Context, id: ChainId, wallet: string): Promise<boolean> =>
  wallet === context.chain(id)?.sender?.wallet ||
  (await tx.signedTransactions.nextNonce({ ...id, wallet })) !== undefined

/**
 * Writes down what moved without a merchant having to do with it. The hot wallet paying by a transaction that we did not
 * sign stops the signer: somebody else has its key.
 *
 * @returns how many are new, or stand elsewhere than before
 */
export async function recordMovements(unit: MovementUnit, sightings: Sightings): Promise<number> {
  const seen = await listSeen(unit, sightings)
  if (seen.length === 0) return 0
  const { tx, id } = unit
  const inCustody = await platformBalance(tx, id.environment, `custody:${id.network}`)
  const pending = (await tx.transfers.sumPending(id)) + (await tx.movements.sumPending(id))
  let total = (inCustody < 0n ? -inCustody : inCustody) + pending
  let recorded = 0
  for (const movement of seen) {
    const known = await tx.movements.find({ ...id, ...movement })
    if (known && known.orphanedAt === null) {
      if (movement.block.number <= unit.bookedTo) continue
      if (isSame(known, movement)) {
        recorded += (await moveTo(tx, known, movement.block)) ? 1 : 0
        continue
      }
      // In another branch the log in that place may be another one: what stood there is gone, and this is new.
      await takeBack(unit, known)
    }
    const isPlausible = total + movement.value <= PLAUSIBLE_TOTAL
    if (isPlausible) total += movement.value
    await record(unit, movement, known, isPlausible)
    recorded += 1
  }
  return recorded
}

/** What stood in the blocks that a step read again, or for good, and is in none of them now. @returns how many */
export async function takeBackMovements(
  unit: MovementUnit,
  cursor: Cursor,
  step: BookedStep,
): Promise<number> {
  const isRewind = step.kind === 'rewind'
  const after = isRewind ? step.after.number : cursor.block.number
  const recorded = await unit.tx.movements.listAfter(unit.id, after)
  const kept = new Set((await listSeen(unit, step)).map(transferName))
  const gone = recorded.filter(
    (movement) => (isRewind || movement.block.number <= step.to.number) && !kept.has(transferName(movement)),
  )
  for (const movement of gone) await takeBack(unit, movement)
  return gone.length
}

async function takeBack({ tx, context, booking }: MovementUnit, movement: Movement): Promise<void> {
  await tx.movements.update({ ...movement, orphanedAt: context.clock.now() })
  const posting = movement.confirmedAt === null ? undefined : postingOf(movement)
  if (posting) booking.add(takenBack(posting))
}

/** Books what has its depth. @returns how many */
export async function confirmMovements(
  { tx, context, id, booking }: MovementUnit,
  blockNumber: number,
  isFinal: (movement: Movement) => boolean,
): Promise<number> {
  const due = await tx.movements.listDue(id, blockNumber, CONFIRM_BATCH)
  // A node is asked about transfers only; that money is gone nobody would make up.
  const ready = due.filter((movement) => movement.kind === 'destroyed' || isFinal(movement))
  for (const movement of ready) {
    await tx.movements.update({ ...movement, confirmedAt: context.clock.now() })
    const posting = postingOf(movement)
    if (posting) booking.add(posting)
  }
  return ready.length
}

/** What of the movements a network is asked about once more, as it tells transfers. */
export async function listDueMovements(tx: Tx, id: ChainId, blockNumber: number): Promise<SeenTransfer[]> {
  const due = await tx.movements.listDue(id, blockNumber, CONFIRM_BATCH)
  return due.flatMap(({ txHash, logIndex, from, to, value, block }) =>
    to === null ? [] : [{ txHash, logIndex, from, to, value, block, origin: null }],
  )
}

/** What an address should hold at a block, as far as the books know, 1e-8 USDT; below zero where they know too little. */
export async function booksOf(tx: Tx, id: ChainId, address: string, blockNumber: number): Promise<bigint> {
  const query = { ...id, address, upTo: blockNumber }
  return (await tx.transfers.sumTo(query)) + (await tx.movements.sumNet(query))
}

async function listSeen(unit: MovementUnit, sightings: Sightings): Promise<SeenMovement[]> {
  const { tx, context, id } = unit
  const wallet = context.chain(id)?.sender?.wallet
  const internal = new Set(sightings.ignored.filter(({ reason }) => reason === 'internal').map(transferName))
  const payments = new Set(await paymentsOf(tx, context, id, sightings.transfers))
  const topups = sightings.transfers.filter((transfer) => !payments.has(transfer))
  const seen: SeenMovement[] = topups.map((transfer) => ({ ...transfer, kind: 'topup' }))
  for (const transfer of sightings.outgoing) {
    if (await tx.signedTransactions.isKnown({ ...id, ...transfer })) continue
    const isToUs = internal.has(transferName(transfer)) || (await isOurs(unit, transfer.to))
    // What leaves a wallet that signs no more says nothing of the one that does.
    seen.push({ ...transfer, kind: isToUs ? 'move' : transfer.from === wallet ? 'outgoing' : 'sweep' })
  }
  return [...seen, ...sightings.notices.flatMap(destruction)]
}

const isOurs = async ({ tx, context, id }: MovementUnit, address: string): Promise<boolean> =>
  (await isHotWallet(tx, context, id, address)) || (await tx.addresses.listKnown(id, [address])).length > 0

function destruction(notice: TokenNotice): SeenMovement[] {
  const { kind, address, value } = notice
  if (kind !== 'funds_destroyed' || address === null || value === 0n) return []
  return [{ ...notice, kind: 'destroyed', from: address, to: null }]
}

const isSame = (one: SeenMovement, other: SeenMovement): boolean =>
  one.kind === other.kind && one.from === other.from && one.to === other.to && one.value === other.value

/** A movement that is known may stand in another block after a reorganisation: it was never gone. */
async function moveTo(tx: Tx, known: Movement, block: BlockRef): Promise<boolean> {
  if (known.block.hash === block.hash) return false
  const dueBlock = known.dueBlock - known.block.number + block.number
  await tx.movements.update({ ...known, block, dueBlock })
  return true
}

async function record(
  { tx, context, id, depth }: MovementUnit,
  seen: SeenMovement,
  known: Movement | undefined,
  isPlausible: boolean,
): Promise<void> {
  const { kind, txHash, logIndex, from, to, value, block } = seen
  const movement: Movement = {
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
    ignoredReason: isPlausible ? null : 'implausible',
    confirmedAt: null,
    orphanedAt: null,
  }
  await (known ? tx.movements.update(movement) : tx.movements.insert(movement))
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
function postingOf(movement: Movement): LedgerTransaction | undefined {
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
