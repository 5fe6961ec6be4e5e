import type { Chain } from '../chain/chain.js'
import type { ChainCondition, ChainConditionKind } from '../chain/chain-conditions.js'
import type { Context } from '../context.js'
import { DomainError } from '../shared/errors.js'
import { ADDRESS_SHARE_MIN, ADDRESS_SHARE_PERCENT, type Policy } from '../shared/policy.js'
import type { ChainId, Instant, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Address } from './order.js'

/** How far a network's clock may lag behind ours: an address counts as leased from this long before its order. */
const CLOCK_SKEW_MS = 3_600_000
/** How far our clock may be behind a network's before its windows follow the network's. */
const CLOCK_DIFFERENCE_MS = 300_000

/** Indexes behind the highest that are ours too: books that were restored may be older than what was leased. */
const GAP = 100
/** Of the addresses that may be leased; who has given out as many should know. */
const SCARCE_PERCENT = 80

/** An address to lease, with the end of the rest that it had after its last order. */
interface RestedAddress extends Address {
  readonly restedUntil: Instant | null
}

/**
 * From when on payments to the address are the order's: blocks have their network's time, which may be far behind our
 * clock, and what an order had before keeps what is paid until its rest is over.
 *
 * @param begunAt when the order was created, by the earlier of the two clocks
 */
export const leaseBegin = ({ restedUntil }: RestedAddress, begunAt: Instant): Instant =>
  Math.max(restedUntil ?? 0, begunAt - CLOCK_SKEW_MS)

/** Now, by our clock or by the newest block that is booked, whichever is earlier. */
export async function earlierNow(tx: Tx, id: ChainId, now: Instant): Promise<Instant> {
  const cursor = await tx.cursors.find(id)
  return cursor ? Math.min(cursor.block.timeAt, now) : now
}

/**
 * When a window begins that chain time will end: now, or where our clock is behind the network's by more than a block's
 * time can be, at the time of the newest block. Otherwise it would be over too soon.
 */
export async function windowBegin(tx: Tx, id: ChainId, now: Instant): Promise<Instant> {
  const cursor = await tx.cursors.find(id)
  return cursor && cursor.block.timeAt - now > CLOCK_DIFFERENCE_MS ? cursor.block.timeAt : now
}

const CLOSES_NETWORK: ReadonlySet<ChainConditionKind> = new Set([
  'halted',
  'token_paused',
  'token_deprecated',
])

/** The server goes on trying to record, so that payers of open orders still see their address. */
const STOPS_LEASES: ReadonlySet<ChainConditionKind> = new Set([...CLOSES_NETWORK, 'recording_stuck'])

/** Nobody must be asked to pay where the payment might not be seen, or not count. */
export async function isClosed(tx: Tx, id: ChainId): Promise<boolean> {
  return (await tx.chainConditions.list(id)).some(({ kind }) => CLOSES_NETWORK.has(kind))
}

/**
 * Addresses of the wallet behind the highest one that was leased, from an index on. A sandbox knows no other books than
 * these, so it has none.
 */
export function unleasedAddresses(
  context: Pick<Context, 'sandbox'>,
  chain: Chain,
  { highest, from = highest + 1 }: { highest: number; from?: number },
): { index: number; address: string }[] {
  const gap = context.sandbox(chain) ? 0 : GAP
  return Array.from({ length: Math.max(highest + gap - from + 1, 0) }, (_, at) => ({
    index: from + at,
    address: chain.deriveAddress(from + at),
  }))
}

/**
 * The merchant's address that has rested longest, else the next one of the wallet. An address never changes its merchant,
 * so a remembered address never pays a stranger's order.
 *
 * @throws no_available_address where the network is closed, all addresses were given out, or the merchant has its share
 */
export async function leaseAddress(
  tx: Tx,
  context: Context,
  chain: Chain,
  merchantId: string,
): Promise<RestedAddress> {
  const { environment, network } = chain
  const id = { environment, network }
  const conditions = await tx.chainConditions.list(id)
  const isStopped = conditions.some(({ kind }) => STOPS_LEASES.has(kind))
  if (isStopped || !context.health.isFollowed(chain)) throw new DomainError('no_available_address')
  // By its network's time too: what is paid before the rest is over is still the last order's.
  const rested = await tx.addresses.takeRested(id, merchantId, await earlierNow(tx, id, context.clock.now()))
  if (rested) return rested
  // Index 0 is the wallet's control address and is never leased, so the limit counts from 1.
  const index = await tx.addresses.takeIndex(id)
  const { total, isOnly } = await tx.addresses.shareOf(id, merchantId)
  const isBeyondShare = !isOnly && total >= addressShare(context.policy)
  if (index > context.policy.addressLimit || isBeyondShare) throw new DomainError('no_available_address')
  await noteScarcity(tx, context, id, index, conditions)
  const address = { id: context.ids.uuid(), address: chain.deriveAddress(index) }
  await tx.addresses.insert({ environment, network, merchantId, ...address, index })
  return { ...address, restedUntil: null }
}

/** How many addresses of a network one merchant can have beside others. */
const addressShare = ({ addressLimit }: Policy): number =>
  Math.max(ADDRESS_SHARE_MIN, Math.floor((addressLimit * ADDRESS_SHARE_PERCENT) / 100))

/**
 * Call it after the order is inserted. The insert locks the merchant's order count until the unit of work ends, so orders
 * that are created in parallel see each other here.
 *
 * @throws no_available_address when the merchant has more unfinished on-chain orders than the limit
 */
export async function requireFewUnfinished(tx: Tx, { policy }: Context, scope: Scope): Promise<void> {
  const limit = policy.unfinishedOrderLimit
  if ((await tx.addresses.countLeased(scope, limit + 1)) > limit)
    throw new DomainError('no_available_address')
}

/** Before there are none: more of them are a setting, and addresses that rest come back to their merchants. */
async function noteScarcity(
  tx: Tx,
  { policy: { addressLimit }, clock }: Context,
  id: ChainId,
  index: number,
  conditions: readonly ChainCondition[],
): Promise<void> {
  const percentAt = (number: number) => Math.floor((number * 100) / addressLimit)
  const isScarce = percentAt(index) >= SCARCE_PERCENT
  const isNoted = conditions.some(({ kind }) => kind === 'addresses_scarce')
  // How many there are left is told anew with each percent.
  if (isScarce === isNoted && percentAt(index) === percentAt(index - 1)) return
  const reason = `${index} of ${addressLimit} addresses were given out`
  if (isScarce) await tx.chainConditions.set(id, { kind: 'addresses_scarce', reason, sinceAt: clock.now() })
  else await tx.chainConditions.clear(id, 'addresses_scarce')
}
