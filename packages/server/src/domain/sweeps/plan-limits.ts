import { isSameAddress } from '../../networks/spellings.js'
import { type SweepTerms, worstCostOf } from '../chain/sweep-terms.js'
import { add, formatUsdt, type Usdt, ZERO } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Instant } from '../shared/types.js'
import { coinText } from './coins.js'
import { MOST_LIFETIME_MS, type SweepPin, type SweepPlan } from './sweep-file.js'

/** The sum of a plan. */
export const totalOf = ({ items }: SweepPlan): Usdt =>
  items.reduce((sum, { amount }) => add(sum, amount), ZERO)

/** The largest amount of a plan. */
export const largestOf = ({ items }: SweepPlan): Usdt =>
  items.reduce((largest, { amount }) => (amount > largest ? amount : largest), ZERO)

/** The most that all transactions of a plan can cost. */
export const planCost = ({ items, terms }: SweepPlan): bigint => BigInt(items.length) * worstCostOf(terms)

/** @throws OperatorError that names the first limit of the pin that the plan does not keep */
export function requireWithin(pin: SweepPin, plan: SweepPlan): void {
  const { network, terms } = plan
  const refuse = (why: string): never => {
    throw new OperatorError(why)
  }
  if (network !== pin.network) refuse(`the plan is for ${network}, and the pin for ${pin.network}`)
  if (plan.chainId !== pin.chainId)
    refuse(`the plan is for chain ${plan.chainId}, and the pin for ${pin.chainId}`)
  if (!isSameAddress(network, plan.token, pin.token))
    refuse(`the plan moves the token ${plan.token}, and the pin has ${pin.token}`)
  requireDestination(pin, plan)
  if (planCost(plan) > pin.maxCost)
    refuse(
      `the plan may cost ${coinText(network, planCost(plan))}, more than the ${coinText(network, pin.maxCost)} of the pin`,
    )
  requireSoundTerms(terms)
}

/**
 * @throws OperatorError unless everything that an address may get is bounded by members that are signed, and by the
 *   longest lifetime
 */
export function requireSoundTerms(terms: SweepTerms): void {
  const isSound =
    terms.kind === 'gas'
      ? terms.tip <= terms.maxFee
      : terms.byteCost <= terms.feeLimit && terms.expectedCost <= worstCostOf(terms)
  if (!isSound) throw new OperatorError('the costs of the plan contradict each other')
  if (terms.kind === 'energy' && terms.expiresAt - terms.signedAt > MOST_LIFETIME_MS)
    throw new OperatorError('the transactions of the plan are valid for more than 24 hours')
}

/** @throws OperatorError unless blocks of this time can take transactions of the terms, now or never */
export function requireCurrent(terms: SweepTerms, chainTime: Instant): void {
  if (terms.kind === 'energy' && terms.expiresAt > chainTime + MOST_LIFETIME_MS)
    throw new OperatorError('the transactions of the file expire more than 24 hours from now')
}

function requireDestination({ cold, hot }: SweepPin, plan: SweepPlan): void {
  const { network, target, destination } = plan
  const pinned = target === 'cold' ? cold : hot?.address
  if (pinned === undefined) throw new OperatorError('the pin has no hot wallet')
  if (!isSameAddress(network, destination, pinned))
    throw new OperatorError(
      `the plan sends to ${destination}, and the pin has ${pinned} as its ${target} wallet`,
    )
  if (target === 'hot' && hot && totalOf(plan) > hot.limit)
    throw new OperatorError(
      `the plan sends ${formatUsdt(totalOf(plan))} USDT to the hot wallet, more than the ${formatUsdt(hot.limit)} of the pin`,
    )
}
