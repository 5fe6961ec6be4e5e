import { describe, expect, it } from 'vitest'
import { openSandbox } from '../../src/chain/sandbox.js'
import type { SeenTransfer } from '../../src/domain/chains.js'
import type { BlockRef, BookedStep } from '../../src/domain/payments.js'
import type { Ids, Store } from '../../src/domain/ports.js'
import type { SandboxChain } from '../../src/domain/sandbox-chain.js'
import { openBooks } from '../support/books.js'
import { nextAfter, watchAll } from '../support/unit-chain.js'
import { amount, countedIds, type HandClock, handClock } from '../support/unit-context.js'

const SECOND = 1_000

interface World {
  store: Store
  clock: HandClock
  ids: Ids
}

const newWorld = async (): Promise<World> => ({
  store: (await openBooks('sqlite')).store,
  clock: handClock(),
  ids: countedIds(),
})

const open = (world: World): Promise<SandboxChain> =>
  openSandbox({ environment: 'test', network: 'TRC20', ...world, blockMs: SECOND })

/** Pays `to` and lets the block come. */
async function pay(world: World, chain: SandboxChain, to: string, isFlagged = false): Promise<BlockRef> {
  const cursor = await chain.head()
  const landed = await world.store.write((tx) =>
    chain.pay(tx, { to, value: amount('25.00'), cursor, isFlagged }),
  )
  world.clock.businessAt += SECOND
  return landed
}

const drop = ({ store }: World, chain: SandboxChain, { txHash, block }: SeenTransfer) =>
  store.write((tx) => chain.drop(tx, { txHash, blockNumber: block.number }))

/** The steps from a cursor until nothing is new. */
async function follow(chain: SandboxChain, from: BlockRef): Promise<BookedStep[]> {
  const steps: BookedStep[] = []
  let cursor = from
  for (let looks = 0; looks < 20; looks += 1) {
    const step = await nextAfter(chain, cursor, watchAll)
    if (step.kind === 'idle' || step.kind === 'halt') return steps
    steps.push(step)
    cursor = step.to
  }
  throw new Error('the chain never comes to rest')
}

/** A chain with one payment to each of these, in a block of its own, read up to its head. */
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
  if (!found) throw new Error(`nobody paid ${payee}`)
  return found
}

describe('a transfer that is dropped', () => {
  it('is told as a branch from its block on, with what else stands there', async () => {
    const { world, chain, head, transfers } = await begin('T-a', 'T-b', 'T-c')
    const dropped = paidTo(transfers, 'T-b')
    await drop(world, chain, dropped)
    const [step, ...more] = await follow(chain, head)
    expect(more).toEqual([])
    expect(step).toMatchObject({
      kind: 'rewind',
      after: { number: dropped.block.number - 1, hash: paidTo(transfers, 'T-a').block.hash },
      to: { number: head.number },
      transfers: [{ to: 'T-c', txHash: paidTo(transfers, 'T-c').txHash }],
    })
  })

  it('changes the hashes of its block and all after it, and none before', async () => {
    const { world, chain, start, transfers } = await begin('T-a', 'T-b', 'T-c', 'T-d')
    await drop(world, chain, paidTo(transfers, 'T-b'))
    const after = (await follow(chain, start)).flatMap((step) => step.transfers)
    expect(paidTo(after, 'T-a').block).toEqual(paidTo(transfers, 'T-a').block)
    for (const payee of ['T-c', 'T-d']) {
      const [before, now] = [paidTo(transfers, payee).block, paidTo(after, payee).block]
      expect(now).toMatchObject({ number: before.number, timeAt: before.timeAt })
      expect(now.hash).not.toBe(before.hash)
    }
  })

  it('leaves a cursor before its block on the chain', async () => {
    const { world, chain, start, transfers } = await begin('T-a')
    await drop(world, chain, paidTo(transfers, 'T-a'))
    expect((await follow(chain, start)).map(({ kind, transfers: seen }) => [kind, seen])).toEqual([
      ['forward', []],
    ])
  })

  it('is told to a reader whose step was on its way when it was dropped', async () => {
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

describe('two branches between two looks', () => {
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
    const left = transfers.filter(({ to, block }) => block.number >= first && !payees.includes(to))
    expect(step?.transfers.map(({ to }) => to).sort()).toEqual(left.map(({ to }) => to).sort())
  })

  it('are told one after another to a reader that saw the first', async () => {
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
  it('the chain goes on, and what is paid then is told', async () => {
    const { world, chain, head, transfers } = await begin('T-a')
    await drop(world, chain, paidTo(transfers, 'T-a'))
    await pay(world, chain, 'T-b')
    expect(await follow(chain, head)).toMatchObject([
      { kind: 'rewind', transfers: [] },
      { kind: 'forward', transfers: [{ to: 'T-b' }] },
    ])
  })

  it('a restart sees the same chain, and a reader of before goes on', async () => {
    const { world, chain, start, head, transfers } = await begin('T-a', 'T-b')
    await drop(world, chain, paidTo(transfers, 'T-a'))
    const restarted = await open(world)
    expect(await restarted.head()).toEqual(await chain.head())
    expect(await follow(restarted, start)).toEqual(await follow(chain, start))
    expect(await follow(restarted, head)).toEqual(await follow(chain, head))
    expect(await follow(restarted, head)).toMatchObject([{ kind: 'rewind', transfers: [{ to: 'T-b' }] }])
  })

  it('nobody stalls, however many there were', async () => {
    const { world, chain, head, transfers } = await begin('T-a', 'T-b')
    for (let forks = 0; forks < 300; forks += 1) await drop(world, chain, paidTo(transfers, 'T-b'))
    await drop(world, chain, paidTo(transfers, 'T-a'))
    const steps = await follow(chain, head)
    expect(steps).toMatchObject([{ kind: 'rewind', transfers: [] }])
    expect(steps[0]).toMatchObject({ after: { number: paidTo(transfers, 'T-a').block.number - 1 } })
  })
})

describe('the token’s own list', () => {
  it('has the sender of a payment that is to be flagged, and nobody else', async () => {
    const world = await newWorld()
    const chain = await open(world)
    const start = await chain.head()
    await pay(world, chain, 'T-a', true)
    await pay(world, chain, 'T-b')
    const seen = (await follow(chain, start)).flatMap((step) => step.transfers)
    const { signal } = new AbortController()
    const listed = seen.map(async ({ to, from }) => [to, await chain.isBlackListed?.(from, start, signal)])
    expect(await Promise.all(listed)).toEqual([
      ['T-a', true],
      ['T-b', false],
    ])
  })
})
