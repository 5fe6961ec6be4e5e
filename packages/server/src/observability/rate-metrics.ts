import { Gauge, type Registry } from 'prom-client'
import { isSupported } from '../domain/rates/conversion.js'
import type { Clock } from '../domain/shared/types.js'
import type { Store } from '../domain/store/store.js'
import { seconds } from './base-units.js'

/** Registers the age of the exchange rates. They are stored in the database, so all servers report the same values. */
export function watchRates(store: Store, clock: Pick<Clock, 'real'>, registry: Registry): void {
  new Gauge({
    name: 'merchantpay_exchange_rate_age_seconds',
    help: 'Age of the newest exchange rate of each currency, used or not.',
    labelNames: ['currency'],
    registers: [registry],
    async collect() {
      this.reset()
      const now = clock.real()
      const rates = await store.read((tx) => tx.rates.list()).catch(() => [])
      for (const rate of rates)
        if (isSupported(rate, now)) this.set({ currency: rate.currency }, seconds(now - rate.rateAt))
    },
  })
}
