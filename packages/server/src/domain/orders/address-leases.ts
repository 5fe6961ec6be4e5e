import type { Chain } from '../chain/chain.js'
import type { ChainCondition, ChainConditionKind } from '../chain/chain-conditions.js'
import type { Context } from '../context.js'
import { DomainError } from '../shared/errors.js'
import { ADDRESS_SHARE_MIN, ADDRESS_SHARE_PERCENT, type Policy } from '../shared/policy.js'
import type { BlockRef, ChainId, Instant, Scope } from '../shared/types.js'
import type { LeaseLimits } from '../store/recovery-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Address } from './order.js'

/** How far a network's clock may lag behind ours. A lease starts this long before its order was created. */
const CLOCK_SKEW_MS = 3_600_000
/** How far our clock may lag behind a network's before order windows follow the network's clock. */
const CLOCK_DIFFERENCE_MS = 300_000

/** Transactions that a lower limit counts follow each other. */
const EXACT_BELOW = 100

/** Share of the address limit from which the operator is warned. */
const SCARCE_PERCENT = 80

/** The detail of the refusal of an order on a network whose new orders are paused. */
export const ORDERS_PAUSED = 'new orders on this network are paused: choose another one, or retry later'
const BEING_SKIPPED = {
  detail: 'addresses are being skipped after an interruption of the database: retry shortly',
}

/** The facts that the lease of an address and the window of its order depend on. */
interface LeaseFacts {
  readonly conditions: readonly ChainCondition[]
  readonly limits: LeaseLimits
  /** The newest recorded block of the network. */
  readonly newest: BlockRef | undefined
}

/** An address to lease. */
interface LeasableAddress extends Address {
  /** Index of an address that is to be stored; undefined for one that an order had before. */
  readonly index: number | undefined
  /** The end of the cool-down after its last order. */
  readonly restedUntil: Instant | null
  /** When the last recovery began. The orders that it lost may have had the address before. */
  readonly recoveredAt: Instant | null
}

/**
 * Returns when a lease starts. Blocks have their network's time, which may lag behind our clock, so the lease starts before
 * the order; payments during the cool-down still belong to the last order, and payments from before a recovery to none.
 * A recovery begins by our clock. Where the network's time is behind it, the newest recorded block is the limit instead, so
 * that the next block pays the order.
 *
 * @param createdAt when the order was created, by the earlier of the two clocks
 */
export const leaseStart = ({ restedUntil, recoveredAt }: LeasableAddress, createdAt: Instant): Instant =>
  Math.max(restedUntil ?? 0, Math.min(recoveredAt ?? 0, createdAt), createdAt - CLOCK_SKEW_MS)

/** Returns the current time by our clock or by the newest recorded block, if there is one, whichever is earlier. */
export const earlierNow = (newest: BlockRef | undefined, now: Instant): Instant =>
  newest ? Math.min(newest.timeAt, now) : now

/**
 * Returns when the window of a new order starts. Chain time ends the window, so it starts at the time of the newest block
 * if our clock lags behind the network's by more than {@link CLOCK_DIFFERENCE_MS}; otherwise it would end too soon.
 */
export const windowStart = (newest: BlockRef | undefined, now: Instant): Instant =>
  newest && newest.timeAt - now > CLOCK_DIFFERENCE_MS ? newest.timeAt : now

const CLOSING_CONDITIONS: ReadonlySet<ChainConditionKind> = new Set([
  'halted',
  'token_paused',
  'token_deprecated',
])

/** With `recording_stuck` the server keeps trying, so payers of open orders still see their address. */
const LEASE_STOPPING_CONDITIONS: ReadonlySet<ChainConditionKind> = new Set([
  ...CLOSING_CONDITIONS,
  'recording_stuck',
])

/** Whether checkout pages must not ask for payments on a network, because they might not be seen or not count. */
export async function isNetworkClosed(tx: Tx, id: ChainId): Promise<boolean> {
  return (await tx.chainConditions.list(id)).some(({ kind }) => CLOSING_CONDITIONS.has(kind))
}

/** Whether an operator has paused the orders of a network. */
const arePaused = (conditions: readonly ChainCondition[]): boolean =>
  conditions.some(({ kind }) => kind === 'orders_paused')

/** Whether payments of new orders might not be seen, or not count. */
const isUnsafe = ({ health }: Context, id: ChainId, conditions: readonly ChainCondition[]): boolean =>
  conditions.some(({ kind }) => LEASE_STOPPING_CONDITIONS.has(kind)) || !health.isFollowed(id)

/** Whether a network takes new orders. {@link leaseAddress} may still refuse one, for the limits of its merchant. */
export async function takesOrders(tx: Tx, context: Context, id: ChainId): Promise<boolean> {
  const conditions = await tx.chainConditions.list(id)
  return !arePaused(conditions) && !isUnsafe(context, id, conditions)
}

export async function readLeaseFacts(tx: Tx, id: ChainId): Promise<LeaseFacts> {
  const [cursor, conditions, limits] = await Promise.all([
    tx.cursors.find(id),
    tx.chainConditions.list(id),
    tx.recoveries.findLeaseLimits(id),
  ])
  return { newest: cursor?.block, conditions, limits }
}

/**
 * Takes the merchant's address whose cool-down ended first, or the wallet's next address, which the caller stores. An address
 * never changes its merchant, so a payment to an old address never counts for another merchant's order. Where the database
 * may lack commits, only addresses are taken that no lost order can have had.
 *
 * @throws no_available_address if the network is closed or not followed, an operator has paused its orders, blocks from before the start are not recorded yet,
 * the database may lack commits and no indexes are skipped yet, skipped addresses are not watched yet, or the address limit
 * or the merchant's share is used up
 */
export async function leaseAddress(
  tx: Tx,
  context: Context,
  chain: Chain,
  merchantId: string,
  { conditions, limits, newest }: LeaseFacts,
): Promise<LeasableAddress> {
  const { environment, network } = chain
  const id = { environment, network }
  if (arePaused(conditions)) throw new DomainError('no_available_address', { detail: ORDERS_PAUSED })
  if (isUnsafe(context, id, conditions)) throw new DomainError('no_available_address')
  // A worker of the server skips the indexes, and commits that before any lease.
  if (!limits.isUnbroken && !context.sandbox(chain))
    throw new DomainError('no_available_address', BEING_SKIPPED)
  const recoveredAt = limits.recovery?.begunAt ?? null
  // The network's time counts too: payments before the end of the cool-down belong to the last order.
  const now = earlierNow(newest, context.clock.now())
  const after = freeOfLostOrders(limits, context.policy, now)
  const rested = after !== undefined && (await tx.addresses.takeRested(id, merchantId, { at: now, after }))
  if (rested) return { ...rested, index: undefined, recoveredAt }
  // Index 0 is the wallet's control address and is never leased, so the limit counts from 1.
  const [index, { total, isOnly }] = await Promise.all([
    tx.addresses.takeIndex(id),
    tx.addresses.shareOf(id, merchantId),
  ])
  const isBeyondShare = !isOnly && total >= addressShare(context.policy)
  const count = index - limits.skipped.count
  if (count > context.policy.addressLimit) throw new DomainError('no_available_address')
  if (!limits.skipped.areDerived) throw new DomainError('no_available_address', BEING_SKIPPED)
  if (isBeyondShare) {
    const detail = `at most ${addressShare(context.policy)} addresses of a network for a merchant`
    throw new DomainError('no_available_address', { detail })
  }
  await updateScarcity(tx, context, id, count, conditions)
  const address = { id: context.ids.uuid(), address: chain.deriveAddress(index) }
  return { ...address, index, restedUntil: null, recoveredAt }
}

/**
 * Returns the time after which an address must have become free, since one that was free before may have been leased by a
 * lost order; undefined while no address can be leased again.
 */
function freeOfLostOrders(
  { recovery, skipped }: LeaseLimits,
  { addressCooldownMs, orderExpiryMs }: Policy,
  now: Instant,
): Instant | undefined {
  if (recovery && (recovery.finishedAt === null || now < recovery.finishedAt + addressCooldownMs))
    return undefined
  // Payers of a lost order of the same merchant had until then. A recovery, which begins where a loss is seen, waits longer.
  if (skipped.lastAt === null || now >= skipped.lastAt + orderExpiryMs) return 0
  return skipped.lastAt + CLOCK_DIFFERENCE_MS
}

/** Maximum addresses of a network for a merchant that shares it with others. */
const addressShare = ({ addressLimit }: Policy): number =>
  Math.max(ADDRESS_SHARE_MIN, Math.floor((addressLimit * ADDRESS_SHARE_PERCENT) / 100))

/**
 * Enforces the limit of unfinished on-chain orders. Call it after the order is inserted. Orders that are created at the same
 * time may exceed a limit, but not one below {@link EXACT_BELOW}.
 *
 * @param isExact whether no order that calls it so may exceed a limit, because strangers create it
 * @throws no_available_address if the merchant has more unfinished on-chain orders than the limit
 */
export async function requireBelowUnfinishedLimit(
  tx: Tx,
  { policy: { unfinishedOrderLimit: limit } }: Context,
  scope: Scope,
  isExact: boolean,
): Promise<void> {
  if (isExact || limit < EXACT_BELOW) await tx.orders.lockUnfinished(scope)
  const unfinished = await tx.orders.countUnfinished(scope)
  if (unfinished > limit)
    throw new DomainError('no_available_address', { detail: `at most ${limit} unfinished on-chain orders` })
}

/** Warns the operator before a network runs out of addresses; the limit is a setting. */
async function updateScarcity(
  tx: Tx,
  { policy: { addressLimit }, clock }: Context,
  id: ChainId,
  count: number,
  conditions: readonly ChainCondition[],
): Promise<void> {
  const percentAt = (used: number) => Math.floor((used * 100) / addressLimit)
  const isScarce = percentAt(count) >= SCARCE_PERCENT
  const isNoted = conditions.some(({ kind }) => kind === 'addresses_scarce')
  // The reason is updated with each percent.
  if (isScarce === isNoted && percentAt(count) === percentAt(count - 1)) return
  const reason = `${count} of ${addressLimit} addresses are in use`
  if (isScarce) await tx.chainConditions.set(id, { kind: 'addresses_scarce', reason, sinceAt: clock.now() })
  else await tx.chainConditions.clear(id, 'addresses_scarce')
}
