import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryDedupe } from '../../src/dedupe/memory.js'
import { redisDedupe } from '../../src/dedupe/redis.js'
import { sqliteDedupe } from '../../src/dedupe/sqlite.js'
import { backends, type Opened } from './backends.js'

// Much longer than a test takes on Redis, where time cannot be set.
const LEASE = 30 * 60_000
const TTL = 60 * 60_000

for (const { name, isHere, open } of backends) {
  describe.runIf(isHere)(`a store in ${name}`, () => {
    test('gives a key to one of many who want it at once', async () => {
      const { stores } = open()
      const claims = Array.from({ length: 20 }, (_, n) => stores[n % 2 ? 0 : 1].claim('key', `${n}`, LEASE))
      expect((await Promise.all(claims)).sort()).toEqual([...Array(19).fill('busy'), 'claimed'])
    })

    test('keeps every key apart, whatever is in it', async () => {
      const { stores } = open()
      const keys = ['', ' ', 'a', 'A', 'a:b', 'é', 'e\u0301', "';--", '\0', '*', 'k'.repeat(100_000)]
      for (const key of keys) expect(await stores[0].claim(key, 'me', LEASE)).toBe('claimed')
      for (const key of keys) expect(await stores[1].claim(key, 'you', LEASE)).toBe('busy')
    })

    test('gives a key to its owner again, and only for what is left of the lease', async () => {
      const { stores, pass } = open()
      await stores[0].claim('key', 'me', LEASE)
      await pass(LEASE - 60_000)
      expect(await stores[0].claim('key', 'me', LEASE)).toBe('claimed')
      expect(await stores[1].claim('key', 'you', LEASE)).toBe('busy')
      await pass(60_001)
      expect(await stores[1].claim('key', 'you', LEASE)).toBe('claimed')
    })

    test('keeps a key done for its time to live', async () => {
      const { stores, pass } = open()
      await stores[0].claim('key', 'me', LEASE)
      expect(await stores[0].done('key', 'me', TTL)).toBe(true)
      await pass(TTL - 60_000)
      expect(await stores[1].claim('key', 'you', LEASE)).toBe('done')
      expect(await stores[0].claim('key', 'me', LEASE)).toBe('done')
      await pass(60_001)
      expect(await stores[1].claim('key', 'you', LEASE)).toBe('claimed')
    })

    test('leaves a done key alone', async () => {
      const { stores } = open()
      await stores[0].claim('key', 'me', LEASE)
      await stores[0].done('key', 'me', TTL)
      for (const owner of ['me', 'you', 'done', '']) {
        expect(await stores[1].renew('key', owner, LEASE)).toBe(false)
        expect(await stores[1].done('key', owner, TTL)).toBe(false)
        await stores[1].release('key', owner)
      }
      expect(await stores[1].claim('key', 'you', LEASE)).toBe('done')
    })

    test('frees a key whose owner is gone, and lets that owner change nothing afterwards', async () => {
      const { stores, pass } = open()
      await stores[0].claim('key', 'me', LEASE)
      await pass(LEASE + 1)
      expect(await stores[0].renew('key', 'me', LEASE)).toBe(false)
      expect(await stores[1].claim('key', 'you', LEASE)).toBe('claimed')
      expect(await stores[0].renew('key', 'me', LEASE)).toBe(false)
      expect(await stores[0].done('key', 'me', TTL)).toBe(false)
      await stores[0].release('key', 'me')
      expect(await stores[0].claim('key', 'me', LEASE)).toBe('busy')
    })

    test('lets a late owner mark a key that is free', async () => {
      const { stores, pass } = open()
      await stores[0].claim('key', 'me', LEASE)
      await pass(LEASE + 1)
      expect(await stores[0].done('key', 'me', TTL)).toBe(true)
      expect(await stores[1].claim('key', 'you', LEASE)).toBe('done')
    })

    test('marks a key that was never claimed', async () => {
      const { stores } = open()
      expect(await stores[0].done('key', 'me', TTL)).toBe(true)
      expect(await stores[1].claim('key', 'you', LEASE)).toBe('done')
    })

    test('holds a key from its last renewal on', async () => {
      const { stores, pass } = open()
      await stores[0].claim('key', 'me', LEASE)
      await pass(LEASE - 60_000)
      expect(await stores[1].renew('key', 'you', LEASE)).toBe(false)
      expect(await stores[0].renew('key', 'me', LEASE)).toBe(true)
      await pass(LEASE - 60_000)
      expect(await stores[1].claim('key', 'you', LEASE)).toBe('busy')
      await pass(60_001)
      expect(await stores[1].claim('key', 'you', LEASE)).toBe('claimed')
    })

    test('frees a released key at once, and only for its owner', async () => {
      const { stores } = open()
      await stores[0].claim('key', 'me', LEASE)
      await stores[1].release('key', 'you')
      expect(await stores[1].claim('key', 'you', LEASE)).toBe('busy')
      await stores[0].release('key', 'me')
      expect(await stores[1].claim('key', 'you', LEASE)).toBe('claimed')
    })

    test('answers as the store in memory does, whatever the order of the calls', async () => {
      const memory = backends[0]?.open ?? open
      const seed = Date.now()
      console.log(`seed ${seed}`)
      await fc.assert(
        fc.asyncProperty(fc.array(call, { minLength: 20, maxLength: 40 }), async (calls) => {
          const [ours, model] = [open(), memory()]
          for (const one of calls) expect(await make(ours, one)).toEqual(await make(model, one))
        }),
        { seed, numRuns: 10 },
      )
    })
  })
}

const call = fc.record({
  what: fc.constantFrom('claim', 'claim', 'renew', 'done', 'release', 'pass'),
  key: fc.constantFrom('a', 'b'),
  owner: fc.constantFrom('me', 'you'),
  store: fc.constantFrom(0, 1),
})

// No sum of these is close to the end of a lease or of a done key.
async function make(
  { stores, pass }: Opened,
  one: typeof call extends fc.Arbitrary<infer Call> ? Call : never,
) {
  const { key, owner } = one
  const store = stores[one.store === 0 ? 0 : 1]
  if (one.what === 'pass') return pass(7 * 60_000)
  if (one.what === 'claim') return store.claim(key, owner, LEASE)
  if (one.what === 'renew') return store.renew(key, owner, LEASE)
  if (one.what === 'done') return store.done(key, owner, TTL)
  return store.release(key, owner)
}

describe('the store in memory', () => {
  test('keeps its bound over 1,000,000 keys, and the keys used last', async () => {
    const store = memoryDedupe()
    for (let n = 0; n < 1_000_000; n += 1) await store.claim(`${n}`, 'me', LEASE)
    expect(store.size).toBe(100_000)
    expect(await store.claim('999999', 'you', LEASE)).toBe('busy')
    expect(await store.claim('900000', 'you', LEASE)).toBe('busy')
    expect(await store.claim('899999', 'you', LEASE)).toBe('claimed')
  })

  test('forgets the least recently used key first', async () => {
    const store = memoryDedupe({ maxKeys: 2 })
    await store.done('old', 'me', TTL)
    await store.done('new', 'me', TTL)
    await store.claim('old', 'you', LEASE)
    await store.claim('newest', 'you', LEASE)
    expect(await store.claim('old', 'you', LEASE)).toBe('done')
    expect(await store.claim('new', 'you', LEASE)).toBe('claimed')
  })

  test.each([0, -1, 1.5, Number.NaN, Infinity])('is not made for %d keys', (maxKeys) => {
    expect(() => memoryDedupe({ maxKeys })).toThrow(RangeError)
  })
})

describe('the store in SQLite', () => {
  test('drops keys whose time is over while it is used', async () => {
    const database = new Database(':memory:')
    let now = 0
    const store = sqliteDedupe(database, { table: 'seen', clock: () => now })
    for (let n = 0; n < 100; n += 1) {
      now += LEASE
      await store.claim(`${n}`, 'me', LEASE)
    }
    expect(database.prepare('SELECT count(*) AS rows FROM seen').get()).toEqual({ rows: 1 })
  })

  test.each(['', 'a b', 'a;--', '1st', '"x"'])('takes no table called %j', (table) => {
    expect(() => sqliteDedupe(new Database(':memory:'), { table })).toThrow(TypeError)
  })
})

describe('the store in Redis', () => {
  test.each([1, 'QUEUED', '', {}])('takes the reply %j to SET for no answer', async (reply) => {
    await expect(redisDedupe(async () => reply).claim('key', 'me', LEASE)).rejects.toThrow(TypeError)
  })
})
