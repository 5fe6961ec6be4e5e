import type { Context } from '../context.js'
import { DomainError } from '../shared/errors.js'
import {
  DAY_MS,
  LINK_ORDERS_PER_ADDRESS,
  LINK_SHARE_PERCENT,
  NEW_ADDRESSES_PER_LINK,
  ORDERS_PER_LINK,
} from '../shared/policy.js'
import type { Tx } from '../store/unit-of-work.js'
import type { PaymentLink } from './payment-link.js'

const RETRY_SECONDS = 300

/**
 * Enforces the limits against strangers, who can open any page that they have the link of. Call it after the order is
 * inserted: orders of links are created one after another for a merchant, so that they count each other.
 *
 * @throws rate_limit_exceeded
 */
export async function requireBelowLinkLimits(
  tx: Tx,
  { policy, clock }: Context,
  link: PaymentLink,
  { address, isNewAddress }: { address: string; isNewAddress: boolean },
): Promise<void> {
  const { ofMerchant, ofLink, ofAddress } = await tx.paymentLinks.countUnfinished(link, address)
  const isBeyond =
    ofMerchant > Math.max(1, Math.floor((policy.unfinishedOrderLimit * LINK_SHARE_PERCENT) / 100)) ||
    ofLink > ORDERS_PER_LINK ||
    ofAddress > LINK_ORDERS_PER_ADDRESS
  if (isBeyond) throw new DomainError('rate_limit_exceeded', { retryAfterSeconds: RETRY_SECONDS })
  if (!isNewAddress) return
  const now = clock.now()
  const { calls, endsAt } = await tx.paymentLinks.countNewAddress(link.id, DAY_MS, now)
  if (calls > NEW_ADDRESSES_PER_LINK)
    throw new DomainError('rate_limit_exceeded', { retryAfterSeconds: Math.ceil((endsAt - now) / 1_000) })
}
