import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OnChainOrder } from '../../src/domain/orders/order.js'
import { type Rate, usdt } from '../../src/domain/shared/money.js'
import { Unavailable } from '../../src/domain/store/store.js'
import { decideAttempt } from '../../src/domain/webhooks/delivery-schedule.js'
import { SqliteConnection } from '../../src/storage/sqlite/sqlite-connection.js'
import { START } from '../support/domain/context.js'
import { openFile, openOn } from '../support/storage/engines.js'
import { appOrder, chainOrder, merchant } from '../support/storage/store-rows.js'
import { claimDue, insertDeliveries } from '../support/webhooks/due-deliveries.js'

/** Opens the file as another process does. */
function rivalOn(file: string): Database.Database {
  const rival = new Database(file, { timeout: 0 })
  onTestFinished(() => {
    rival.close()
  })
  return rival
}

const countMerchants = (db: Database.Database) => db.prepare('SELECT COUNT(*) FROM merchants').pluck().get()

const ID = { environment: 'test', network: 'TRC20' } as const

describe('a long unit of work', () => {
  const MOST_STATEMENTS = 100_000

  it('a long unit of work that writes lets others read committed rows at the same time', async () => {
    const { store } = await openFile()
    let seen: { found: unknown } | undefined
    const ended = await store.write(async (tx) => {
      await tx.merchants.insert(merchant('meanwhile'))
      setImmediate(async () => {
        seen = { found: await store.read((reading) => reading.merchants.find('meanwhile')) }
      })
      for (let count = 0; count < MOST_STATEMENTS && !seen; count += 1) await tx.merchants.find('meanwhile')
      return seen
    })
    expect(ended).toEqual({ found: undefined })
  })

  it('a long unit of work that reads yields to the event loop', async () => {
    const { store } = await openFile()
    let turns = 0
    const count = () => {
      turns += 1
      if (turns < 3) setImmediate(count)
    }
    const ended = await store.read(async (tx) => {
      setImmediate(count)
      for (let made = 0; made < MOST_STATEMENTS && turns < 3; made += 1) await tx.merchants.find('none')
      return turns
    })
    expect(ended).toBe(3)
  })
})

describe('a whole number in the database', () => {
  const exact = [
    9_007_199_254_740_993n,
    9_000_000_000_000_001n,
    99_999_999_999_999_999n,
    1n,
    9_223_372_036_854_775_807n,
  ]
  for (const value of exact) {
    it(`is read back unchanged: ${value}`, async () => {
      const { store } = await openFile()
      const order = { ...appOrder('a', 'shop'), amount: usdt(value), received: usdt(value) }
      const found = await store.write(async (tx) => {
        await tx.merchants.insert(merchant('shop'))
        await tx.orders.insert(order)
        return tx.orders.find('a')
      })
      expect(found).toEqual(order)
    })
  }

  it('is read back unchanged anywhere around ±9,000,000,000,000,000', async () => {
    const { store } = await openFile()
    const order = appOrder('a', 'shop')
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await tx.orders.insert(order)
    })
    const LIMIT = 9_000_000_000_000_000n
    const nearLimit = fc.bigInt({ min: LIMIT - 1_000n, max: LIMIT + 10_000_000_000_000n })
    let written = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof(nearLimit, fc.bigInt({ min: -LIMIT, max: LIMIT })), async (value) => {
        for (const number of [value, -value]) {
          written += 1
          const id = `order-${written}`
          const feeRate = number as Rate // the only column without a range check
          await store.write((tx) => tx.orders.insert({ ...order, id, orderNumber: id, feeRate }))
          const found = await store.read((tx) => tx.orders.find(id))
          expect(found?.feeRate).toBe(number)
        }
      }),
      { seed: 17, numRuns: 60 },
    )
    expect(written).toBeGreaterThanOrEqual(120)
  })

  it('a whole number in the database beyond 64 bits is refused and never rounded', async () => {
    const { store } = await openFile()
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    const order = { ...appOrder('a', 'shop'), amount: usdt(1n << 63n) }
    await expect(store.write((tx) => tx.orders.insert(order))).rejects.toThrow(RangeError)
    expect(await store.read((tx) => tx.orders.find('a'))).toBeUndefined()
  })

  it('is refused with a fraction', async () => {
    const { store } = await openFile()
    await expect(
      store.write((tx) => tx.merchants.insert({ ...merchant('shop'), createdAt: 1.5 })),
    ).rejects.toThrow(RangeError)
  })
})

describe('an order in the database', () => {
  it('is read back unchanged if it is on-chain', async () => {
    const { store } = await openFile()
    const order: OnChainOrder = {
      ...chainOrder('a', 'shop'),
      description: 'Ünïcode 漢字 🧾',
      metadata: '{"cart":17}',
      webhookUrl: 'https://shop.example/hook',
    }
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await tx.addresses.insert({ ...order.address, ...ID, merchantId: 'shop', index: 1 })
      await tx.orders.insert(order)
    })
    expect(await store.read((tx) => tx.orders.find('a'))).toEqual(order)
    expect(await store.read((tx) => tx.orders.findByToken('token of a'))).toEqual(order)
  })

  it('is read back unchanged if its amount is open', async () => {
    const { store } = await openFile()
    const order = { ...appOrder('a', 'shop'), amountMode: 'CUSTOM' as const, amount: null }
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await tx.orders.insert(order)
    })
    expect(await store.read((tx) => tx.orders.find('a'))).toEqual(order)
  })

  it('changes for the first of two writers that read the same version', async () => {
    const { store, commits } = await openFile()
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await tx.orders.insert(appOrder('a', 'shop'))
    })
    const change = (remark: string) =>
      store.write((tx) => tx.orders.update({ ...appOrder('a', 'shop'), remark, version: 2 }, 'OPEN'))
    expect(await Promise.all([change('first'), change('second')])).toEqual([true, false])
    expect(await store.read((tx) => tx.orders.find('a'))).toMatchObject({ remark: 'first', version: 2 })
    expect(commits.flatMap((commit) => commit.orders.map((order) => order.remark))).toEqual(['first'])
  })

  it('does not change from a version that it does not have yet', async () => {
    const { store } = await openFile()
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await tx.orders.insert(appOrder('a', 'shop'))
    })
    expect(
      await store.write((tx) => tx.orders.update({ ...appOrder('a', 'shop'), version: 3 }, 'OPEN')),
    ).toBe(false)
    expect(
      await store.write((tx) => tx.orders.update({ ...appOrder('b', 'shop'), version: 2 }, 'OPEN')),
    ).toBe(false)
  })
})

describe('a unit of work', () => {
  it('a unit of work that throws leaves nothing and rejects with its own error', async () => {
    const { store, file } = await openFile()
    const refusal = new Error('no')
    const work = store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await tx.orders.insert(appOrder('a', 'shop'))
      throw refusal
    })
    await expect(work).rejects.toBe(refusal)
    expect(countMerchants(rivalOn(file))).toBe(0)
  })

  it('a unit of work that violates a constraint leaves nothing', async () => {
    const { store, file } = await openFile()
    const work = store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await tx.orders.insert(appOrder('a', 'nobody'))
    })
    await expect(work).rejects.toMatchObject({ name: 'ConstraintViolation', kind: 'foreign-key' })
    expect(countMerchants(rivalOn(file))).toBe(0)
  })

  it('a unit of work that throws does not affect the next one', async () => {
    const { store } = await openFile()
    const failing = store.write(() => Promise.reject(new Error('no')))
    const next = store.write((tx) => tx.merchants.insert(merchant('shop')))
    await expect(failing).rejects.toThrow('no')
    await expect(next).resolves.toBe(true)
  })

  it('starts once the one before has ended, and no read waits for it', async () => {
    const { store, file } = await openFile()
    const rival = rivalOn(file)
    rival.exec('BEGIN IMMEDIATE')
    const seen: string[] = []
    const first = store.write(async (tx) => {
      seen.push('first begins')
      await tx.merchants.insert(merchant('shop'))
      seen.push('first ends')
    })
    const second = store.write(async (tx) => {
      seen.push(`second begins with ${(await tx.merchants.list({ limit: 1, offset: 0 })).total} merchant`)
    })
    await store.read(async () => seen.push('a read in between'))
    rival.exec('ROLLBACK')
    await Promise.all([first, second])
    expect(seen).toEqual(['a read in between', 'first begins', 'first ends', 'second begins with 1 merchant'])
  })

  it('a unit of work of a hundred increments loses none', async () => {
    const { store } = await openFile()
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await tx.orders.insert(appOrder('a', 'shop'))
    })
    const bump = () =>
      store.write(async (tx) => {
        const order = await tx.orders.find('a')
        if (!order) throw new Error('order a is gone')
        await tx.orders.update({ ...order, version: order.version + 1 }, 'OPEN')
      })
    await Promise.all(Array.from({ length: 100 }, bump))
    expect((await store.read((tx) => tx.orders.find('a')))?.version).toBe(101)
  })

  it('is refused once the store is closed', async () => {
    const { store } = await openFile()
    await store.close()
    await expect(store.write((tx) => tx.merchants.insert(merchant('shop')))).rejects.toThrow(Unavailable)
    await expect(store.read((tx) => tx.merchants.find('shop'))).rejects.toThrow(Unavailable)
  })

  it('a unit of work that waits still runs when the store closes', async () => {
    const { store, file } = await openFile()
    const work = store.write((tx) => tx.merchants.insert(merchant('shop')))
    await store.close()
    await expect(work).resolves.toBe(true)
    expect(countMerchants(rivalOn(file))).toBe(1)
  })
})

describe('a read', () => {
  it('sees committed rows only', async () => {
    const { store } = await openFile()
    const find = () => store.read((tx) => tx.merchants.find('shop'))
    const seenInside = await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      return find()
    })
    expect(seenInside).toBeUndefined()
    expect(await find()).toEqual(merchant('shop'))
  })

  it('sees one snapshot from its first row to its last', async () => {
    const { store, file } = await openFile()
    const rival = rivalOn(file)
    const counts = await store.read(async (tx) => {
      const before = (await tx.merchants.list({ limit: 1, offset: 0 })).total
      rival.exec(`INSERT INTO merchants (id, platform_user_id, name, email, status, tier, created_at, updated_at)
                  VALUES ('shop', 'user', 'Shop', 'shop@example.com', 'ACTIVE', 'BASIC', 1, 1)`)
      return [before, (await tx.merchants.list({ limit: 1, offset: 0 })).total]
    })
    expect(counts).toEqual([0, 0])
    expect(await store.read((tx) => tx.merchants.find('shop'))).toMatchObject({ name: 'Shop' })
  })

  it('cannot write', async () => {
    const { store } = await openFile()
    await expect(store.read((tx) => tx.merchants.insert(merchant('shop')))).rejects.toThrow()
    expect((await store.read((tx) => tx.merchants.list({ limit: 1, offset: 0 }))).total).toBe(0)
  })
})

describe('the listener of commits', () => {
  it('is called once the rows are visible to other connections', async () => {
    const seen: unknown[] = []
    const { store, file } = await openFile({ onCommit: () => seen.push(countMerchants(rival)) })
    const rival = rivalOn(file)
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    expect(seen).toEqual([1])
  })

  it('receives the changed orders in the order of their changes', async () => {
    const { store, commits } = await openFile()
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      for (const id of ['a', 'b']) await tx.orders.insert(appOrder(id, 'shop'))
    })
    await store.write(async (tx) => {
      for (const id of ['b', 'a']) await tx.orders.update({ ...appOrder(id, 'shop'), version: 2 }, 'OPEN')
    })
    expect(commits.map((commit) => commit.orders.map((order) => order.id))).toEqual([[], ['b', 'a']])
  })

  it('is not called for a unit of work that threw', async () => {
    const { store, commits } = await openFile()
    await expect(
      store.write(async (tx) => {
        await tx.merchants.insert(merchant('shop'))
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(commits).toEqual([])
  })

  it('is not called for a read', async () => {
    const { store, commits } = await openFile()
    await store.read((tx) => tx.merchants.find('shop'))
    expect(commits).toEqual([])
  })
})

describe('while another process locks the file', () => {
  it('a write waits without blocking reads, and succeeds once the file is free', async () => {
    const { store, file } = await openFile()
    const rival = rivalOn(file)
    rival.exec('BEGIN IMMEDIATE')
    let isWritten = false
    const write = store
      .write((tx) => tx.merchants.insert(merchant('shop')))
      .then(() => {
        isWritten = true
      })
    const startedAt = performance.now()
    for (let reads = 0; reads < 20; reads += 1) await store.read((tx) => tx.merchants.find('shop'))
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(isWritten).toBe(false)
    rival.exec('COMMIT')
    await write
    expect(countMerchants(rival)).toBe(1)
  })

  it('a write is refused as unavailable after five seconds, with nothing stored or reported', async () => {
    const { store, file, commits } = await openFile()
    const rival = rivalOn(file)
    rival.exec('BEGIN IMMEDIATE')
    const startedAt = performance.now()
    await expect(store.write((tx) => tx.merchants.insert(merchant('shop')))).rejects.toThrow(Unavailable)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(5_000)
    rival.exec('ROLLBACK')
    expect([countMerchants(rival), commits.length]).toEqual([0, 0])
    await expect(store.write((tx) => tx.merchants.insert(merchant('shop')))).resolves.toBe(true)
  })
})

describe('when the file cannot grow', () => {
  /** Runs in another process, since the limit on the size of files applies to the process. */
  async function fill(file: string): Promise<{ written: number; error: string; stillReads: boolean }> {
    const script = fileURLToPath(new URL('../support/storage/fill-disk.ts', import.meta.url))
    const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
    const limited = 'ulimit -f 2048 && exec "$0" --import "$1" "$2" "$3"'
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      limited,
      process.execPath,
      loader,
      script,
      file,
    ])
    return JSON.parse(stdout) as Awaited<ReturnType<typeof fill>> // the script writes nothing else
  }

  it('a write is refused as unavailable, reads work, and every acknowledged write is stored', async () => {
    const { store, file } = await openFile()
    const { written, error, stillReads } = await fill(file)
    expect({ error, stillReads }).toEqual({ error: 'Unavailable', stillReads: true })
    expect(written).toBeGreaterThan(10)
    expect((await store.read((tx) => tx.merchants.list({ limit: 1, offset: 0 }))).total).toBe(written)
    await expect(store.write((tx) => tx.merchants.insert(merchant('next')))).resolves.toBe(true)
  })
})

describe('an address', () => {
  const HOUR = 3_600_000

  /** Creates an address that one order leases from START on. */
  async function leased() {
    const { store } = await openFile()
    const first = chainOrder('first', 'shop')
    const second = { ...chainOrder('second', 'shop'), address: first.address }
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      await tx.addresses.insert({ ...first.address, ...ID, merchantId: 'shop', index: 1 })
      for (const order of [first, second]) await tx.orders.insert(order)
      await tx.addresses.insertLease({ orderId: 'first', addressId: first.address.id, fromAt: START })
    })
    const addressId = first.address.id
    const rest = (orderId: string, at: number) =>
      store.write((tx) => tx.addresses.rest({ addressId, orderId, at, until: at + HOUR }))
    const take = (at: number) => store.write((tx) => tx.addresses.takeRested(ID, 'shop', { at, after: 0 }))
    const holder = (at: number) => store.read((tx) => tx.addresses.findHolder(ID, first.address.address, at))
    const leaseAnew = (fromAt: number) =>
      store.write((tx) => tx.addresses.insertLease({ orderId: 'second', addressId, fromAt }))
    return { store, address: first.address, rest, take, holder, leaseAnew }
  }

  it('belongs to its order from the lease on, and to no order before', async () => {
    const { holder } = await leased()
    expect([await holder(START - 1), await holder(START), await holder(START + 99 * HOUR)]).toEqual([
      { orderId: undefined },
      { orderId: 'first' },
      { orderId: 'first' },
    ])
  })

  it('an address that is unknown has no holder', async () => {
    const { store } = await leased()
    expect(await store.read((tx) => tx.addresses.findHolder(ID, 'T-other', START))).toBeUndefined()
    const elsewhere = { environment: 'test', network: 'ERC20' } as const
    expect(await store.read((tx) => tx.addresses.findHolder(elsewhere, 'T-first', START))).toBeUndefined()
  })

  it('is not taken while its order needs it, nor while it rests', async () => {
    const { rest, take, address } = await leased()
    expect(await take(START + 99 * HOUR)).toBeUndefined()
    await rest('first', START + HOUR)
    expect(await take(START + 2 * HOUR - 1)).toBeUndefined()
    expect(await take(START + 2 * HOUR)).toEqual({ ...address, restedUntil: START + 2 * HOUR })
  })

  it('is taken once', async () => {
    const { rest, take } = await leased()
    await rest('first', START)
    const taken = await Promise.all(Array.from({ length: 8 }, () => take(START + HOUR)))
    expect(taken.filter((one) => one !== undefined)).toHaveLength(1)
  })

  it('belongs to its first order through the rest, then to none, then to its next order', async () => {
    const { rest, leaseAnew, holder } = await leased()
    await rest('first', START)
    await leaseAnew(START + 3 * HOUR)
    expect(await holder(START + HOUR - 1)).toEqual({ orderId: 'first' })
    expect(await holder(START + HOUR)).toEqual({ orderId: undefined })
    expect(await holder(START + 3 * HOUR)).toEqual({ orderId: 'second' })
  })

  it('rests longer with each late payment', async () => {
    const { rest, take } = await leased()
    await rest('first', START)
    await rest('first', START + HOUR - 1)
    expect(await take(START + HOUR)).toBeUndefined()
    expect(await take(START + 2 * HOUR)).toBeDefined()
  })

  it('does not rest for an order that another one has followed', async () => {
    const { rest, take, leaseAnew, holder } = await leased()
    await rest('first', START)
    await take(START + HOUR)
    await leaseAnew(START + HOUR)
    await rest('first', START + 2 * HOUR)
    expect(await take(START + 99 * HOUR)).toBeUndefined()
    expect(await holder(START + 2 * HOUR)).toEqual({ orderId: 'second' })
  })

  it('an address that has rested longest is taken first', async () => {
    const { store, rest, take } = await leased()
    await store.write(async (tx) => {
      const other = chainOrder('other', 'shop')
      await tx.addresses.insert({ ...other.address, ...ID, merchantId: 'shop', index: 2 })
      await tx.orders.insert(other)
      await tx.addresses.insertLease({ orderId: 'other', addressId: other.address.id, fromAt: START })
      const end = { addressId: other.address.id, orderId: 'other', at: START, until: START + 1 }
      await tx.addresses.rest(end)
    })
    await rest('first', START)
    expect([await take(START + HOUR), await take(START + HOUR)]).toMatchObject([
      { address: 'T-other' },
      { address: 'T-first' },
    ])
  })

  it('has its own index, counted from 1 in each network', async () => {
    const { store } = await leased()
    const take = (network: 'TRC20' | 'ERC20') =>
      store.write((tx) => tx.addresses.takeIndex({ environment: 'test', network }))
    expect(await Promise.all([take('TRC20'), take('TRC20'), take('ERC20'), take('TRC20')])).toEqual([
      1, 2, 1, 3,
    ])
  })
})

describe('a due delivery', () => {
  const LEASE = 30_000
  const DELAYS = [0, 60_000]
  const TIMED_OUT = { delivered: false, error: 'timeout' } as const

  /** Stores `count` due deliveries of one merchant. */
  async function withDeliveries(count: number, { isHeld = false } = {}) {
    const { store, location } = await openFile()
    await store.write((tx) => insertDeliveries(tx, count, { isHeld }))
    const claimFrom = (from: typeof store) => (owner: string, now: number, limit: number) =>
      from.write((tx) => claimDue(tx, { owner, target: 'shop', now, until: now + LEASE, limit }))
    return { store, location, claim: claimFrom(store), claimFrom }
  }

  it('is claimed once by eight claimers on two connections', async () => {
    const { location, claim, claimFrom } = await withDeliveries(100)
    const other = claimFrom(await openOn(location))
    const claims = await Promise.all(
      Array.from({ length: 24 }, (_, n) => (n % 2 === 0 ? claim : other)(`owner ${n % 8}`, START, 5)),
    )
    const ids = claims.flat().map((due) => due.id)
    expect(ids).toHaveLength(100)
    expect(new Set(ids).size).toBe(100)
  })

  it('is claimed with what its attempt needs, oldest first', async () => {
    const { claim } = await withDeliveries(3)
    const [first, second, ...more] = await claim('one', START, 2)
    expect([first?.id, second?.id, more.length]).toEqual(['wd_000', 'wd_001', 0])
    expect(first).toMatchObject({
      url: 'https://shop.example/hook',
      event: 'payment.confirmed',
      body: '{}',
    })
  })

  it('is not claimed before its time', async () => {
    const { claim } = await withDeliveries(1)
    expect(await claim('one', START - 1, 10)).toEqual([])
  })

  it('is not claimed while its claim lasts and claimed again after it', async () => {
    const { claim } = await withDeliveries(1)
    await claim('one', START, 10)
    expect(await claim('two', START + LEASE - 1, 10)).toEqual([])
    expect(await claim('two', START + LEASE, 10)).toHaveLength(1)
  })

  it('is recorded by its owner, and not by a process that lost the claim', async () => {
    const { store, claim } = await withDeliveries(1)
    const [due] = await claim('one', START, 10)
    if (!due) throw new Error('nothing was due')
    await claim('two', START + LEASE, 10)
    const failed = { ...decideAttempt(due, TIMED_OUT, START, DELAYS), isErrorHidden: false }
    const record = (owner: string) => store.write((tx) => tx.webhookDeliveries.record([failed], owner))
    const recorded = [await record('one'), await record('two'), await record('two')]
    expect(recorded.map((ids) => [...ids])).toEqual([[], [due.id], []])
  })

  it('is free once its attempt is recorded, and due again at its next time', async () => {
    const { store, claim } = await withDeliveries(1)
    const [due] = await claim('one', START, 10)
    if (!due) throw new Error('nothing was due')
    const failed = { ...decideAttempt(due, TIMED_OUT, START, DELAYS), isErrorHidden: false }
    await store.write((tx) => tx.webhookDeliveries.record([failed], 'one'))
    expect(await claim('two', START + 59_999, 10)).toEqual([])
    expect(await claim('two', START + 60_000, 10)).toEqual([{ ...due, attempts: 1 }])
  })

  it('is never claimed again once it is delivered', async () => {
    const { store, claim } = await withDeliveries(1)
    const [due] = await claim('one', START, 10)
    if (!due) throw new Error('nothing was due')
    const delivered = { ...decideAttempt(due, { delivered: true }, START, DELAYS), isErrorHidden: false }
    await store.write((tx) => tx.webhookDeliveries.record([delivered], 'one'))
    expect(await claim('two', START + 86_400_000, 10)).toEqual([])
  })

  it('is free again when its owner releases its claims', async () => {
    const { store, claim } = await withDeliveries(4)
    await claim('one', START, 2)
    await claim('two', START, 2)
    await store.write((tx) => tx.webhookDeliveries.release('one'))
    expect((await claim('three', START, 10)).map((due) => due.id)).toEqual(['wd_000', 'wd_001'])
  })

  it('is free again when all claims are released', async () => {
    const { store, claim } = await withDeliveries(4)
    await claim('one', START, 2)
    await claim('two', START, 2)
    await store.write((tx) => tx.webhookDeliveries.release())
    expect(await claim('three', START, 10)).toHaveLength(4)
  })

  it('a due delivery that waits for a secret is not due until its scope is released', async () => {
    const { store, claim } = await withDeliveries(1, { isHeld: true })
    const findTargets = async () => {
      const query = { dueAt: START, after: undefined, exceptMerchants: [], limit: 10 }
      return (await store.read((tx) => tx.webhookTargets.listDue(query))).map(({ target }) => target)
    }
    expect([await findTargets(), await claim('one', START, 10)]).toEqual([[], []])
    await store.write((tx) => tx.webhookDeliveries.releaseHeld({ merchantId: 'shop', environment: 'live' }))
    expect(await findTargets()).toEqual([])
    await store.write((tx) => tx.webhookDeliveries.releaseHeld({ merchantId: 'shop', environment: 'test' }))
    expect([await findTargets(), (await claim('one', START, 10)).length]).toEqual([['shop'], 1])
  })
})

describe('a statement with a limit', () => {
  /** The program of the compiled statement; one that was compiled for this limit contains it as a constant. */
  const CONSTANT_7 = { opcode: 'Integer', p1: 7n }
  const EXPLAINED = 'EXPLAIN SELECT id FROM merchants LIMIT ?'

  it('is not compiled again for each limit', async () => {
    const { file } = await openFile()
    const connection = SqliteConnection.openReader(file)
    onTestFinished(() => connection.close())
    const steps = await connection.all(EXPLAINED, 7)
    expect(steps).not.toContainEqual(expect.objectContaining(CONSTANT_7))
    expect(steps).toContainEqual(expect.objectContaining({ opcode: 'Variable' }))
  })

  it('would be compiled again by SQLite alone', async () => {
    const { file } = await openFile()
    const steps = rivalOn(file).prepare(EXPLAINED).safeIntegers().all(7n)
    expect(steps).toContainEqual(expect.objectContaining(CONSTANT_7))
  })
})

describe('the temporary data of SQLite', () => {
  const IN_MEMORY = 2n
  const keptBy = async (connection: SqliteConnection) => {
    onTestFinished(() => connection.close())
    return connection.get('PRAGMA temp_store')
  }

  it('is in memory for units of work', async () => {
    const { file } = await openFile()
    expect(await keptBy(SqliteConnection.openWriter(file))).toEqual({ temp_store: IN_MEMORY })
  })

  it('is on disk for migrations and for readers, which may sort whole tables', async () => {
    const { file } = await openFile()
    expect(await keptBy(await SqliteConnection.openFirstWriter(file))).toEqual({ temp_store: 0n })
    expect(await keptBy(SqliteConnection.openReader(file))).toEqual({ temp_store: 0n })
  })
})
