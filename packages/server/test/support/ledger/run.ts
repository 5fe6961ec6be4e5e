import { verifyLedger } from '../../../src/domain/ledger/ledger-verify.js'
import { Dice } from './dice.js'
import type { OpenLedgerDatabase } from './ledger-database.js'
import { networkMismatches, transitionMismatches, unfinishedWork } from './network-comparison.js'
import { Operations } from './operations.js'
import { violations } from './oracle.js'
import { type Rows, readRows } from './rows.js'
import { LedgerWorld } from './world.js'

/** Operations between two full checks. */
const PROVED_EVERY = 100
/** Longer in total than windows, depths and the life of a transaction that is never mined. */
const END_ROUNDS = 12
const END_BLOCKS = 10

export interface LedgerRun {
  readonly openDatabase: OpenLedgerDatabase
  readonly seed: number
  readonly operations: number
}
/** How often each operation, error, kind of ledger transaction and status came up. */
export type Tally = ReadonlyMap<string, number>

/** The ledger is wrong, or an operation failed that must not. */
class LedgerRunFailed extends Error {
  override readonly name = 'LedgerRunFailed'
}

/**
 * Runs random operations on a service of its own, and checks its ledger at intervals and after everything has ended.
 *
 * @throws LedgerRunFailed with the violations, the seed and the number of the operation
 */
export async function runLedger({ openDatabase, seed, operations }: LedgerRun): Promise<Tally> {
  const world = await LedgerWorld.open(openDatabase)
  try {
    const random = new Operations(world, new Dice(seed))
    for (let number = 1; number <= operations; number += 1) {
      const name = await random.next().catch((error: unknown) => {
        throw new LedgerRunFailed(`seed ${seed}, operation ${number}`, { cause: error })
      })
      if (number % PROVED_EVERY === 0) await check(world, `seed ${seed}, operation ${number}, ${name}`)
    }
    await end(world)
    const where = `seed ${seed}, after the end`
    await check(world, where)
    const rows = await readRows(world.database)
    requireNone(unfinishedWork(rows), where)
    const addressesUsedAgain = rows.leases.length - rows.addresses.length
    for (const { credit, debit } of rows.postings) noteRareAccounts(random.tally, credit, debit)
    if (addressesUsedAgain > 0) count(random.tally, 'an address was leased again')
    if (rows.transfers.some(({ incarnation }) => incarnation > 1n))
      count(random.tally, 'a transfer came back')
    if (rows.transfers.some((one) => one.ignored_reason)) count(random.tally, 'a transfer was ignored')
    for (const { kind } of rows.transactions) count(random.tally, `posted: ${kind}`)
    for (const { to } of world.moves) count(random.tally, `became: ${to}`)
    for (const { status, order_id: orderId } of rows.withdrawals)
      count(random.tally, `${orderId === null ? 'withdrawal' : 'refund'}: ${status}`)
    if (rows.orders.some((order) => isRefundedBeyond(order, rows)))
      count(random.tally, 'a refunded payment was taken back')
    return random.tally
  } finally {
    await world.database.close()
  }
}

async function check(world: LedgerWorld, where: string): Promise<void> {
  requireNone(violations(await readRows(world.database)), `${where}, before the workers rest`)
  await world.finishWork()
  const rows = await readRows(world.database)
  requireNone(
    [...violations(rows), ...networkMismatches(rows), ...transitionMismatches(world, rows)],
    `${where}, at rest`,
  )
  const { checks } = await world.database.store.read((tx) => verifyLedger(tx))
  const found = checks.flatMap((each) => each.violations.map(({ message }) => message))
  requireNone(found, `${where}, by ledger verify`)
}

/** Lets time pass until only orders under review remain; the operator accepts odd balances meanwhile. */
async function end(world: LedgerWorld): Promise<void> {
  for (let round = 0; round < END_ROUNDS; round += 1) {
    world.pass(END_BLOCKS)
    await world.finishWork()
  }
}

function requireNone(wrong: readonly string[], where: string): void {
  if (wrong.length > 0) throw new LedgerRunFailed(`${where}: ${wrong.slice(0, 10).join('; ')}`)
}

/** Whether the refunds of an order that did not fail exceed what is left of its payments. */
function isRefundedBeyond(
  { id, credited, confirmed }: Rows['orders'][number],
  { withdrawals }: Rows,
): boolean {
  const standing = withdrawals.filter(
    ({ order_id, status }) => order_id === id && status !== 'FAILED' && status !== 'CANCELED',
  )
  const bound = standing.some((refund) => refund.includes_fee === 1n) ? confirmed : credited
  return standing.reduce((sum, { amount }) => sum + amount, 0n) > bound
}

const count = (tally: Map<string, number>, event: string) => tally.set(event, (tally.get(event) ?? 0) + 1)

function noteRareAccounts(tally: Map<string, number>, credit: string, debit: string): void {
  if (credit.includes('/suspense:')) count(tally, 'money went to suspense')
  if (debit.endsWith('/shortfall')) count(tally, 'money was owed')
  if (credit.endsWith('/shortfall')) count(tally, 'a debt was repaid')
}
