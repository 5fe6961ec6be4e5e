import { Gauge, type Registry } from 'prom-client'
import type { Readiness } from './readiness.js'

/** Registers the readiness checks, whose results are shared with the probes of `/readyz`. */
export function watchReadiness(readiness: Readiness, registry: Registry): void {
  new Gauge({
    name: 'merchantpay_readiness_check',
    help: '1 while a check of /readyz passes, 0 otherwise; the log has the reasons.',
    labelNames: ['check'],
    registers: [registry],
    async collect() {
      const failing = await readiness.failing(false)
      for (const check of readiness.names) this.set({ check }, failing.includes(check) ? 0 : 1)
    },
  })
}
