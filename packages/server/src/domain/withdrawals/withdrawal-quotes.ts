import { requireChain } from '../chain/served-chain.js'
import type { Context } from '../context.js'
import { add, CHAIN_DECIMALS, CHAIN_STEP, type Usdt, usdt } from '../shared/money.js'
import { requirePositive } from '../shared/positive-amount.js'
import type { Network, Scope } from '../shared/types.js'
import { requireMinimum } from './withdrawal-opening.js'

/** The cost of a withdrawal, 1e-8 USDT. */
export interface Quote {
  readonly amount: Usdt
  readonly fee: Usdt
  readonly totalDebit: Usdt
  readonly minimum: Usdt
  /** The smallest refund of an order; its fee is the same. */
  readonly refundMinimum: Usdt
}

/** Quotes the cost of a withdrawal. @throws invalid_amount, unsupported_network, amount_below_minimum */
export function quoteWithdrawal(
  context: Context,
  scope: Scope,
  input: { amount: string; network: Network },
): Quote {
  const amount = requirePositive(input.amount, CHAIN_DECIMALS)
  requireChain(context, { environment: scope.environment, network: input.network })
  const { fee, minimum } = context.policy.withdrawals[input.network]
  requireMinimum(amount, minimum)
  return { amount, fee, totalDebit: add(amount, fee), minimum, refundMinimum: context.policy.refundMinimum }
}

/**
 * Returns the largest amount that a balance covers together with the fee, as the token can move it.
 *
 * @returns undefined where that is less than the minimum of the network
 */
export function wholeWithdrawal(
  { policy }: Pick<Context, 'policy'>,
  available: Usdt,
  network: Network,
): Usdt | undefined {
  const { fee, minimum } = policy.withdrawals[network]
  const left = available - fee
  return left < minimum ? undefined : usdt(left - (left % CHAIN_STEP))
}
