import { Gauge, type Registry } from 'prom-client'
import { MERCHANT_CODES } from '../domain/ledger/account.js'
import type { Store } from '../domain/store/store.js'
import { wholeUsdt } from './base-units.js'

/** The sums read every account, so they are reused for this long. */
const REUSE_MS = 60_000

/** Registers the balances of all merchants together. */
export function watchMerchantBalances(
  store: Store,
  registry: Registry,
  nowMs: () => number = () => performance.now(),
): void {
  let readAt = Number.NEGATIVE_INFINITY
  new Gauge({
    name: 'merchantpay_merchant_balance_usdt',
    help: `Balances of all merchants together, by account: ${MERCHANT_CODES.join(', ')}. At most a minute old.`,
    labelNames: ['environment', 'account'],
    registers: [registry],
    async collect() {
      if (nowMs() < readAt + REUSE_MS) return
      const sums = await store.read((tx) => tx.ledger.sumMerchants()).catch(() => undefined)
      if (!sums) return this.reset()
      for (const { environment, code, total } of sums)
        this.set({ environment, account: code }, wholeUsdt(total))
      readAt = nowMs()
    },
  })
}
