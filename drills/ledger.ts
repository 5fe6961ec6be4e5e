import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenBooks, sqliteBooks } from '../packages/server/test/support/ledger/books.js'
import { runLedger } from '../packages/server/test/support/ledger/run.js'
import { Options } from './options.js'

const OPERATIONS = 100_000
/** Every so many begin with books of their own and a seed of their own, so that a failure is soon told again. */
const PER_SEED = 2_000

/** Where an engine keeps the books of one run; called anew for every run. */
const ENGINES: Readonly<Record<string, (folder: string) => OpenBooks>> = {
  sqlite: (folder) => sqliteBooks(join(folder, 'books.db')),
}

/** Lets 100,000 random things happen to the ledger and proves it every 100. */
export async function ledger(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['engine', 'seed', 'operations'])
  const engine = options.text('engine', 'sqlite')
  const openIn = Object.hasOwn(ENGINES, engine) ? ENGINES[engine] : undefined
  if (!openIn) throw new Error(`no engine ${engine}; there are ${Object.keys(ENGINES).join(', ')}`)
  const all = options.number('operations', OPERATIONS)
  const tally = new Map<string, number>()
  let seed = options.number('seed', 1)
  for (let left = all; left > 0; left -= PER_SEED) {
    const operations = Math.min(left, PER_SEED)
    for (const [what, times] of await runIn(openIn, seed, operations)) {
      tally.set(what, (tally.get(what) ?? 0) + times)
    }
    seed += 1
  }
  for (const [what, times] of [...tally].sort()) console.log(`  ${what}: ${times}`)
  console.log(`${all} operations on ${engine}, seeds up to ${seed - 1}: ledger balanced`)
}

async function runIn(openIn: (folder: string) => OpenBooks, seed: number, operations: number) {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-drill-'))
  try {
    return await runLedger({ openBooks: openIn(folder), seed, operations })
  } catch (error) {
    console.error(`again: npm run drill -- ledger --seed ${seed} --operations ${operations}`)
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
