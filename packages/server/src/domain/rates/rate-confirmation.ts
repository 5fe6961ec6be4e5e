import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Tx } from '../store/unit-of-work.js'
import { type ExchangeRate, formatExchangeRate } from './price.js'
import { isNear, storeRate } from './rate-recording.js'
import type { StoredRate } from './stored-rate.js'

/** A person's word that a rate is right. */
export interface RateConfirmation {
  readonly currency: string
  /** The rate that the person saw; the present one if undefined. */
  readonly rate: ExchangeRate | undefined
}

/**
 * Confirms the rate of a currency, which ends its wait.
 *
 * @throws OperatorError if the source never named the currency, or its rate is now more than 10 % away from the one that
 * the person saw
 */
export async function confirmRate(
  tx: Tx,
  context: Pick<Context, 'clock' | 'ids'>,
  { currency, rate: seen }: RateConfirmation,
  { actor, reason }: Mandate,
): Promise<StoredRate> {
  const stored = await tx.rates.lock(currency)
  if (!stored) throw new OperatorError(`the source has no rate of ${currency}`)
  const confirmedRate = seen ?? stored.rate
  if (!isNear(stored.rate, confirmedRate))
    throw new OperatorError(
      `the rate of ${currency} is now ${formatExchangeRate(stored.rate)}, not ${formatExchangeRate(confirmedRate)}`,
    )
  const details = {
    reason,
    rate: formatExchangeRate(confirmedRate),
    before: stored.confirmedRate === null ? null : formatExchangeRate(stored.confirmedRate),
  }
  await audit(tx, context, { actor, action: 'rates confirm', subject: currency, details })
  return storeRate(tx, { ...stored, confirmedRate }, context.clock.real())
}
