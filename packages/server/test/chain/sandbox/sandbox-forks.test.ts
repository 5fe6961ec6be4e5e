import { describe, expect, it } from 'vitest'
import { openSandbox } from '../../../src/chain/sandbox/sandbox.js'
import type { RecordableStep } from '../../../src/domain/chain/scan-step.js'
import type { SeenTransfer } from '../../../src/domain/chain/transfer.js'
import type { SandboxChain } from '../../../src/domain/sandbox/sandbox-chain.js'
import type { BlockRef, Ids } from '../../../src/domain/shared/types.js'
import type { Store } from '../../../src/domain/store/store.js'
import { nextAfter, watchAll } from '../../support/chain/stub-chain.js'
import { amount, countedIds, type HandClock, handClock } from '../../support/domain/context.js'
import { openDatabase } from '../../support/storage/engines.js'
import { replaceTables } from '../../support/storage/replace-tables.js'

const SECOND = 1_000

interface World {
  store: Store
  clock: HandClock
  ids: Ids
}

const newWorld = async (): Promise<World> => ({
  store: (await openDatabase('sqlite')).store,
  clock: handClock(),
  ids: countedIds(),
})

const sandboxOf = (world: World) =>
  ({ environment: 'test', network: 'TRC20', ...world, blockMs: SECOND }) as const

const open = (world: World): Promise<SandboxChain> => openSandbox(sandboxOf(world))

/** Pays `to`, or `a + b` in one block, and advances to that block. */
async function pay(world: World, chain: SandboxChain, to: string, isFlagged = false): Promise<void> {
  const cursor = await chain.head()
  await world.store.write(async (tx) => {
    for (const payee of to.split(' + '))
      await chain.pay(tx, { to: payee, value: amount('25.00'), cursor, isFlagged })
  })
  world.clock.businessAt += SECOND
}

/** The store, counting every query of branches. */
const countingForks = (store: Store, counted: { statements: number }): Store => ({
  ...store,
  write: (work) => store.write(work),
  read: (work) =>
    store.read((tx) => {
      const count = <Args extends unknown[], Answer>(ask: (...args: Args) => Answer) => {
        return (...args: Args) => {
          counted.statements += 1
          return ask(...args)
        }
      }
      const { countForks, countReplaced, countTransfers, listNewestForks, listTransfers } = tx.sandbox
      const sandbox = {
        ...tx.sandbox,
        countForks: count(countForks),
        countReplaced: count(countReplaced),
        countTransfers: count(countTransfers),
        listNewestForks: count(listNewestForks),
        listTransfers: count(listTransfers),
      }
      return work(replaceTables(tx, { sandbox }))
    }),
})

const drop = ({ store }: World, chain: SandboxChain, { txHash, block }: SeenTransfer) =>
  store.write((tx) => chain.drop(tx, { txHash, blockNumber: block.number }))

/** The steps from a cursor until nothing is new. */
async function follow(chain: SandboxChain, from: BlockRef): Promise<RecordableStep[]> {
  const steps: RecordableStep[] = []
  let cursor = from
  for (let looks = 0; looks < 20; looks += 1) {
    const step = await nextAfter(chain, cursor, watchAll)
    if (step.kind === 'idle' || step.kind === 'halt') return steps
    steps.push(step)
    cursor = step.to
  }
  throw new Error('the chain never comes to rest')
}

/** A chain with one payment to each payee, in separate blocks, read up to its head. */
async function begin(...payees: string[]) {
  const world = await newWorld()
  const chain = await open(world)
  const start = await chain.head()
  for (const to of payees) await pay(world, chain, to)
  world.clock.businessAt += 5 * SECOND
  const transfers = (await follow(chain, start)).flatMap((step) => step.transfers)
  return { world, chain, start, head: await chain.head(), transfers }
}

/** The payment to this payee. */
function paidTo(transfers: readonly SeenTransfer[], payee: string): SeenTransfer {
  const found = transfers.find(({ to }) => to === payee)
  if (!found) throw new Error(`there is no payment of ${payee}`)
  return found
}

describe('a transfer that is dropped', () => {
  it('is reported as a branch of its block, with the other payments there, and nothing of the blocks above', async () => {
    const { world, chain, head, transfers } = await begin('T-a', 'T-b + T-b2', 'T-c')
    const dropped = paidTo(transfers, 'T-b')
    await drop(world, chain, dropped)
    const [step, ...more] = await follow(chain, head)
    expect(more).toEqual([])
    expect(step).toMatchObject({
      kind: 'rewind',
      after: { number: dropped.block.number - 1, hash: paidTo(transfers, 'T-a').block.hash },
      to: { number: head.number },
      upTo: dropped.block.number,
      transfers: [{ to: 'T-b2', txHash: paidTo(transfers, 'T-b2').txHash }],
    })
  })

  it('changes the hash of its block and of no other', async () => {
    const { world, chain, start, transfers } = await begin('T-a', 'T-b + T-b2', 'T-c')
    await drop(world, chain, paidTo(transfers, 'T-b'))
    const after = (await follow(chain, start)).flatMap((step) => step.transfers)
    for (const payee of ['T-a', 'T-c'])
      expect(paidTo(after, payee).block).toEqual(paidTo(transfers, payee).block)
    const [before, now] = [paidTo(transfers, 'T-b2').block, paidTo(after, 'T-b2').block]
    expect(now).toMatchObject({ number: before.number, timeAt: before.timeAt })
    expect(now.hash).not.toBe(before.hash)
  })

  it('is reported with a constant number of statements, however many payments are around it', async () => {
    const statements: number[] = []
    for (const others of [1, 40]) {
      const counted = { statements: 0 }
      const payees = Array.from({ length: others }, (_, n) => `T-${n}`).join(' + ')
      const { world, chain, head, transfers } = await begin(`T-a + ${payees}`, payees)
      await drop(world, chain, paidTo(transfers, 'T-a'))
      const counting = await openSandbox({ ...sandboxOf(world), store: countingForks(world.store, counted) })
      const before = counted.statements
      expect(await follow(counting, head)).toHaveLength(1)
      statements.push(counted.statements - before)
    }
    expect(statements[1]).toBe(statements[0])
  })

  it('leaves a cursor before its block on the chain', async () => {
    const { world, chain, start, transfers } = await begin('T-a')
    await drop(world, chain, paidTo(transfers, 'T-a'))
    expect((await follow(chain, start)).map(({ kind, transfers: seen }) => [kind, seen])).toEqual([
      ['forward', []],
    ])
  })

  it('is reported to a reader whose step was in flight when it was dropped', async () => {
    const world = await newWorld()
    const chain = await open(world)
    const start = await chain.head()
    await pay(world, chain, 'T-a')
    const read = await nextAfter(chain, start, watchAll)
    if (read.kind !== 'forward') throw new Error('nothing was read')
    await drop(world, chain, paidTo(read.transfers, 'T-a'))
    expect(await follow(chain, read.to)).toMatchObject([{ kind: 'rewind', transfers: [] }])
  })
})

describe('two branches between two ticks', () => {
  it.each([
    ['the earlier block first', ['T-a', 'T-c']],
    ['the later block first', ['T-c', 'T-a']],
    ['in one block twice', ['T-b', 'T-b2']],
  ])('are told as one, from the first block that is gone: %s', async (_order, payees) => {
    const world = await newWorld()
    const chain = await open(world)
    const start = await chain.head()
    for (const to of ['T-a', 'T-b', 'T-c']) {
      const cursor = await chain.head()
      for (const payee of to === 'T-b' ? ['T-b', 'T-b2'] : [to]) {
        const payment = { to: payee, value: amount('25.00'), cursor, isFlagged: false }
        await world.store.write((tx) => chain.pay(tx, payment))
      }
      world.clock.businessAt += SECOND
    }
    const transfers = (await follow(chain, start)).flatMap((step) => step.transfers)
    const head = await chain.head()
    for (const payee of payees) await drop(world, chain, paidTo(transfers, payee))
    const first = Math.min(...payees.map((payee) => paidTo(transfers, payee).block.number))
    const [step, ...more] = await follow(chain, head)
    expect(more).toEqual([])
    expect(step).toMatchObject({ kind: 'rewind', after: { number: first - 1 } })
    const last = Math.max(...payees.map((payee) => paidTo(transfers, payee).block.number))
    const left = transfers.filter(
      ({ to, block }) => block.number >= first && block.number <= last && !payees.includes(to),
    )
    expect(step?.transfers.map(({ to }) => to).sort()).toEqual(left.map(({ to }) => to).sort())
  })

  it('are reported in parts where many payments are between them', async () => {
    const payees = (block: string) => Array.from({ length: 200 }, (_, n) => `T-${block}${n}`).join(' + ')
    const { world, chain, head, transfers } = await begin(payees('a'), payees('b'), payees('c'))
    for (const payee of ['T-c7', 'T-a7']) await drop(world, chain, paidTo(transfers, payee))
    const steps = await follow(chain, head)
    expect(steps).toMatchObject([
      { kind: 'rewind', after: { number: paidTo(transfers, 'T-c7').block.number - 1 } },
      { kind: 'rewind', after: { number: paidTo(transfers, 'T-a7').block.number - 1 } },
    ])
    expect(steps.map((step) => step.transfers.length)).toEqual([199, 199])
    expect(steps.at(-1)?.to).toEqual(await chain.head())
  })

  it('are reported one after another to a reader that saw the first', async () => {
    const { world, chain, head, transfers } = await begin('T-a', 'T-b', 'T-c')
    await drop(world, chain, paidTo(transfers, 'T-c'))
    const [first] = await follow(chain, head)
    if (!first) throw new Error('no branch was told')
    await drop(world, chain, paidTo(transfers, 'T-b'))
    expect(await follow(chain, first.to)).toMatchObject([
      { kind: 'rewind', after: { number: paidTo(transfers, 'T-b').block.number - 1 }, transfers: [] },
    ])
  })
})

describe('after a branch', () => {
  it('the chain continues, and later payments are reported', async () => {
    const { world, chain, head, transfers } = await begin('T-a')
    await drop(world, chain, paidTo(transfers, 'T-a'))
    await pay(world, chain, 'T-b')
    expect(await follow(chain, head)).toMatchObject([
      { kind: 'rewind', transfers: [] },
      { kind: 'forward', transfers: [{ to: 'T-b' }] },
    ])
  })

  it('a restart sees the same chain, and an earlier reader continues', async () => {
    const { world, chain, start, head, transfers } = await begin('T-a + T-b')
    await drop(world, chain, paidTo(transfers, 'T-a'))
    const restarted = await open(world)
    expect(await restarted.head()).toEqual(await chain.head())
    expect(await follow(restarted, start)).toEqual(await follow(chain, start))
    expect(await follow(restarted, head)).toEqual(await follow(chain, head))
    expect(await follow(restarted, head)).toMatchObject([{ kind: 'rewind', transfers: [{ to: 'T-b' }] }])
  })

  it('no reader stalls, however many there were', async () => {
    const { world, chain, head, transfers } = await begin('T-a', 'T-b')
    for (let forks = 0; forks < 300; forks += 1) await drop(world, chain, paidTo(transfers, 'T-b'))
    await drop(world, chain, paidTo(transfers, 'T-a'))
    const steps = await follow(chain, head)
    expect(steps).toMatchObject([{ kind: 'rewind', transfers: [] }])
    expect(steps[0]).toMatchObject({ after: { number: paidTo(transfers, 'T-a').block.number - 1 } })
  })
})

describe('the token’s blacklist', () => {
  it('contains the sender of payments to be flagged, and no other address', async () => {
    const world = await newWorld()
    const chain = await open(world)
    const start = await chain.head()
    await pay(world, chain, 'T-a', true)
    await pay(world, chain, 'T-b')
    const seen = (await follow(chain, start)).flatMap((step) => step.transfers)
    const { signal } = new AbortController()
    const listed = seen.map(async ({ to, from }) => [to, await chain.isBlacklisted?.(from, start, signal)])
    expect(await Promise.all(listed)).toEqual([
      ['T-a', true],
      ['T-b', false],
    ])
  })
})
