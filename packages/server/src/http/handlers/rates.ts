import type { Context } from '../../domain/context.js'
import { getUsableRate } from '../../domain/rates/conversion.js'
import { formatExchangeRate, withSurcharge } from '../../domain/rates/price.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import type { Handlers } from '../handler.js'

export function rateHandlers(context: Context): Pick<Handlers, 'getRate'> {
  return {
    getRate: {
      access: 'read',
      async run(tx, { caller, query }) {
        const { currency, rate, rateAt } = await getUsableRate(tx, context, query.currency, 'currency')
        const charged = formatExchangeRate(withSurcharge(rate, caller.merchant.surcharge))
        return { status: 200, body: { currency, rate: charged, rate_at: isoTime(rateAt) } }
      },
    },
  }
}
