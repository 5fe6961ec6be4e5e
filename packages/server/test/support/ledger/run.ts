import { verifyLedger } from '../../../src/domain/ledger/ledger-verify.js'
import type { OpenBooks } from './books.js'
import { Dice } from './dice.js'
import { Operations } from './operations.js'
import { violations } from './oracle.js'
import { readRows } from './rows.js'
import { leftovers, untruths, wrongStories } from './truth.js'
import { LedgerWorld } from './world.js'

/** How many operations may pass before everything is proved anew. */
const PROVED_EVERY = 100
/** Longer than windows, depths and the life of a transaction that nobody mines. */
const END_ROUNDS = 12
const END_BLOCKS = 10

export interface LedgerRun {
  readonly openBooks: OpenBooks
  readonly seed: number
  readonly operations: number
}
/** How often each operation, refusal, kind of ledger transaction and status came up. */
export type Tally = ReadonlyMap<string, number>

/** The books are wrong, or an operation failed that must not. */
class BrokenBooks extends Error {
  override readonly name = 'BrokenBooks'
}

/**
 * Lets that many random things happen to a service of its own, and proves its books as it goes and after all has ended.
 *
 * @throws BrokenBooks naming what is wrong, after which operation of which seed
 */
export async function runLedger({ openBooks, seed, operations }: LedgerRun): Promise<Tally> {
  const world = await LedgerWorld.open(openBooks)
  try {
    const done = new Operations(world, new Dice(seed))
    for (let number = 1; number <= operations; number += 1) {
      const name = await done.next().catch((error: unknown) => {
        throw new BrokenBooks(`seed ${seed}, operation ${number}`, { cause: error })
      })
      if (number % PROVED_EVERY === 0) await prove(world, `seed ${seed}, operation ${number}, ${name}`)
    }
    await end(world)
    const where = `seed ${seed}, after the end`
    await prove(world, where)
    const rows = await readRows(world.books)
    requireNone(leftovers(rows), where)
    const addressesUsedAgain = rows.leases.length - rows.addresses.length
    for (const { credit, debit } of rows.postings) noteRareAccounts(done.tally, credit, debit)
    if (addressesUsedAgain > 0) count(done.tally, 'an address was leased again')
    if (rows.transfers.some(({ incarnation }) => incarnation > 1n)) count(done.tally, 'a transfer came back')
    if (rows.transfers.some((one) => one.ignored_reason)) count(done.tally, 'a transfer was ignored')
    for (const { kind } of rows.transactions) count(done.tally, `booked: ${kind}`)
    for (const { to } of world.moves) count(done.tally, `became: ${to}`)
    for (const { status } of rows.withdrawals) count(done.tally, `withdrawal: ${status}`)
    return done.tally
  } finally {
    await world.books.close()
  }
}

async function prove(world: LedgerWorld, where: string): Promise<void> {
  requireNone(violations(await readRows(world.books)), `${where}, as it stands`)
  await world.calm()
  const rows = await readRows(world.books)
  requireNone([...violations(rows), ...untruths(rows), ...wrongStories(world, rows)], `${where}, at rest`)
  const { checks } = await world.books.store.read((tx) => verifyLedger(tx))
  const found = checks.flatMap((check) => check.violations.map(({ message }) => message))
  requireNone(found, `${where}, by ledger verify`)
}

/** Time passes until nothing is under way any more but what waits for a person; one looks at odd balances meanwhile. */
async function end(world: LedgerWorld): Promise<void> {
  for (let round = 0; round < END_ROUNDS; round += 1) {
    world.pass(END_BLOCKS)
    await world.calm()
  }
}

function requireNone(wrong: readonly string[], where: string): void {
  if (wrong.length > 0) throw new BrokenBooks(`${where}: ${wrong.slice(0, 10).join('; ')}`)
}

const count = (tally: Map<string, number>, what: string) => tally.set(what, (tally.get(what) ?? 0) + 1)

function noteRareAccounts(tally: Map<string, number>, credit: string, debit: string): void {
  if (credit.includes('/suspense:')) count(tally, 'money went to suspense')
  if (debit.endsWith('/shortfall')) count(tally, 'money was owed')
  if (credit.endsWith('/shortfall')) count(tally, 'a debt was repaid')
}
