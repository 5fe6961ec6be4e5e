import { Gauge, type Registry } from 'prom-client'

/** Returns the number of open streams, by who reads them: `api` is merchants, `checkout` is payers. */
export type CountStreams = Readonly<Record<'api' | 'checkout', () => number>>

/** Registers the number of open event streams. */
export function watchStreams(streams: CountStreams, registry: Registry): void {
  new Gauge({
    name: 'merchantpay_open_streams',
    help: 'Open event streams: of merchants (api) and of payers (checkout).',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      for (const [kind, count] of Object.entries(streams)) this.set({ kind }, count())
    },
  })
}
