import { Gauge, type Registry } from 'prom-client'
import type { LedgerProof } from '../domain/ledger/ledger-proof.js'
import type { Store } from '../domain/store/store.js'
import { seconds } from './base-units.js'

const GAUGES: readonly { name: string; help: string; of: (proof: LedgerProof) => number }[] = [
  {
    name: 'merchantpay_ledger_violations',
    help: 'Violations found by the last ledger proof; NaN before the first proof.',
    of: ({ violations }) => violations,
  },
  {
    name: 'merchantpay_ledger_proven_timestamp_seconds',
    help: 'Unix time at which the last ledger proof ended; NaN before the first proof.',
    of: ({ provenAt }) => seconds(provenAt),
  },
  {
    name: 'merchantpay_ledger_proof_duration_seconds',
    help: 'Duration of the last ledger proof; NaN before the first proof.',
    of: ({ tookMs }) => seconds(tookMs),
  },
]

/** Registers the metrics of the last ledger proof. It is stored in the database, so all servers report the same values. */
export function watchLedger(store: Store, registry: Registry): void {
  for (const { name, help, of } of GAUGES) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const proof = await store.read((tx) => tx.ledgerProofs.find()).catch(() => undefined)
        this.set(proof ? of(proof) : Number.NaN)
      },
    })
  }
}
