import type { Chain } from '../chain/chain.js'
import type { Context } from '../context.js'
import { recordedBalanceOf } from '../ledger/recorded-balance.js'
import type { OnChainOrder } from '../orders/order.js'
import { lockOrders } from '../orders/order-locks.js'
import { endWindows } from '../orders/order-window.js'
import { formatUsdt, MAX_USDT, usdt, ZERO } from '../shared/money.js'
import { exactScale } from '../shared/token-units.js'
import type { BlockRef, ChainId, Instant, Network } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { AddressExcess } from './address-excess.js'

/** A leased address with its recorded balance at a block. */
export interface LeasedAddress {
  readonly address: string
  readonly orderId: string
  readonly network: Network
  /** In exact units; negative if incoming transfers are missing. */
  readonly recorded: bigint
  /** The unconfirmed part of `recorded`. */
  readonly pending: bigint
  readonly excess: AddressExcess | undefined
}

/** Addresses whose balance is to be checked at a block. */
export interface DueBalanceChecks {
  readonly at: BlockRef
  readonly addresses: readonly LeasedAddress[]
}

/** An address with its balance on the chain, in exact units. */
export interface BalanceCheck extends LeasedAddress {
  readonly balance: bigint
}

/** Maximum number of addresses in the condition's reason. */
const NAMED = 10

/** Lists addresses of orders whose window is over in chain time; undefined if the network was never followed. */
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
  return { at: cursor.block, addresses: await withRecordedBalances(tx, id, leased, cursor.block) }
}

/**
 * Lists addresses with a balance mismatch whose rescan is due.
 *
 * @param latest the latest plausible time of a rescan; a later one was written before the clock was set back, and is due
 */
export async function listDueMismatches(
  tx: Tx,
  id: ChainId,
  { at, latest, limit }: { at: Instant; latest: Instant; limit: number },
): Promise<AddressExcess[]> {
  const excesses = await tx.addressExcesses.listUnexplained(id)
  return excesses.filter(({ rescanAt }) => rescanAt <= at || rescanAt > latest).slice(0, limit)
}

/**
 * Starts rescans of addresses with a balance mismatch. Each is rescheduled first, so that an address whose rescan keeps
 * failing does not delay others.
 */
export async function beginMismatchRescans(
  tx: Tx,
  id: ChainId,
  excesses: readonly AddressExcess[],
  nextAt: (address: string) => Instant,
): Promise<DueBalanceChecks | undefined> {
  for (const excess of excesses) await scheduleRescan(tx, excess, nextAt(excess.address))
  const cursor = await tx.cursors.find(id)
  return cursor && { at: cursor.block, addresses: await withRecordedBalances(tx, id, excesses, cursor.block) }
}

/** Schedules the next rescan of an address with a balance mismatch. */
export async function scheduleRescan(tx: Tx, excess: AddressExcess, rescanAt: Instant): Promise<void> {
  const current = await tx.addressExcesses.find(excess, excess.address)
  if (current) await tx.addressExcesses.put({ ...current, rescanAt })
}

async function withRecordedBalances(
  tx: Tx,
  id: ChainId,
  leased: readonly { address: string; orderId: string }[],
  { number }: BlockRef,
): Promise<LeasedAddress[]> {
  const addresses: LeasedAddress[] = []
  for (const { address, orderId } of leased) {
    const { recorded, pending } = await recordedBalanceOf(tx, id, address, number)
    const excess = await tx.addressExcesses.find(id, address)
    addresses.push({ address, orderId, network: id.network, recorded, pending, excess })
  }
  return addresses
}

/**
 * Whether the balance of an address exceeds the recorded balance by no more than the accepted excess. Unconfirmed
 * transfers count only if they are part of the balance, so that an invented one cannot hide a missed payment.
 */
export const matchesLedger = (check: BalanceCheck): boolean =>
  excessOf(check) <= (check.excess?.accepted ?? ZERO)

/** In 1e-8 USDT; what is below does not count. */
function excessOf({ network, balance, recorded, pending }: BalanceCheck): bigint {
  const isPendingThere = balance - recorded >= 0n
  const excess = isPendingThere ? balance - recorded : balance - recorded + pending
  return excess / exactScale(network)
}

/**
 * Ends the windows of orders whose address matches the recorded balance, and records the excess of the others.
 *
 * @returns the number of orders that ended
 */
export async function recordBalanceChecks(
  tx: Tx,
  context: Context,
  id: ChainId,
  at: BlockRef,
  checks: readonly BalanceCheck[],
): Promise<number> {
  const matching = checks.filter(matchesLedger)
  const locked = await lockOrders(
    tx,
    matching.map(({ orderId }) => orderId),
  )
  // A reorganisation may have set chain time back.
  const chainTime = Math.min(at.timeAt, (await tx.cursors.find(id))?.block.timeAt ?? at.timeAt)
  // An order that was paid or changed since the check is not due any more.
  const ending = [...locked.values()].filter(
    ({ status, expireAt }) => status === 'OPEN' && expireAt <= chainTime,
  )
  const changed = checks.filter((check) => check.excess !== undefined || !matchesLedger(check))
  for (const check of changed) await putExcess(tx, id, check, context.clock.now())
  if (changed.length > 0) await updateCondition(tx, id, context.clock.now())
  await endWindows(tx, context, ending)
  return ending.length
}

/** The first rescan of the address is due at once. */
async function putExcess(tx: Tx, id: ChainId, check: BalanceCheck, at: Instant): Promise<void> {
  const { address, orderId, excess } = check
  const { accepted = ZERO, rescanAt = at, rescannedTo = 0 } = excess ?? {}
  const found = excessOf(check)
  const amount = found < accepted ? accepted : usdt(found > MAX_USDT ? MAX_USDT : found)
  await tx.addressExcesses.put({ ...id, address, orderId, amount, accepted, rescanAt, rescannedTo })
}

/** Sets the `balance_mismatch` condition while there is an excess. */
async function updateCondition(tx: Tx, id: ChainId, sinceAt: Instant): Promise<void> {
  const excesses = await tx.addressExcesses.listUnexplained(id)
  if (excesses.length === 0) {
    await tx.chainConditions.clear(id, 'balance_mismatch')
    return
  }
  const named = excesses.slice(0, NAMED).map(({ address, amount, accepted, orderId }) => {
    const unrecorded = formatUsdt(usdt(amount - accepted))
    return `${address} has ${unrecorded} USDT that are not recorded (order ${orderId})`
  })
  const others = excesses.length - named.length
  const reason = [...named, ...(others > 0 ? [`and ${others} others`] : [])].join('; ')
  await tx.chainConditions.set(id, { kind: 'balance_mismatch', reason, sinceAt })
}
