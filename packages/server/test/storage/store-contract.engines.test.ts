/**
 * The storage contract of both engines, numbered by case. Conflicts of writers are in `writers.engines.test.ts`, and the
 * faults of each engine in `sqlite-faults.test.ts` and `postgres-faults.slow.test.ts`.
 */
import { describe, expect, it } from 'vitest'
import type { Rate } from '../../src/domain/shared/money.js'
import { Unavailable } from '../../src/domain/store/store.js'
import { gate } from '../support/net/gate.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { appOrder, merchant } from '../support/storage/store-rows.js'

const COUNT_MERCHANTS = 'SELECT COUNT(*) FROM merchants'

describe.each(ENGINES)('the store on %s', (engine) => {
  const withShop = async () => {
    const books = await openDatabase(engine)
    await books.store.write((tx) => tx.merchants.insert(merchant('shop')))
    return books
  }

  describe('1: a whole number', () => {
    it.each([
      9_007_199_254_740_993n,
      9_000_000_000_000_000_000n,
      -9_000_000_000_000_000_000n,
      9_223_372_036_854_775_807n,
    ])('is read back exactly: %s', async (value) => {
      const { store } = await withShop()
      const feeRate = value as Rate // the only column without a range check
      await store.write((tx) => tx.orders.insert({ ...appOrder('a', 'shop'), feeRate }))
      expect((await store.read((tx) => tx.orders.find('a')))?.feeRate).toBe(value)
    })

    it('a whole number beyond 64 bits, or with a fraction, is refused and never rounded', async () => {
      const { store } = await withShop()
      const feeRate = (1n << 63n) as Rate // exceeds 64 bits
      const tooLarge = store.write((tx) => tx.orders.insert({ ...appOrder('a', 'shop'), feeRate }))
      await expect(tooLarge).rejects.toThrow(RangeError)
      const broken = store.write((tx) => tx.merchants.insert({ ...merchant('b'), createdAt: 1.5 }))
      await expect(broken).rejects.toThrow(RangeError)
      expect(await store.read((tx) => tx.orders.find('a'))).toBeUndefined()
    })
  })

  it('2: a violated constraint has the same name', async () => {
    const { store } = await withShop()
    await store.write((tx) => tx.orders.insert(appOrder('a', 'shop')))
    const insert = (order: object) =>
      store.write((tx) => tx.orders.insert({ ...appOrder('b', 'shop'), ...order }))
    const violation = (kind: string) => ({ name: 'ConstraintViolation', kind })
    await expect(insert({ id: 'a' })).rejects.toMatchObject(violation('unique'))
    await expect(insert({ orderNumber: 'ord_a' })).rejects.toMatchObject(violation('unique'))
    await expect(insert({ merchantId: 'nobody' })).rejects.toMatchObject(violation('foreign-key'))
    await expect(insert({ received: -1n })).rejects.toMatchObject(violation('check'))
    await expect(insert({ expireAt: null })).rejects.toMatchObject(violation('not-null'))
  })

  describe('3: of fifty units of work', () => {
    for (const failing of [[20], [0], [0, 1, 49]]) {
      it(`${failing.map((n) => n + 1).join(', ')} fail and all others commit`, async () => {
        const { store, side, commits } = await openDatabase(engine)
        const units = Array.from({ length: 50 }, (_, n) =>
          store.write(async (tx) => {
            await tx.merchants.insert(merchant(`shop-${n}`))
            if (failing.includes(n)) throw new Error('no')
          }),
        )
        const outcomes = await Promise.allSettled(units)
        const failed = outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))
        expect(failed).toEqual(failing)
        const others = 50 - failing.length
        expect(await (await side()).value(COUNT_MERCHANTS)).toBe(others)
        expect(commits).toHaveLength(others)
      })
    }
  })

  describe('9: when COMMIT fails', () => {
    /** A merchant called "Late" violates a constraint that is checked only at COMMIT. */
    const LATE_RULE = {
      sqlite: `CREATE TABLE late (id TEXT REFERENCES merchants (id) DEFERRABLE INITIALLY DEFERRED) STRICT;
        CREATE TRIGGER late AFTER INSERT ON merchants WHEN NEW.name = 'Late'
        BEGIN INSERT INTO late (id) VALUES ('missing'); END;`,
      postgres: `CREATE TABLE late (id TEXT REFERENCES merchants (id) DEFERRABLE INITIALLY DEFERRED);
        CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN INSERT INTO late (id) VALUES ('missing'); RETURN NULL; END $$;
        CREATE TRIGGER late AFTER INSERT ON merchants FOR EACH ROW WHEN (NEW.name = 'Late') EXECUTE FUNCTION late();`,
    }

    it('no commit is reported, nothing is stored, and the next unit of work succeeds', async () => {
      const { store, side, commits } = await openDatabase(engine)
      const other = await side()
      await other.script(LATE_RULE[engine])
      const late = { ...merchant('late'), name: 'Late' }
      const failing = store.write((tx) => tx.merchants.insert(late))
      await expect(failing).rejects.toMatchObject({ name: 'ConstraintViolation', kind: 'foreign-key' })
      expect([await other.value(COUNT_MERCHANTS), commits.length]).toEqual([0, 0])
      await expect(store.write((tx) => tx.merchants.insert(merchant('next')))).resolves.toBe(true)
      expect(await other.value(COUNT_MERCHANTS)).toBe(1)
    })
  })

  describe('14: a reader', () => {
    it('sees nothing of an uncommitted unit of work', async () => {
      const { store, side } = await openDatabase(engine)
      const other = await side()
      const counts: Promise<unknown>[] = []
      await store.write(async (tx) => {
        await tx.merchants.insert(merchant('shop'))
        counts.push(other.value(COUNT_MERCHANTS))
        // Enough statements for the count to finish before the end, on an engine that does not wait.
        for (let n = 0; n < 200; n += 1) await tx.merchants.find('shop')
      })
      expect(await Promise.all(counts)).toEqual([0])
      expect(await other.value(COUNT_MERCHANTS)).toBe(1)
    })

    it('sees its own writes at once', async () => {
      const { store } = await openDatabase(engine)
      for (const id of ['a', 'b', 'c']) {
        await store.write((tx) => tx.merchants.insert(merchant(id)))
        expect(await store.read((tx) => tx.merchants.find(id))).toEqual(merchant(id))
      }
    })

    it('sees one snapshot from its first row to its last', async () => {
      const { store, side } = await openDatabase(engine)
      const other = await side()
      const intrusions: Promise<void>[] = []
      const counts = await store.read(async (tx) => {
        const count = async () => (await tx.merchants.list({ limit: 1, offset: 0 })).total
        const before = await count()
        intrusions.push(
          other.script(`INSERT INTO merchants (id, platform_user_id, name, email, status, tier, created_at, updated_at)
                        VALUES ('shop', 'user', 'Shop', 'shop@example.com', 'ACTIVE', 'BASIC', 1, 1)`),
        )
        for (let n = 0; n < 200; n += 1) await tx.merchants.find('shop')
        return [before, await count()]
      })
      await Promise.all(intrusions)
      expect(counts).toEqual([0, 0])
      expect(await store.read((tx) => tx.merchants.find('shop'))).toMatchObject({ name: 'Shop' })
    })

    it('cannot write', async () => {
      const { store, side } = await openDatabase(engine)
      await expect(store.read((tx) => tx.merchants.insert(merchant('shop')))).rejects.toThrow(Unavailable)
      expect(await (await side()).value(COUNT_MERCHANTS)).toBe(0)
    })
  })

  describe('15: a unit of work', () => {
    it('a unit of work that awaits something else fails, leaves nothing, and does not delay others', async () => {
      const { store, side } = await openDatabase(engine)
      const { opened, open } = gate()
      const straying = store.write(async (tx) => {
        await tx.merchants.insert(merchant('shop'))
        await opened
        await tx.merchants.insert(merchant('too late'))
      })
      await expect(straying).rejects.toMatchObject({ name: 'TransactionMisuse' })
      open()
      await expect(store.write((tx) => tx.merchants.insert(merchant('next')))).resolves.toBe(true)
      expect(await (await side()).value(COUNT_MERCHANTS)).toBe(1)
    })

    it('a unit of work that awaits something else in a read fails as well', async () => {
      const { store } = await openDatabase(engine)
      const straying = store.read(() => gate().opened)
      await expect(straying).rejects.toMatchObject({ name: 'TransactionMisuse' })
      expect(await store.read((tx) => tx.merchants.find('shop'))).toBeUndefined()
    })

    it('has a transaction that cannot be used after its end', async () => {
      const { store, side } = await openDatabase(engine)
      const kept = await store.write(async (tx) => ({ tx }))
      await expect(kept.tx.merchants.insert(merchant('shop'))).rejects.toMatchObject({
        name: 'TransactionMisuse',
      })
      expect(await (await side()).value(COUNT_MERCHANTS)).toBe(0)
    })

    it('a unit of work that catches an error of a statement fails with it', async () => {
      const { store, side } = await openDatabase(engine)
      const swallowing = store.write(async (tx) => {
        await tx.merchants.insert(merchant('shop'))
        await tx.orders.insert(appOrder('a', 'nobody')).catch(() => undefined)
      })
      await expect(swallowing).rejects.toMatchObject({ kind: 'foreign-key' })
      expect(await (await side()).value(COUNT_MERCHANTS)).toBe(0)
    })

    it('runs no statement after a failed one', async () => {
      const { store, side } = await openDatabase(engine)
      const goingOn = store.write(async (tx) => {
        await tx.orders.insert(appOrder('a', 'nobody')).catch(() => undefined)
        await tx.merchants.insert(merchant('shop'))
      })
      await expect(goingOn).rejects.toMatchObject({ kind: 'foreign-key' })
      expect(await (await side()).value(COUNT_MERCHANTS)).toBe(0)
    })
  })

  it('16: refuses calls when two thousand wait, never those of workers, and runs the rest', async () => {
    const { store, side } = await openDatabase(engine)
    const other = await side()
    await other.script(
      engine === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN; LOCK TABLE merchants IN ACCESS EXCLUSIVE MODE',
    )
    const running = engine === 'sqlite' ? 0 : 6
    const find = () => store.write((tx) => tx.merchants.find('missing'))
    const accepted = Array.from({ length: 2_000 + running }, find)
    await expect(find()).rejects.toThrow(Unavailable)
    const ofWorkers = store.forWorkers().write((tx) => tx.merchants.insert(merchant('shop')))
    await other.script('ROLLBACK')
    expect(await ofWorkers).toBe(true)
    expect((await Promise.all(accepted)).length).toBe(2_000 + running)
  })

  it('refuses calls once it is closed, after running those that wait', async () => {
    const { store, side } = await openDatabase(engine)
    const waiting = store.write((tx) => tx.merchants.insert(merchant('shop')))
    await store.close()
    await expect(waiting).resolves.toBe(true)
    expect(await (await side()).value(COUNT_MERCHANTS)).toBe(1)
    await expect(store.write((tx) => tx.merchants.insert(merchant('next')))).rejects.toThrow(Unavailable)
    await expect(store.read((tx) => tx.merchants.find('shop'))).rejects.toThrow(Unavailable)
  })
})
