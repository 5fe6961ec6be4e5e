import { proveLedger } from '../../../src/compose/ledger-proof.js'
import { ALL_CHAINS } from '../../../src/domain/shared/types.js'
import type { Store } from '../../../src/domain/store/store.js'
import { openStore } from '../../../src/storage/open.js'
import type { BusyLedger, Proofs } from './busy-proofs.js'

// A process of its own, so that the writers never wait for a proof.
const { location: database, proofs } = JSON.parse(process.argv[2] ?? '') as BusyLedger // from `proveWhileBusy`
const silent = () => undefined
const store = await openStore({ database, now: 0, onCommit: silent, onDamage: silent, isInspection: true })
const found: string[] = []
let underWrites = 0
for (let number = 0; number < proofs && found.length === 0; number += 1) {
  const before = await newestBlocks(store)
  const { checks } = await proveLedger(database)
  found.push(...checks.flatMap(({ violations }) => violations.map(({ message }) => message)))
  if ((await newestBlocks(store)) !== before) underWrites += 1
}
await store.close()
const result: Proofs = { found, underWrites }
console.log(JSON.stringify(result))

/** Returns a text that changes with every recorded block. */
function newestBlocks(opened: Store): Promise<string> {
  return opened.read(async (tx) => {
    const cursors = []
    for (const id of ALL_CHAINS) cursors.push((await tx.cursors.find(id))?.revision)
    return cursors.join()
  })
}
