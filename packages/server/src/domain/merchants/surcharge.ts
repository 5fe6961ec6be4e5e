import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { formatRate, parseRate, type Rate } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Merchant } from './merchant.js'
import { requireMerchant } from './merchants.js'

/** 20 %, either way; 1e-6. */
const MOST = 200_000n
/** The finest surcharge is 0.0001 %. */
const PERCENT_DECIMALS = 4

/** Reads per cent: `1.5`, or `-2` for a discount. @returns 1e-6 of a price. @throws OperatorError beyond 20 % */
export function readSurcharge(text: string): bigint {
  const [, sign, digits = ''] = /^([+-]?)(.+)$/.exec(text.trim()) ?? []
  const percent = parseRate(digits, PERCENT_DECIMALS)
  if (percent === undefined || percent / 100n > MOST)
    throw new OperatorError(
      'the surcharge is a number of per cent such as 1.5, or -2 for a discount, at most 20',
    )
  return sign === '-' ? -percent / 100n : percent / 100n
}

/** Writes a surcharge in per cent: `1.5`, or `-2` for a discount. */
export function surchargeText(surcharge: bigint): string {
  const isDiscount = surcharge < 0n
  const percent = (isDiscount ? -surcharge : surcharge) * 100n
  return `${isDiscount ? '-' : ''}${formatRate(percent as Rate)}` // per cent in the unit of rates
}

/**
 * Changes the surcharge on a merchant's prices in other currencies, for new orders.
 *
 * @param surcharge 1e-6 of a price; below zero a discount
 * @throws OperatorError if there is no such merchant
 */
export async function changeSurcharge(
  tx: Tx,
  context: Context,
  { id, surcharge }: { id: string; surcharge: bigint },
  { actor, reason }: Mandate,
): Promise<Merchant> {
  const merchant = await requireMerchant(tx, id)
  if (merchant.surcharge === surcharge) return merchant
  const changed = { ...merchant, surcharge, updatedAt: context.clock.now() }
  await tx.merchants.update(changed)
  const details = { reason, from: surchargeText(merchant.surcharge), to: surchargeText(surcharge) }
  await audit(tx, context, { actor, action: 'merchants surcharge', subject: id, details })
  return changed
}
