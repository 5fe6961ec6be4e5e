/** The cases of the storage contract about the ledger, with two servers where writers may conflict. */
import { describe, expect, it } from 'vitest'
import { type Account, merchantAccount, platformAccount } from '../../src/domain/ledger/account.js'
import { post } from '../../src/domain/ledger/ledger.js'
import type { LedgerTransaction } from '../../src/domain/ledger/ledger-entry.js'
import type { Usdt } from '../../src/domain/shared/money.js'
import type { Store } from '../../src/domain/store/store.js'
import { amount, contextAt, handClock } from '../support/domain/context.js'
import { postConcurrently } from '../support/ledger/concurrent-posting.js'
import { ENGINES, openDatabase, type TestDatabase } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

/** A tenth of the case's number: `npm run stress -- meet` runs all of it. */
const ROUNDS = 100
const TEN = amount('10')

const of = (merchantId: string, code: 'available' | 'held') =>
  merchantAccount({ merchantId, environment: 'test' }, code)
const custody = platformAccount('test', 'custody:TRC20')

const entry = (key: string, ...legs: [debit: Account, credit: Account, amount: Usdt][]) =>
  ({
    environment: 'test',
    kind: 'adjust',
    key,
    reference: key,
    legs: legs.map(([debit, credit, moved]) => ({ debit, credit, amount: moved })),
  }) satisfies LedgerTransaction

describe.each(ENGINES)('the ledger on %s', (engine) => {
  const context = contextAt(handClock())
  const write = (store: Store, ...transactions: LedgerTransaction[]) =>
    store.write((tx) => post(tx, context, transactions))

  /** Opens two servers on one database, on which the merchants `ada` and `bob` have 20 USDT each. */
  async function twoServers(): Promise<TestDatabase & { readonly other: Store }> {
    const books = await openDatabase(engine)
    await books.store.write(async (tx) => {
      for (const id of ['ada', 'bob']) await tx.merchants.insert(merchant(id))
    })
    const gifts = ['ada', 'bob'].map((id) =>
      entry(`gift to ${id}`, [custody, of(id, 'available'), amount('20')]),
    )
    await write(books.store, ...gifts)
    return { ...books, other: await books.another() }
  }

  const balance = async ({ side }: TestDatabase, { id }: Account) =>
    (await side()).value(`SELECT balance FROM ledger_accounts WHERE id = '${id}'`)

  it('6: of eight holds of 10 from 20, exactly two succeed', async () => {
    const books = await twoServers()
    const holds = Array.from({ length: 8 }, (_, n) => {
      const hold = entry(`hold ${n}`, [of('ada', 'available'), of('ada', 'held'), TEN])
      return write(n % 2 === 0 ? books.store : books.other, { ...hold, requiresFunds: true })
    })
    const ended = await Promise.allSettled(holds)
    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toHaveLength(6)
    for (const reason of refused) expect(reason).toMatchObject({ code: 'insufficient_balance' })
    expect(await balance(books, of('ada', 'available'))).toBe(0)
    expect(await balance(books, of('ada', 'held'))).toBe(2_000_000_000)
  })

  it('8: two blocks that pay the same merchants in opposite order commit without an error', async () => {
    const { store, another } = await openDatabase(engine)
    await postConcurrently([store, await another()], ROUNDS)
  })

  it('15: a second post in one unit of work is an error, and nothing of the unit of work stays', async () => {
    const books = await twoServers()
    const twice = books.store.write(async (tx) => {
      await post(tx, context, [entry('one', [custody, of('ada', 'available'), TEN])])
      await post(tx, context, [entry('two', [custody, of('ada', 'available'), TEN])])
    })
    await expect(twice).rejects.toThrow('a unit of work posts to the ledger once')
    expect(await balance(books, of('ada', 'available'))).toBe(2_000_000_000)
    const kept = "SELECT COUNT(*) FROM ledger_transactions WHERE reference IN ('one', 'two')"
    expect(await (await books.side()).value(kept)).toBe(0)
  })

  describe('17: a posted transaction', () => {
    const changes = {
      sqlite: ['UPDATE t SET environment = environment', 'DELETE FROM t'],
      postgres: ['UPDATE t SET environment = environment', 'DELETE FROM t', 'TRUNCATE t CASCADE'],
    }
    const tables = ['ledger_transactions', 'ledger_postings']
    it.each(tables.flatMap((table) => changes[engine].map((change) => change.replace(' t', ` ${table}`))))(
      'is neither changed nor removed: %s',
      async (statement) => {
        const { side } = await twoServers()
        const other = await side()
        await expect(other.script(statement)).rejects.toThrow('append-only')
        expect(await other.value('SELECT COUNT(*) FROM ledger_postings')).toBe(2)
      },
    )

    it('stays in one environment', async () => {
      const books = await twoServers()
      const live = platformAccount('live', 'custody:TRC20')
      const crossing = write(books.store, entry('crossing', [live, of('ada', 'available'), TEN]))
      await expect(crossing).rejects.toMatchObject({ name: 'ConstraintViolation', kind: 'foreign-key' })
      expect(await balance(books, of('ada', 'available'))).toBe(2_000_000_000)
    })

    it('has one resolution when two servers resolve it at the same time', async () => {
      const books = await twoServers()
      await write(books.store, entry('hold', [of('ada', 'available'), of('ada', 'held'), TEN]))
      const settle = entry('settle', [of('ada', 'held'), custody, TEN])
      const release = entry('release', [of('ada', 'held'), of('ada', 'available'), TEN])
      const ended = await Promise.allSettled([
        write(books.store, { ...settle, resolves: 'hold' }),
        write(books.other, { ...release, resolves: 'hold' }),
      ])
      const refused = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(refused).toMatchObject([{ name: 'ConstraintViolation', kind: 'unique' }])
      expect(await balance(books, of('ada', 'held'))).toBe(0)
      const resolved = 'SELECT COUNT(*) FROM ledger_transactions WHERE resolves IS NOT NULL'
      expect(await (await books.side()).value(resolved)).toBe(1)
    })
  })
})
