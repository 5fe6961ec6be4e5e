import { describe, expect, it } from 'vitest'
import { openSandbox } from '../../../src/chain/sandbox/sandbox.js'
import type { ScanStep } from '../../../src/domain/chain/scan-step.js'
import type { SandboxChain } from '../../../src/domain/sandbox/sandbox-chain.js'
import type { BlockRef, ChainId, Ids } from '../../../src/domain/shared/types.js'
import type { Store } from '../../../src/domain/store/store.js'
import { chainWatcher, startCursor } from '../../../src/workers/chain/chain-watcher.js'
import { nextAfter, watchAll } from '../../support/chain/stub-chain.js'
import {
  amount,
  contextAt,
  countedIds,
  type HandClock,
  handClock,
  START,
} from '../../support/domain/context.js'
import { openDatabase, type TestDatabase } from '../../support/storage/engines.js'

const SECOND = 1_000
const ID: ChainId = { environment: 'test', network: 'TRC20' }

interface World {
  store: Store
  clock: HandClock
  ids: Ids
}

async function newWorld(): Promise<World> {
  const { store } = await openDatabase('sqlite')
  return { store, clock: handClock(), ids: countedIds() }
}

const open = (world: World, options: { blockMs?: number; id?: ChainId } = {}): Promise<SandboxChain> =>
  openSandbox({ ...ID, ...options.id, ...world, blockMs: options.blockMs ?? SECOND })

const pay = ({ store }: World, chain: SandboxChain, cursor: BlockRef, value = '25.00', to = 'T-shop') =>
  store.write((tx) => chain.pay(tx, { to, value: amount(value), cursor, isFlagged: false }))

async function forward(
  chain: SandboxChain,
  cursor: BlockRef,
): Promise<Extract<ScanStep, { kind: 'forward' }>> {
  const step = await nextAfter(chain, cursor, watchAll)
  if (step.kind !== 'forward') throw new Error(`nothing new after block ${cursor.number}`)
  return step
}

/** How many rows each table has. */
async function countRows({ side }: TestDatabase): Promise<Record<string, unknown>> {
  const { rows, value } = await side()
  const tables = await rows<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
  )
  const counts: Record<string, unknown> = {}
  for (const { name } of tables) counts[name] = await value(`SELECT COUNT(*) FROM ${name}`)
  return counts
}

/**
 * Hashes of a first block, of one with a payment, and of a later one; of the payment; of that block on a branch
 * without it.
 */
const GOLDEN = [
  'd63d31ea43d4c4282d29cfa0c757cabb82f151027d5be09b989c3d0400963405',
  '3f0237c8e48e4e26918c1528879d9b029afd306979bee60205bae2b3a92c22cf',
  'a9d8f22dff341c284234421c4f9cf6cecd235bdd1818595ee52ba70e5fde3032',
  '1e23f2be275450bbe9878ff2f265d763a71983294eb5b42d673272091037d487',
  'fbc29b9da9134e107d9b5e0731fa0d7dfd68151b92e5136b5f4049b6c29371bf',
]

describe('a sandbox network', () => {
  it('begins with block 1 at the time it is opened', async () => {
    const chain = await open(await newWorld())
    expect(await chain.head()).toMatchObject({ number: 1, timeAt: START })
  })

  it('has a block for each block time that has passed', async () => {
    const world = await newWorld()
    const chain = await open(world)
    world.clock.businessAt += 10 * SECOND - 1
    expect(await chain.head()).toMatchObject({ number: 10, timeAt: START + 9 * SECOND })
    world.clock.businessAt += 1
    expect(await chain.head()).toMatchObject({ number: 11, timeAt: START + 10 * SECOND })
  })

  it('makes the same blocks from the same seed, clock and commands', async () => {
    const story = async () => {
      const world = await newWorld()
      const chain = await open(world)
      const start = await chain.head()
      world.clock.businessAt += 3 * SECOND
      const landed = [await pay(world, chain, start), await pay(world, chain, start, '7.5')]
      world.clock.businessAt += 5 * SECOND
      return { start, landed, step: await nextAfter(chain, start, watchAll), head: await chain.head() }
    }
    const first = await story()
    expect(await story()).toEqual(first)
    expect(first.step).toMatchObject({
      kind: 'forward',
      transfers: [{ value: amount('25') }, { value: amount('7.5') }],
    })
  })

  it('has these hashes forever: every later version reads an older database', async () => {
    const world = await newWorld()
    const chain = await open(world)
    const start = await chain.head()
    world.clock.businessAt += 3 * SECOND
    const landed = await pay(world, chain, start)
    world.clock.businessAt += 2 * SECOND
    const step = await forward(chain, start)
    const [paid] = step.transfers
    await world.store.write((tx) =>
      chain.drop(tx, { txHash: paid?.txHash ?? '', blockNumber: landed.number }),
    )
    const branch = await chain.head()
    expect([start.hash, landed.hash, step.to.hash, paid?.txHash, branch.hash]).toEqual(GOLDEN)
  })

  it('is one network for two processes on the same database', async () => {
    const books = await openDatabase('sqlite')
    const world = { store: books.store, clock: handClock(), ids: countedIds() }
    const [one, other] = [await open(world), await open({ ...world, store: await books.another() })]
    const start = await one.head()
    await pay(world, one, start)
    world.clock.businessAt += 2 * SECOND
    await pay(world, other, start, '7.5')
    world.clock.businessAt += 2 * SECOND
    expect(await other.head()).toEqual(await one.head())
    const step = await forward(one, start)
    expect(step.transfers).toHaveLength(2)
    expect(await forward(other, start)).toEqual(step)
  })

  it('adds no row in a month without payments', async () => {
    const books = await openDatabase('sqlite')
    const world = { store: books.store, clock: handClock(), ids: countedIds() }
    const chain = await open(world)
    const context = { ...contextAt(world.clock), chain: () => chain, sandbox: () => chain }
    await startCursor(world.store, chain, new AbortController().signal)
    const watcher = chainWatcher(world.store, context, chain, SECOND)
    const look = () => watcher.tick(new AbortController().signal)
    await look()
    const before = await countRows(books)
    for (let hours = 0; hours < 30 * 24; hours += 1) {
      world.clock.businessAt += 3_600 * SECOND
      await look()
    }
    expect((await world.store.read((tx) => tx.cursors.find(ID)))?.block).toEqual(await chain.head())
    expect(await countRows(books)).toEqual(before)
  })

  it('has different hashes in each network and for each seed', async () => {
    const world = await newWorld()
    const chains = [await open(world), await open(world, { id: { environment: 'test', network: 'ERC20' } })]
    const heads = await Promise.all(chains.map((chain) => chain.head()))
    expect(new Set(heads.map((head) => head.hash)).size).toBe(2)
    for (const head of heads) expect(head.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('has nothing new until its next block', async () => {
    const world = await newWorld()
    const chain = await open(world)
    const start = await chain.head()
    world.clock.businessAt += SECOND - 1
    expect(await nextAfter(chain, start, watchAll)).toEqual({ kind: 'idle', why: 'no new block' })
  })

  it('advances to its head in one step when there are no payments', async () => {
    const world = await newWorld()
    const chain = await open(world)
    const start = await chain.head()
    world.clock.businessAt += 3_600 * SECOND
    expect(await nextAfter(chain, start, watchAll)).toEqual({
      kind: 'forward',
      to: await chain.head(),
      blocks: [],
      transfers: [],
      outgoing: [],
      ignored: [],
      adminEvents: [],
      transferCount: 0,
    })
  })

  it('derives the addresses of a public test wallet', async () => {
    const world = await newWorld()
    const ethereum = await open(world, { id: { environment: 'test', network: 'ERC20' } })
    expect(ethereum.deriveAddress(0)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    expect((await open(world)).deriveAddress(0)).toBe('TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6')
  })
})

describe('a payment in the sandbox', () => {
  it('lands in the next block and in no other', async () => {
    const world = await newWorld()
    const chain = await open(world)
    const start = await chain.head()
    const landed = await pay(world, chain, start)
    expect(landed).toMatchObject({ number: start.number + 1, timeAt: START + SECOND })
    expect(await nextAfter(chain, start, watchAll)).toEqual({ kind: 'idle', why: 'no new block' })
    world.clock.businessAt += SECOND
    const step = await forward(chain, start)
    expect(step.to).toEqual(landed)
    expect(step.transfers).toMatchObject([
      { to: 'T-shop', value: amount('25.00'), logIndex: 0, block: landed },
    ])
    world.clock.businessAt += 5 * SECOND
    expect((await forward(chain, step.to)).transfers).toEqual([])
  })

  it('has its own hash', async () => {
    const world = await newWorld()
    const chain = await open(world)
    const start = await chain.head()
    for (let n = 0; n < 20; n += 1) await pay(world, chain, start)
    world.clock.businessAt += SECOND
    const { transfers } = await forward(chain, start)
    expect(new Set(transfers.map((transfer) => transfer.txHash)).size).toBe(20)
  })

  it('does not exist when its database transaction fails', async () => {
    const world = await newWorld()
    const chain = await open(world)
    const start = await chain.head()
    const unit = world.store.write(async (tx) => {
      await chain.pay(tx, { to: 'T-shop', value: amount('25.00'), cursor: start, isFlagged: false })
      throw new Error('no')
    })
    await expect(unit).rejects.toThrow('no')
    world.clock.businessAt += SECOND
    expect((await forward(chain, start)).transfers).toEqual([])
  })

  it('lands after the recorded blocks, where the clock was set back', async () => {
    const world = await newWorld()
    const chain = await open(world)
    world.clock.businessAt += 100 * SECOND
    const booked = await chain.head()
    world.clock.businessAt -= 50 * SECOND
    expect((await pay(world, chain, booked)).number).toBe(booked.number + 1)
  })

  it('is in its own network only', async () => {
    const world = await newWorld()
    const chain = await open(world)
    const other = await open(world, { id: { environment: 'test', network: 'ERC20' } })
    const start = await other.head()
    await pay(world, chain, await chain.head())
    world.clock.businessAt += SECOND
    expect((await forward(other, start)).transfers).toEqual([])
  })

  it('lands in the block after the next when the next holds five hundred', async () => {
    const world = await newWorld()
    const chain = await open(world)
    const head = await chain.head()
    const landed = await world.store.write(async (tx) => {
      const numbers: number[] = []
      for (let n = 0; n < 501; n += 1) {
        const payment = { to: `T-${n}`, value: amount('1'), cursor: head, isFlagged: false }
        numbers.push((await chain.pay(tx, payment)).number)
      }
      return numbers
    })
    expect(landed.filter((number) => number === head.number + 1)).toHaveLength(500)
    expect(landed.at(-1)).toBe(head.number + 2)
  })

  it('is reported once and in the order of the blocks when there are very many', async () => {
    const world = await newWorld()
    const chain = await open(world)
    const start = await chain.head()
    for (let block = 0; block < 4; block += 1) {
      const head = await chain.head()
      await world.store.write(async (tx) => {
        for (let n = 0; n < 300; n += 1) {
          await chain.pay(tx, { to: `T-${block}-${n}`, value: amount('1'), cursor: head, isFlagged: false })
        }
      })
      world.clock.businessAt += SECOND
    }
    const seen: { to: string; block: number }[] = []
    let cursor = start
    for (let steps = 0; steps < 4; steps += 1) {
      const step = await forward(chain, cursor)
      seen.push(...step.transfers.map(({ to, block }) => ({ to, block: block.number })))
      expect(step.transfers.every(({ block }) => block.number <= step.to.number)).toBe(true)
      cursor = step.to
    }
    expect(new Set(seen.map(({ to }) => to)).size).toBe(1_200)
    expect(seen).toHaveLength(1_200)
    expect(seen.map(({ block }) => block)).toEqual(seen.map(({ block }) => block).sort((a, b) => a - b))
    expect(cursor.number).toBe(start.number + 4)
  })
})

describe('a clock that is set back', () => {
  it('leaves the head where it was read', async () => {
    const world = await newWorld()
    const chain = await open(world)
    world.clock.businessAt += 100 * SECOND
    const booked = await chain.head()
    world.clock.businessAt -= 60 * SECOND
    expect(await nextAfter(chain, booked, watchAll)).toEqual({ kind: 'idle', why: 'no new block' })
    world.clock.businessAt += 61 * SECOND
    expect(await forward(chain, booked)).toMatchObject({ to: { number: booked.number + 1 } })
  })

  it('a clock that is set back before the first block leaves block 1', async () => {
    const world = await newWorld()
    const chain = await open(world)
    world.clock.businessAt -= 3_600 * SECOND
    expect((await chain.head()).number).toBe(1)
  })
})

describe('a restart', () => {
  it('sees the same chain with the payments in it', async () => {
    const world = await newWorld()
    const before = await open(world)
    const start = await before.head()
    await pay(world, before, start)
    world.clock.businessAt += 10 * SECOND
    const after = await open(world)
    expect(await after.head()).toEqual(await before.head())
    expect(await nextAfter(after, start, watchAll)).toEqual(await nextAfter(before, start, watchAll))
    expect((await forward(after, start)).transfers).toHaveLength(1)
  })

  it('a restart with another block time continues from the current block', async () => {
    const world = await newWorld()
    const before = await open(world)
    world.clock.businessAt += 100 * SECOND
    const head = await before.head()
    const after = await open(world, { blockMs: 250 })
    const first = await after.head()
    expect(first).toMatchObject({ number: head.number + 1, timeAt: START + 100 * SECOND })
    world.clock.businessAt += SECOND
    expect(await after.head()).toMatchObject({ number: first.number + 4, timeAt: first.timeAt + SECOND })
  })

  it('a restart with one block time after another keeps numbers and times ascending', async () => {
    const world = await newWorld()
    const heads: BlockRef[] = []
    for (const blockMs of [1_000, 50, 3_600_000, 10, 1_000]) {
      const chain = await open(world, { blockMs })
      heads.push(await chain.head())
      world.clock.businessAt += 2_500
      heads.push(await chain.head())
    }
    for (const [n, head] of heads.entries()) {
      const before = heads[n - 1]
      if (!before) continue
      const isSame = before.number === head.number
      expect(head.number).toBeGreaterThanOrEqual(before.number)
      expect(head.timeAt).toBeGreaterThanOrEqual(before.timeAt)
      expect(isSame).toBe(before.hash === head.hash)
    }
    expect(new Set(heads.map((head) => head.number)).size).toBeGreaterThan(8)
  })

  it('a restart with another block time keeps a payment that was not read yet', async () => {
    const world = await newWorld()
    const before = await open(world)
    const start = await before.head()
    const landed = await pay(world, before, start)
    const after = await open(world, { blockMs: 5_000 })
    world.clock.businessAt += 20 * SECOND
    const { transfers } = await forward(after, start)
    expect(transfers.map((transfer) => transfer.block.number)).toEqual([landed.number])
  })

  it('advances when one block holds more transfers than a step, which withdrawals can cause', async () => {
    const world = await newWorld()
    const chain = await open(world)
    const start = await chain.head()
    const id = { environment: 'test', network: 'TRC20' } as const
    const block = { blockNumber: start.number + 1, blockTimeAt: start.timeAt + SECOND }
    const transfer = { ...id, ...block, from: 'payer', value: amount('1') }
    await world.store.write(async (tx) => {
      for (let sent = 0; sent < 501; sent += 1)
        await tx.sandbox.insertTransfer({ ...transfer, txHash: `${sent}`, to: `T-${sent}` })
    })
    world.clock.businessAt += 60 * SECOND
    const step = await forward(chain, start)
    expect(step.to.number).toBe(start.number + 1)
    expect(step.transfers).toHaveLength(501)
    expect((await forward(chain, step.to)).to.number).toBe(61)
  })

  it('keeps the time of a payment when the block time changes before it is read', async () => {
    const world = await newWorld()
    const chain = await open(world)
    const start = await chain.head()
    const promised = await pay(world, chain, start)
    const slower = await open(world, { blockMs: 3_600_000 })
    world.clock.businessAt += 3_600_000
    const [transfer] = (await forward(slower, start)).transfers
    expect(transfer?.block).toMatchObject({ number: promised.number, timeAt: promised.timeAt })
  })
})
