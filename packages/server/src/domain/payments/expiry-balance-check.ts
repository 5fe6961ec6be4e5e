import type { Chain } from '../chain/chain.js'
import type { Context } from '../context.js'
import type { OnChainOrder } from '../orders/order.js'
import { lockOrders } from '../orders/order-locks.js'
import { formatUsdt, MAX_USDT, type Usdt, usdt, ZERO } from '../shared/money.js'
import type { BlockRef, ChainId, Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { AddressExcess } from './address-excess.js'
import { endWindows } from './payments.js'
import { recordedBalanceOf } from './treasury-transfers.js'

/** What the books say of an address at a block. */
export interface LeasedAddress {
  readonly address: string
  readonly orderId: string
  /** 1e-8 USDT; below zero where the books know too little. */
  readonly recorded: bigint
  /** What of it nobody has confirmed. */
  readonly pending: bigint
  readonly excess: AddressExcess | undefined
}

/** What there is to look at, and at which block. */
export interface DueBalanceChecks {
  readonly at: BlockRef
  readonly addresses: readonly LeasedAddress[]
}

/** An address with what it holds, 1e-8 USDT. */
export interface BalanceCheck extends LeasedAddress {
  readonly balance: Usdt
}

/** Some are named to the operator, however many there are. */
const NAMED = 10

/** Addresses of orders whose window is over on the chain; undefined where the network was never followed. */
export async function listDueBalanceChecks(
  tx: Tx,
  chain: Chain,
  limit: number,
): Promise<DueBalanceChecks | undefined> {
  const { environment, network } = chain
  const id = { environment, network }
  const cursor = await tx.cursors.find(id)
  if (!cursor) return undefined
  const due = await tx.orders.listDue({ ...id, at: cursor.block.timeAt, limit })
  const onChain = due.filter((order): order is OnChainOrder => order.kind === 'on-chain')
  const leased = onChain.map((order) => ({ address: order.address.address, orderId: order.id }))
  return { at: cursor.block, addresses: await bookedAt(tx, id, leased, cursor.block) }
}

/**
 * Addresses that held too much when they were looked at last, whose blocks are to be read again.
 *
 * @param latest no turn comes later than that, unless a clock wrote it that was set back since
 */
export async function listDueMismatches(
  tx: Tx,
  id: ChainId,
  { at, latest, limit }: { at: Instant; latest: Instant; limit: number },
): Promise<AddressExcess[]> {
  const held = await tx.addressExcesses.listUnexplained(id)
  return held.filter(({ rescanAt: rereadAt }) => rereadAt <= at || rereadAt > latest).slice(0, limit)
}

/**
 * Begins a look at such addresses. Their turn comes again after a pause, whatever this look comes to: one that fails
 * again and again keeps no other waiting.
 */
export async function beginMismatchRescans(
  tx: Tx,
  id: ChainId,
  held: readonly AddressExcess[],
  nextAt: (address: string) => Instant,
): Promise<DueBalanceChecks | undefined> {
  for (const excess of held) await scheduleRescan(tx, excess, nextAt(excess.address))
  const cursor = await tx.cursors.find(id)
  return cursor && { at: cursor.block, addresses: await bookedAt(tx, id, held, cursor.block) }
}

/** Whoever holds too much has its turn at that time. */
export async function scheduleRescan(tx: Tx, held: AddressExcess, rereadAt: Instant): Promise<void> {
  const current = await tx.addressExcesses.find(held, held.address)
  if (current) await tx.addressExcesses.put({ ...current, rescanAt: rereadAt })
}

async function bookedAt(
  tx: Tx,
  id: ChainId,
  leased: readonly { address: string; orderId: string }[],
  { number }: BlockRef,
): Promise<LeasedAddress[]> {
  const addresses: LeasedAddress[] = []
  for (const { address, orderId } of leased) {
    const { recorded: booked, pending } = await recordedBalanceOf(tx, id, address, number)
    addresses.push({
      address,
      orderId,
      recorded: booked,
      pending,
      excess: await tx.addressExcesses.find(id, address),
    })
  }
  return addresses
}

/**
 * Nothing is on the address that the books do not know. What nobody has confirmed explains what it holds only where it is
 * there itself: made up, it would hide a payment.
 */
export const matchesLedger = (look: BalanceCheck): boolean =>
  unknownOn(look) <= (look.excess?.accepted ?? ZERO)

function unknownOn({ balance: held, recorded: booked, pending }: BalanceCheck): bigint {
  const isPendingThere = held - booked >= 0n
  return isPendingThere ? held - booked : held - booked + pending
}

/**
 * Ends the windows of the orders whose addresses hold nothing unknown, and holds the others back.
 *
 * @returns how many ended
 */
export async function recordBalanceChecks(
  tx: Tx,
  context: Context,
  id: ChainId,
  at: BlockRef,
  looks: readonly BalanceCheck[],
): Promise<number> {
  const explained = looks.filter(matchesLedger)
  const locked = await lockOrders(
    tx,
    explained.map(({ orderId }) => orderId),
  )
  // Another branch may have turned time back since.
  const chainTime = Math.min(at.timeAt, (await tx.cursors.find(id))?.block.timeAt ?? at.timeAt)
  // What was paid or moved between the two looks is not due any more.
  const ending = [...locked.values()].filter(
    ({ status, expireAt }) => status === 'OPEN' && expireAt <= chainTime,
  )
  const changed = looks.filter((look) => look.excess !== undefined || !matchesLedger(look))
  for (const look of changed) await keepExcess(tx, id, look, context.clock.now())
  if (changed.length > 0) await tellExcesses(tx, id, context.clock.now())
  await endWindows(tx, context, ending)
  return ending.length
}

/** Its blocks are read again at once, and then every now and then. */
async function keepExcess(tx: Tx, id: ChainId, look: BalanceCheck, at: Instant): Promise<void> {
  const { address, orderId, excess } = look
  const { accepted = ZERO, rescanAt: rereadAt = at, rescannedTo: rereadTo = 0 } = excess ?? {}
  const more = unknownOn(look)
  const amount = more < accepted ? accepted : usdt(more > MAX_USDT ? MAX_USDT : more)
  await tx.addressExcesses.put({
    ...id,
    address,
    orderId,
    amount,
    accepted,
    rescanAt: rereadAt,
    rescannedTo: rereadTo,
  })
}

/** The operator is told as long as there is one. */
async function tellExcesses(tx: Tx, id: ChainId, sinceAt: Instant): Promise<void> {
  const held = await tx.addressExcesses.listUnexplained(id)
  if (held.length === 0) {
    await tx.chainConditions.clear(id, 'balance_mismatch')
    return
  }
  const named = held.slice(0, NAMED).map(({ address, amount, accepted, orderId }) => {
    const more = formatUsdt(usdt(amount - accepted))
    return `${address} holds ${more} USDT that the books do not know (order ${orderId})`
  })
  const others = held.length - named.length
  const reason = [...named, ...(others > 0 ? [`and ${others} others`] : [])].join('; ')
  await tx.chainConditions.set(id, { kind: 'balance_mismatch', reason, sinceAt })
}
