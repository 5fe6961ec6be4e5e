// Writes into the store of a file until the disk is full, then prints how that ended.
import { openStore } from '../../../src/storage/open.js'
import { merchant } from './store-rows.js'

const MAX_WRITES = 1_000
const [, , file = ''] = process.argv
const store = await openStore({
  database: { engine: 'sqlite', file },
  now: 0,
  onCommit: () => undefined,
  onDamage: () => undefined,
})

const outcome = await fill()
const found = await store.read((tx) => tx.merchants.find('shop-0'))
process.stdout.write(JSON.stringify({ ...outcome, stillReads: found !== undefined }))

async function fill(): Promise<{ written: number; error: string }> {
  for (let written = 0; written < MAX_WRITES; written += 1) {
    const row = { ...merchant(`shop-${written}`), name: 'x'.repeat(20_000) }
    try {
      await store.write((tx) => tx.merchants.insert(row))
    } catch (error) {
      return { written, error: error instanceof Error ? error.name : 'unknown' }
    }
  }
  return { written: MAX_WRITES, error: 'none' }
}
