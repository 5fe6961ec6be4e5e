import { add, format, type Usdt, usdt } from '@merchantpay/sdk/money'
import type { Network } from '../chain/addresses.js'
import { Refusal } from '../http/refusal.js'
import { CROCKFORD } from '../ids.js'
import { balanceOf } from '../merchants/balance.js'
import type { Scope } from '../scope.js'
import type { BusinessFields } from '../validation/business-fields.js'
import type { World } from '../world.js'
import { hasNewDestination, requireDestination } from './destinations.js'
import type { Withdrawal } from './withdrawal.js'
import { isAboveLimits } from './withdrawal-limits.js'
import { follow } from './withdrawal-progress.js'

export const FEES: Readonly<Record<Network, Usdt>> = {
  TRC20: usdt('1.5'),
  ERC20: usdt('4'),
  BEP20: usdt('0.5'),
}
export const MINIMUM = usdt('10')
export const REFUND_MINIMUM = usdt('1')

/**
 * Makes a withdrawal and reserves its amount and fee.
 *
 * @throws Refusal amount_below_minimum, invalid_destination_address, insufficient_balance
 */
export function openWithdrawal(
  world: World,
  scope: Scope,
  given: BusinessFields & Pick<Withdrawal, 'orderId' | 'amount' | 'network' | 'destinationAddress'>,
  minimum: Usdt,
): Withdrawal {
  requireMinimum(given.amount, minimum)
  requireDestination(world, given.network, given.destinationAddress, 'destination_address')
  const withdrawal = newWithdrawal(world, scope, given)
  const needed = add(given.amount, withdrawal.fee)
  const { available } = balanceOf(world, scope)
  if (available < needed) {
    const detail = `needs ${format(needed)} USDT, ${format(available)} USDT are available`
    throw new Refusal('insufficient_balance', { detail })
  }
  world.withdrawals.push(withdrawal)
  if (withdrawal.status === 'PENDING') follow(world, withdrawal)
  return withdrawal
}

function newWithdrawal(
  world: World,
  { merchantId, environment }: Scope,
  given: BusinessFields & Pick<Withdrawal, 'orderId' | 'amount' | 'network' | 'destinationAddress'>,
): Withdrawal {
  const { ids, clock } = world
  const createdAt = clock.now()
  const scope = { merchantId, environment }
  const fee = FEES[given.network]
  const needsReview = hasNewDestination(world, scope, given) || isAboveLimits(world, scope, { ...given, fee })
  return {
    ...given,
    id: ids.uuid(),
    merchantId,
    environment,
    withdrawalNumber: `wdr_${ids.text(CROCKFORD, 12)}`,
    fee,
    createdAt,
    status: needsReview ? 'REVIEW' : 'PENDING',
    txHash: null,
    confirmations: 0,
    failureCode: null,
    updatedAt: createdAt,
    completedAt: null,
  }
}

/** @throws Refusal amount_below_minimum */
export function requireMinimum(amount: Usdt, minimum: Usdt): void {
  if (amount < minimum)
    throw new Refusal('amount_below_minimum', {
      param: 'amount',
      detail: `at least ${format(minimum)} USDT`,
    })
}
