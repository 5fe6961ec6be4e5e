import { Gauge, type Registry } from 'prom-client'
import type { LedgerProof } from '../domain/ledger/ledger-proof.js'
import type { Store } from '../domain/store/store.js'

const SECOND_MS = 1_000

const GAUGES: readonly { name: string; help: string; of: (proof: LedgerProof) => number }[] = [
  {
    name: 'merchantpay_ledger_violations',
    help: 'Violations that the last proof of the ledger found; NaN before the first one.',
    of: ({ violations }) => violations,
  },
  {
    name: 'merchantpay_ledger_proven_timestamp_seconds',
    help: 'When the last proof of the ledger ended; NaN before the first one.',
    of: ({ provenAt }) => provenAt / SECOND_MS,
  },
  {
    name: 'merchantpay_ledger_proof_duration_seconds',
    help: 'How long the last proof of the ledger took; NaN before the first one.',
    of: ({ tookMs }) => tookMs / SECOND_MS,
  },
]

/** The last proof is the database's: whichever server of several did it, all tell the same. */
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
