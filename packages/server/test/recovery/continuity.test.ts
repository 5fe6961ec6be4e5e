import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordStop, resumeRun } from '../../src/compose/run-record.js'
import { ensureContinuity, gapAfter } from '../../src/domain/recovery/continuity.js'
import { seen } from '../support/chain/scripted-chain.js'
import { BLOCK_MS } from '../support/chain/scripted-world.js'
import { RecoveryWorld } from '../support/recovery/recovery-world.js'
import { temporaryFolder } from '../support/server/folder.js'
import { openFile, openOn, sideOf } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 1_440 * MINUTE

/** The server of one SQLite file, with copies of the file. */
class Installation {
  private constructor(
    readonly world: RecoveryWorld,
    readonly file: string,
  ) {}

  static async begin(): Promise<Installation> {
    const { store, file } = await openFile()
    const made = new Installation(await RecoveryWorld.on(store), file)
    await store.write((tx) => tx.merchants.insert(merchant('other')))
    await made.start()
    return made
  }

  get clock() {
    return this.world.world.clock
  }

  stop(): Promise<void> {
    return recordStop(this.world.world.store, this.clock)
  }

  /** @param changedAt when the file was written, copied or renamed last; by default at its last stop */
  async start(changedAt = 0): Promise<void> {
    await resumeRun(this.world.world.store, this.clock, changedAt)
    await this.world.watch()
    await this.world.watch() // the skipped addresses are stored
  }

  /** Starts and is killed before the skipped addresses are stored. */
  async crash(): Promise<void> {
    const { store, clock, context } = this.world.world
    await resumeRun(store, clock, 0)
    await store.write((tx) => ensureContinuity(tx, context))
  }

  pass(ms: number): void {
    this.world.world.jump(ms)
  }

  /** Copies the database as it is now, as a snapshot does. */
  async copy(): Promise<string> {
    const copy = join(temporaryFolder(), 'copy.db')
    await (await sideOf({ engine: 'sqlite', file: this.file })).script(`VACUUM INTO '${copy}'`)
    return copy
  }

  /** Returns the installation after a copy was put in the place of its file. */
  async putBack(copy: string): Promise<Installation> {
    const store = await openOn({ engine: 'sqlite', file: copy })
    return new Installation(this.world.restarted(store), copy)
  }

  /** Creates orders of one merchant. @returns their addresses */
  async orders(count: number, merchantId = 'shop'): Promise<string[]> {
    const addresses: string[] = []
    for (let made = 0; made < count; made += 1)
      addresses.push((await this.world.world.order(merchantId)).address.address)
    return addresses
  }

  /** Indexes that were skipped. */
  async skipped(): Promise<number> {
    const { store, id } = this.world.world
    return (await store.read((tx) => tx.recoveries.countSkipped(id))).count
  }
}

const commonOf = (some: readonly string[], others: readonly string[]) =>
  some.filter((address) => others.includes(address))

describe('a SQLite database', () => {
  it('skips no address when its server stops in order and starts at once', async () => {
    const server = await Installation.begin()
    const before = await server.skipped()
    await server.stop()
    server.pass(30 * SECOND)
    await server.start(server.clock.realAt - 29 * SECOND) // closing wrote the file once more
    expect(await server.skipped()).toBe(before)
  })

  it.each([
    ['that was killed', async () => undefined, 0],
    ['that stopped in order long ago, as in a snapshot', (server: Installation) => server.stop(), 0],
    [
      'that stopped in order just now, and whose file was put back',
      (server: Installation) => server.stop(),
      1,
    ],
  ])('gives the addresses of lost orders to no other order after a server %s', async (_, stop, isPutBack) => {
    const server = await Installation.begin()
    await server.orders(2)
    await stop(server)
    const copy = await server.copy()
    await server.start()
    const lost = await server.orders(20)
    server.pass(isPutBack ? MINUTE : DAY)

    const old = await server.putBack(copy)
    await old.start(isPutBack ? old.clock.realAt - SECOND : 0)
    const strangers = await old.orders(20, 'other')
    expect(commonOf(strangers, lost)).toEqual([])
    // A payment to a lost order is seen, and is no stranger's.
    const [to = ''] = lost
    old.world.world.pass(BLOCK_MS, (block) => ({ transfers: [seen(block, 'payer', to, '25')] }))
    await old.world.confirm()
    const { store } = old.world.world
    const suspended = await store.read((tx) => tx.transfers.listInSuspense('test', 10))
    expect(suspended.map((transfer) => transfer.to)).toContain(to)
    expect(await old.world.violated()).toEqual([])
  })

  it('skips the growth of one gap while its server is killed again and again, and then follows its network', async () => {
    const server = await Installation.begin()
    await server.crash()
    const once = await server.skipped()
    for (let crashes = 0; crashes < 20; crashes += 1) {
      server.pass(3 * SECOND)
      await server.crash()
    }
    expect((await server.skipped()) - once).toBe(gapAfter(MINUTE))
    const { id, store } = server.world.world
    await server.start()
    expect(await store.read((tx) => tx.recoveries.countSkipped(id))).toMatchObject({ areDerived: true })
    await expect(server.orders(1)).resolves.toHaveLength(1)
  })

  it('gives the addresses of lost orders to no other order after a copy of a server that was killed again and again', async () => {
    const server = await Installation.begin()
    await server.crash()
    server.pass(3 * SECOND)
    await server.crash()
    const copy = await server.copy()
    server.pass(3 * SECOND)
    await server.start()
    const lost = await server.orders(20)
    server.pass(MINUTE)
    const old = await server.putBack(copy)
    await old.start()
    expect(commonOf(await old.orders(20, 'other'), lost)).toEqual([])
  })

  it('gives out no address twice when one copy is put back several times', async () => {
    const server = await Installation.begin()
    await server.orders(2)
    await server.stop()
    const copy = await server.copy()
    const given: string[] = []
    for (const ms of [20 * MINUTE, DAY, 30 * DAY]) {
      server.pass(ms)
      const again = join(temporaryFolder(), 'again.db')
      copyFileSync(copy, again)
      const old = await server.putBack(again)
      await old.start()
      given.push(...(await old.orders(50)))
    }
    expect(new Set(given).size).toBe(150)
  })
})

describe('a database that lost its newest commit under a running server', () => {
  it('begins a recovery, also where only one change of a network is lost', async () => {
    const server = await Installation.begin()
    const copy = await server.copy()
    server.pass(BLOCK_MS)
    await server.world.watch() // one revision more
    const store = await openOn({ engine: 'sqlite', file: copy })
    const older = server.world.setBackTo(store)
    await (await sideOf({ engine: 'sqlite', file: copy })).script('DELETE FROM continuity_marks')
    await older.watch()
    const open = await store.read((tx) => tx.recoveries.findOpen())
    expect(open).toMatchObject({
      cause: 'restore',
      reason: expect.stringContaining('was set back under running servers'),
    })
  })
})

describe('the gap', () => {
  it('grows with the age of what the database knows, by at least one index a minute', () => {
    const ages = [0, 10 * SECOND, MINUTE, 15 * MINUTE, 3 * 60 * MINUTE, DAY, 30 * DAY]
    const gaps = ages.map(gapAfter)
    expect(gaps).toEqual([1_000, 1_100, 1_601, 10_015, 10_180, 11_440, 53_200])
    expect(gapAfter(-MINUTE)).toBe(1_000)
  })
})
