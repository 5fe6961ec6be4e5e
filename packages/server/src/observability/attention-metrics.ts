import { Gauge, type Registry } from 'prom-client'
import { listAttention } from '../domain/attention/attention.js'
import { ATTENTION_KINDS } from '../domain/attention/attention-item.js'
import type { Context } from '../domain/context.js'
import type { Store } from '../domain/store/store.js'

/** Registers the number of things that wait for a person. All servers report the same values. */
export function watchAttention(
  store: Store,
  context: Pick<Context, 'clock' | 'policy'>,
  registry: Registry,
): void {
  new Gauge({
    name: 'merchantpay_attention_items',
    help: 'Items that wait for a person, by kind, as `merchantpay-server attention` lists them; NaN while the database does not answer.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const items = await store.read((tx) => listAttention(tx, context)).catch(() => undefined)
      for (const kind of ATTENTION_KINDS) this.set({ kind }, items ? 0 : Number.NaN)
      for (const { kind } of items ?? []) this.inc({ kind })
    },
  })
}
