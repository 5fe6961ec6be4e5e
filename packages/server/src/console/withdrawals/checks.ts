import { merchantBalances } from '../../domain/ledger/ledger.js'
import type { Usdt } from '../../domain/shared/money.js'
import { REFUNDS_PER_ORDER } from '../../domain/shared/policy.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { findDestination, isUsable, needsListing } from '../../domain/withdrawals/destinations.js'
import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import { autoLimit, totalDebit } from '../../domain/withdrawals/withdrawal-limits.js'
import { STATUSES } from '../../ui/badge.js'
import type { Check } from '../../ui/checks.js'
import { money } from '../../ui/figures.js'
import { age } from '../formats.js'
import type { Visit } from '../visit.js'
import { mayBePaid } from './withdrawal-actions.js'

/** Reads what speaks for and against a withdrawal. */
export async function readChecks(tx: Tx, visit: Visit, withdrawal: Withdrawal): Promise<Check[]> {
  const { policy } = visit.services.context
  const { merchantId, reviewReason, createdAt } = withdrawal
  const { available } = await merchantBalances(tx, withdrawal)
  const merchant = await tx.merchants.find(merchantId)
  const limit = autoLimit(policy)
  const isOverLimit = totalDebit(withdrawal) > limit
  const checks: Check[] = [
    {
      isPassed: true,
      title: 'Balance covers it',
      text: `${money(totalDebit(withdrawal))} held for ${age(createdAt, visit.now)}, ${money(available)} available beside it`,
    },
    {
      isPassed: merchant?.status === 'ACTIVE' || withdrawal.environment === 'test',
      title: `Merchant is ${merchant ? STATUSES[merchant.status].word.toLowerCase() : 'unknown'}`,
      text: merchant === undefined ? merchantId : `registered ${age(merchant.createdAt, visit.now)} ago`,
    },
    ...(needsListing(visit.services.context, withdrawal)
      ? [await destinationCheck(tx, visit, withdrawal)]
      : []),
    {
      isPassed: !isOverLimit,
      title: isOverLimit
        ? 'Above the limit of automatic withdrawals'
        : 'Below the limit of automatic withdrawals',
      text: `The limit is ${money(limit)} USDT${reviewReason === 'daily_limit' ? '; the daily one is exceeded' : ''}`,
    },
  ]
  if (reviewReason === 'refund_limit')
    checks.push({
      isPassed: false,
      title: 'Above the limits of refunds',
      text: `Without review ${REFUNDS_PER_ORDER} refunds of an order, and in a day ${refundLimitText(policy.refundDailyLimit)}`,
    })
  if (reviewReason === 'possible_duplicate')
    checks.push(
      (await mayBePaid(tx, visit.services.context, withdrawal))
        ? {
            isPassed: false,
            title: 'An unexplained transfer may have paid it',
            text: 'Decide on the server: restore status names the command',
          }
        : {
            isPassed: true,
            title: 'No transfer has paid it',
            text: 'Every transfer with its amount and destination is explained',
          },
    )
  if (reviewReason === 'order_frozen')
    checks.push({ isPassed: false, title: 'The refunded order is frozen', text: 'Decide on the order first' })
  return checks
}

const refundLimitText = (limit: Usdt | undefined): string =>
  limit === undefined ? 'no more than the merchant received' : `at most ${money(limit)} USDT`

async function destinationCheck(tx: Tx, { services, now }: Visit, withdrawal: Withdrawal): Promise<Check> {
  const destination = await findDestination(tx, withdrawal)
  if (!destination)
    return {
      isPassed: false,
      title: 'Destination is not listed',
      text: 'The merchant has not added it to its list',
    }
  const isFree = isUsable(services.context, destination, now)
  return {
    isPassed: isFree,
    title: `Destination is ${age(destination.createdAt, now)} old`,
    text: `${destination.label}. ${isFree ? 'Free to use' : `Free to use in ${age(now, destination.usableAt)}`}`,
  }
}
