import { isSameAddress } from '../../networks/spellings.js'
import type { Context } from '../context.js'
import { DAY_MS } from '../shared/policy.js'
import type { Environment, Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Destination } from './destination.js'
import type { Withdrawal } from './withdrawal.js'
import { totalDebit } from './withdrawal-limits.js'

/** Whether the setting asks for listed destinations, and money is real. */
export const needsListing = (
  { policy }: Pick<Context, 'policy'>,
  { environment }: { readonly environment: Environment },
): boolean => environment === 'live' && policy.withdrawalDestinations === 'required'

/** Whether withdrawals to a listed destination go out without a review of it. Only real money waits for a new one. */
export const isUsable = (context: Pick<Context, 'policy'>, destination: Destination, now: Instant): boolean =>
  !needsListing(context, destination) || destination.usableAt <= now

/**
 * Whether a withdrawal must wait for review because its destination is new: not on its merchant's list, on it for less
 * than 24 hours, or left on the page of the order. A refund to its payer need not wait. Up to the limit for unlisted destinations no withdrawal need wait, and
 * those that do not count towards that limit, with their fees.
 */
export async function hasNewDestination(
  tx: Tx,
  context: Context,
  withdrawal: Pick<
    Withdrawal,
    'id' | 'orderId' | 'merchantId' | 'environment' | 'network' | 'destinationAddress' | 'amount' | 'fee'
  >,
): Promise<boolean> {
  const { policy, clock } = context
  if (!needsListing(context, withdrawal))
    return (await isLeftOnPage(tx, withdrawal)) && !(await isToPayer(tx, withdrawal))
  const now = clock.now()
  const listed = await findDestination(tx, withdrawal)
  if (listed && isUsable(context, listed, now)) return false
  if (await isToPayer(tx, withdrawal)) return false
  if (await isLeftOnPage(tx, withdrawal)) return true
  const taken = totalDebit(withdrawal)
  if (policy.withdrawalUnlistedLimit < taken) return true
  // Withdrawals of the merchant that run at the same time see each other's sums.
  await tx.merchants.lock(withdrawal.merchantId)
  const total = await tx.destinations.sumUnlisted(withdrawal, now - DAY_MS)
  if (total + taken > policy.withdrawalUnlistedLimit) return true
  await tx.destinations.noteUnlisted({ ...withdrawal, amount: taken }, now)
  return false
}

/** Whether a withdrawal refunds an order to the only sender of its credited transfers: that money came from there. */
async function isToPayer(
  tx: Tx,
  { orderId, network, destinationAddress }: Pick<Withdrawal, 'orderId' | 'network' | 'destinationAddress'>,
): Promise<boolean> {
  if (orderId === null) return false
  const [sender, other] = await tx.transfers.listSenders(orderId, 2)
  if (sender === undefined || other !== undefined) return false
  return isSameAddress(network, sender, destinationAddress)
}

/**
 * Whether a refund of real money goes to an address that was left on the page of its order. Each person who has the link of the
 * page can leave one, so no setting and no limit lets it pass.
 */
async function isLeftOnPage(
  tx: Tx,
  withdrawal: Pick<Withdrawal, 'orderId' | 'environment' | 'network' | 'destinationAddress'>,
): Promise<boolean> {
  const { orderId, environment, network, destinationAddress } = withdrawal
  if (orderId === null || environment === 'test') return false
  const left = await tx.orders.listRefundAddresses(orderId)
  return left.some(({ address }) => isSameAddress(network, address, destinationAddress))
}

/** Finds the entry of a withdrawal's destination in its merchant's list, however the address is spelled. */
export async function findDestination(
  tx: Tx,
  withdrawal: Pick<Withdrawal, 'merchantId' | 'environment' | 'network' | 'destinationAddress'>,
): Promise<Destination | undefined> {
  const { network, destinationAddress } = withdrawal
  const listed = await tx.destinations.list(withdrawal)
  return listed.find(
    (each) => each.network === network && isSameAddress(network, each.address, destinationAddress),
  )
}
