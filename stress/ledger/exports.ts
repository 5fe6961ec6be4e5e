import { parseUsdt } from '../../packages/server/src/domain/shared/money.js'
import type { DatabaseLocation } from '../../packages/server/src/storage/open.js'
import { Dice } from '../../packages/server/test/support/ledger/dice.js'
import {
  type ExportedPosting,
  exportMismatches,
} from '../../packages/server/test/support/ledger/exported-ledger.js'
import { ledgerIn } from '../../packages/server/test/support/ledger/ledger-database.js'
import { Operations } from '../../packages/server/test/support/ledger/operations.js'
import { LedgerWorld } from '../../packages/server/test/support/ledger/world.js'
import { documentsOf, runCommand } from '../../packages/server/test/support/server/operator.js'
import { type NewDatabase, onEngine } from '../lib/engines.js'
import { Options } from '../lib/options.js'

const OPERATIONS = 100_000
/** Operations per database and seed, so that a failure is quick to reproduce. */
const PER_SEED = 2_000
const DECIMALS = 8
/** The command does not start without one on PostgreSQL; an export decrypts nothing. */
const MASTER_KEY = Buffer.alloc(32, 5).toString('base64')

/** Compares the output of `export ledger` and the statements with the balances after 100,000 random operations. */
export async function exports(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['engine', 'seed', 'operations'])
  const engine = options.text('engine', 'sqlite')
  const all = options.number('operations', OPERATIONS)
  let seed = options.number('seed', 1)
  let postings = 0
  await onEngine(engine, async (fresh) => {
    for (let left = all; left > 0; left -= PER_SEED) {
      const operations = Math.min(left, PER_SEED)
      postings += await compare(engine, fresh, { seed, operations })
      seed += 1
    }
  })
  console.log(
    `${all} operations on ${engine}, seeds up to ${seed - 1}: ${postings} exported postings equal the ledger`,
  )
}

async function compare(
  engine: string,
  fresh: NewDatabase,
  { seed, operations }: { seed: number; operations: number },
): Promise<number> {
  const location = await fresh()
  const world = await LedgerWorld.open(ledgerIn(location))
  try {
    const random = new Operations(world, new Dice(seed))
    for (let number = 0; number < operations; number += 1) await random.next()
    await world.finishWork()
    const end = world.clock.now() + 1
    const exported = exportWith(location, end)
    const wrong = await exportMismatches(world.database, exported, [0, middleOf(exported), end])
    if (wrong.length === 0) return exported.length
    throw new Error(wrong.slice(0, 10).join('; '))
  } catch (error) {
    console.error(
      `to repeat: npm run stress -- exports --engine ${engine} --seed ${seed} --operations ${operations}`,
    )
    throw error
  } finally {
    await world.database.close()
  }
}

const middleOf = (exported: readonly ExportedPosting[]): number =>
  exported[Math.floor(exported.length / 2)]?.at ?? 1

/** Runs the command that an operator runs. */
function exportWith(location: DatabaseLocation, end: number): ExportedPosting[] {
  const url = location.engine === 'sqlite' ? `file:${location.file}` : location.url
  const period = ['--from', '1970-01-01', '--to', new Date(end).toISOString()]
  const databaseEnv = { MERCHANTPAY_DATABASE_URL: url, MERCHANTPAY_MASTER_KEY: MASTER_KEY }
  const ran = runCommand({ databaseEnv }, [
    ...['export', 'ledger', ...period],
    ...['--format', 'json', '--environment', 'test'],
  ])
  if (ran.status !== 0) throw new Error(`export ledger exited with ${ran.status}: ${ran.stderr}`)
  return documentsOf(ran).map((row) => ({
    at: Date.parse(`${row.posted_at}`),
    debit: `${row.debit}`,
    credit: `${row.credit}`,
    amount: parseUsdt(`${row.amount}`, DECIMALS) ?? 0n,
  }))
}
