/** The order in which withdrawals are tried when some of those that wait cannot be signed. */
import { describe, expect, it } from 'vitest'
import { OutOfStep } from '../../../src/domain/chain/sender.js'
import type { Usdt } from '../../../src/domain/shared/money.js'
import type { Withdrawal } from '../../../src/domain/withdrawals/withdrawal.js'
import type { WaitingKind, WaitingWithdrawal } from '../../../src/domain/withdrawals/withdrawal-queue.js'
import { cancelWithdrawal, tryApply } from '../../../src/domain/withdrawals/withdrawals.js'
import { chainWatcher } from '../../../src/workers/chain/chain-watcher.js'
import { amount } from '../../support/domain/context.js'
import { ENGINES } from '../../support/storage/engines.js'
import {
  begin,
  count,
  ID,
  SCOPE,
  type SenderWorld,
  statuses,
  withdraw,
  workerOf,
} from '../../support/withdrawals/scripted-sender.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const LOOK = 10 * SECOND
const signal = new AbortController().signal

/** A server that runs every ten seconds, and the signing requests that the network got. */
function serve(world: SenderWorld) {
  const worker = workerOf(world)
  const asked: string[] = []
  const before = world.network.onPrepare
  world.network.onPrepare = async (id) => {
    asked.push(id)
    await before(id)
  }
  return {
    look: () => worker.tick(signal),
    /** @returns the ids that were requested in the meantime */
    async pass(ms: number): Promise<string[]> {
      asked.length = 0
      for (let left = ms; left > 0; left -= LOOK) {
        world.clock.businessAt += Math.min(LOOK, left)
        await worker.tick(signal).catch(() => 0)
      }
      return [...asked]
    },
  }
}

/** That many withdrawals, each rejected by a node after one try. */
async function holdBack(world: SenderWorld, much: number, of: Parameters<typeof withdraw>[2] = {}) {
  const made = await withdraw(world, much, of)
  for (const { id } of made) world.network.unsigned.set(id, { notNow: 'would_revert' })
  const server = serve(world)
  for (let looks = 0; looks < 2; looks += 1) await server.look()
  expect(count(await statuses(world, made), 'REVIEW')).toBe(much)
  return { made, server }
}

/** Some delayed withdrawals, and a network of one node, which may be paused. */
async function onOneNode(held = 60) {
  const plain = await begin()
  const report = { name: 'node', balances: 0, requests: new Map(), faults: new Map(), callsLeft: undefined }
  const nodes = () => ({
    singleNodeConfirmations: 0,
    nodes: [{ ...report, isAble: world.isAble, trouble: undefined }],
  })
  const world = { ...plain, isAble: true, chain: { ...plain.chain, nodes } }
  const { made } = await holdBack(world, held)
  return { world, made }
}

describe('behind withdrawals that cannot be signed', () => {
  it('a new one is tried at the next run, however many there are', async () => {
    const world = await begin('sqlite', ['shop', 'other'])
    const { server } = await holdBack(world, 60)
    for (const merchantId of ['shop', 'other']) {
      await server.pass(MINUTE)
      const made = await withdraw(world, 1, { merchantId })
      await server.look()
      expect([merchantId, ...(await statuses(world, made))]).toEqual([merchantId, 'PROCESSING'])
    }
  })

  it('fifty are retried per minute, and all of them in turn', async () => {
    const world = await begin()
    const { made, server } = await holdBack(world, 60)
    const minutes = [await server.pass(MINUTE), await server.pass(MINUTE), await server.pass(MINUTE)]
    expect(minutes.map(({ length }) => length)).toEqual([50, 50, 50])
    const [first, second] = minutes as [string[], string[]]
    expect(new Set([...first, ...second]).size).toBe(made.length)
  })

  it('one of another merchant is retried every minute', async () => {
    const world = await begin('sqlite', ['shop', 'other'])
    const { server } = await holdBack(world, 60)
    const [lone] = (await withdraw(world, 1, { merchantId: 'other' })) as [Withdrawal]
    world.network.unsigned.set(lone.id, { notNow: 'would_revert' })
    await server.look()
    for (let minute = 0; minute < 3; minute += 1) expect(await server.pass(MINUTE)).toContain(lone.id)
  })

  it('those that can be signed again are signed at the speed of the wallet', async () => {
    const world = await begin()
    const { made, server } = await holdBack(world, 60)
    world.network.unsigned.clear()
    for (const { id } of made) world.network.fates.set(id, { kind: 'completed', confirmations: 3 })
    await server.pass(4 * MINUTE)
    expect(count(await statuses(world, made), 'COMPLETED')).toBe(60)
  })

  it('one is not hidden by withdrawals created and canceled over and over', async () => {
    const world = await begin('sqlite', ['shop', 'other'])
    const { server } = await holdBack(world, 60)
    const waiting = await withdraw(world, 12, { merchantId: 'other' })
    for (const { id } of waiting) world.network.fates.set(id, { kind: 'completed', confirmations: 3 })
    for (let round = 0; round < 6; round += 1) {
      const [one] = (await withdraw(world)) as [Withdrawal]
      world.network.unsigned.set(one.id, { notNow: 'would_revert' })
      await server.pass(2 * LOOK)
      await world.store.write((tx) => cancelWithdrawal(tx, world.context, SCOPE, one.id))
    }
    expect(count(await statuses(world, waiting), 'COMPLETED')).toBe(12)
  })

  it('one as large as an amount that the wallet cannot cover is not tried, and a smaller one is', async () => {
    const world = await begin()
    const server = serve(world)
    const [large] = (await withdraw(world, 1, { each: '30' })) as [Withdrawal]
    world.network.unsigned.set(large.id, { notNow: 'funds' })
    await server.look()
    const [larger] = (await withdraw(world, 1, { each: '30.000001' })) as [Withdrawal]
    const [small] = (await withdraw(world, 1, { each: '29.999999' })) as [Withdrawal]
    expect(await server.pass(4 * SECOND)).toEqual([small.id])
    expect(await statuses(world, [large, larger, small])).toEqual(['REVIEW', 'REVIEW', 'PROCESSING'])
    expect(await server.pass(MINUTE - LOOK)).toEqual([])
    // One of them stands for both.
    expect(await server.pass(MINUTE)).toEqual([large.id])
    world.network.unsigned.clear()
    await server.pass(2 * MINUTE)
    expect(count(await statuses(world, [large, larger]), 'BROADCAST')).toBe(2)
  })

  it('one that is too large for the wallet uses up no tries of others', async () => {
    const world = await begin()
    const large = await withdraw(world, 52, { each: '17' })
    const server = serve(world)
    for (const { id } of large) world.network.unsigned.set(id, { notNow: 'funds' })
    for (let looks = 0; looks < 2; looks += 1) await server.look()
    await server.pass(30 * SECOND)
    const [small] = (await withdraw(world)) as [Withdrawal]
    world.network.unsigned.set(small.id, { notNow: 'would_revert' })
    await server.look()
    expect(await server.pass(MINUTE + LOOK)).toContain(small.id)
  })

  it('one that no node answered for is retried after five seconds', async () => {
    const world = await begin()
    const [one] = (await withdraw(world)) as [Withdrawal]
    world.network.onPrepare = async () => {
      throw new Error('connection reset')
    }
    const server = serve(world)
    await expect(server.look()).rejects.toThrow('1 withdrawals could not be processed')
    expect(await server.pass(4 * SECOND)).toEqual([])
    expect(await server.pass(SECOND)).toEqual([one.id])
    expect(await statuses(world, [one])).toEqual(['PENDING'])
  })

  it('all are due after a restart: the missing funds may be there', async () => {
    const world = await begin()
    const { made } = await holdBack(world, 3)
    world.network.unsigned.clear()
    await workerOf(world).tick(signal)
    expect(count(await statuses(world, made), 'PROCESSING')).toBe(3)
  })

  it('those that no node answers for take no more than fifty tries a minute either', async () => {
    const world = await begin()
    const made = await withdraw(world, 20)
    world.network.onPrepare = async () => {
      throw new Error('connection reset')
    }
    const server = serve(world)
    await expect(server.look()).rejects.toThrow(`${made.length} withdrawals could not be processed`)
    expect(await server.pass(MINUTE)).toHaveLength(50)
  })

  it('all of more than fifty come in turn after a start, though the wallet has no free slot then', async () => {
    const world = await begin()
    const { made } = await holdBack(world, 60)
    const busy = await withdraw(world, 8)
    world.network.onPrepare = async () => undefined
    for (let looks = 0; looks < 2; looks += 1) await workerOf(world).tick(signal)
    world.network.unsigned.clear()
    const reborn = serve(world)
    await reborn.look()
    for (const { id } of [...busy, ...made])
      world.network.fates.set(id, { kind: 'completed', confirmations: 3 })
    for (let looks = 0; looks < 24; looks += 1) await reborn.look()
    expect(count(await statuses(world, made), 'COMPLETED')).toBe(60)
  })

  it('none with a reported shortage is retried with calls that blocks and expiring orders need', async () => {
    const world = await begin()
    const { made, server } = await holdBack(world, 60)
    world.network.isSparing = true
    expect(await server.pass(10 * MINUTE)).toEqual([])
    const [fresh] = (await withdraw(world)) as [Withdrawal]
    expect(await server.pass(4 * SECOND)).toEqual([fresh.id])
    world.network.isSparing = false
    expect(await server.pass(2 * MINUTE)).toEqual(expect.arrayContaining(made.map(({ id }) => id)))
  })

  it('one that no node answered for is retried with any calls', async () => {
    const world = await begin()
    await holdBack(world, 60)
    const [one] = (await withdraw(world)) as [Withdrawal]
    const { onPrepare } = world.network
    world.network.onPrepare = async () => {
      throw new Error('connection reset')
    }
    const server = serve(world)
    world.network.isSparing = true
    await server.look().catch(() => 0)
    world.network.onPrepare = onPrepare
    await server.pass(LOOK)
    expect(await statuses(world, [one])).toEqual(['PROCESSING'])
  })

  it('those that can be signed again do not delay those of another merchant', async () => {
    const world = await begin('sqlite', ['shop', 'other'])
    const { made, server } = await holdBack(world, 60)
    world.network.unsigned.clear()
    await server.pass(MINUTE)
    const others = await withdraw(world, 3, { merchantId: 'other' })
    for (const { id } of [...made, ...others])
      world.network.fates.set(id, { kind: 'completed', confirmations: 3 })
    await server.pass(3 * LOOK)
    expect(count(await statuses(world, others), 'PENDING')).toBe(0)
    expect(count(await statuses(world, made), 'REVIEW')).toBeGreaterThan(0)
  })

  it('a single one does not wait for the queues of more than fifty merchants', async () => {
    const busy = Array.from({ length: 60 }, (_, at) => `busy-${at}`)
    const world = await begin('sqlite', [...busy, 'lone'])
    const made: Withdrawal[] = []
    for (const merchantId of [...busy, 'lone'])
      made.push(...(await withdraw(world, merchantId === 'lone' ? 1 : 4, { merchantId })))
    for (const { id } of made) world.network.unsigned.set(id, { notNow: 'would_revert' })
    const server = serve(world)
    for (let looks = 0; looks < 6; looks += 1) await server.look()
    for (let pair = 0; pair < 4; pair += 1) expect(await server.pass(2 * MINUTE)).toContain(made.at(-1)?.id)
  })

  it('those of a merchant that keeps creating new ones are retried all the same', async () => {
    const quiet = Array.from({ length: 60 }, (_, at) => `quiet-${at}`)
    const world = await begin('sqlite', [...quiet, 'busy'])
    const held: Withdrawal[] = []
    for (const merchantId of ['busy', ...quiet]) held.push(...(await withdraw(world, 1, { merchantId })))
    for (const { id } of held) world.network.unsigned.set(id, { notNow: 'would_revert' })
    const server = serve(world)
    for (let looks = 0; looks < 4; looks += 1) await server.look()
    const asked: string[] = []
    for (let half = 0; half < 12; half += 1) {
      const [fresh] = (await withdraw(world, 1, { merchantId: 'busy' })) as [Withdrawal]
      world.network.fates.set(fresh.id, { kind: 'completed', confirmations: 3 })
      asked.push(...(await server.pass(MINUTE / 2)))
      expect(await statuses(world, [fresh])).not.toEqual(['PENDING'])
    }
    expect(asked.filter((id) => id === held[0]?.id).length).toBeGreaterThanOrEqual(3)
  })

  it('an outage of all nodes costs no tries', async () => {
    const { world, made } = await onOneNode()
    world.network.onPrepare = async () => {
      world.isAble = false
      throw new Error('no node is available')
    }
    const server = workerOf(world)
    const look = async (ms: number) => {
      world.clock.businessAt += ms
      await server.tick(signal).catch(() => 0)
    }
    // More runs within a minute than there are tries.
    for (let looks = 0; looks < 60; looks += 1) await look(0.9 * SECOND)
    world.isAble = true
    world.network.onPrepare = async () => undefined
    world.network.unsigned.clear()
    await look(SECOND)
    expect(count(await statuses(world, made), 'PROCESSING')).toBe(8)
  })

  it('one that could not be screened in an outage is not in review, and is due when the outage is over', async () => {
    const { world } = await onOneNode(0)
    const [one] = (await withdraw(world)) as [Withdrawal]
    world.network.unsigned.set(one.id, { notNow: 'screening' })
    world.network.onPrepare = async () => {
      world.isAble = false
    }
    const server = serve(world)
    await server.look()
    expect(await statuses(world, [one])).toEqual(['PENDING'])
    expect(await server.pass(LOOK)).toEqual([one.id])
  })

  it('no more are retried than there are calls for', async () => {
    const world = await begin()
    const { server } = await holdBack(world, 6)
    let tries = 0
    world.network.onPrepare = async () => {
      tries += 1
      world.network.isSparing = tries === 3
    }
    await server.pass(2 * MINUTE)
    expect(tries).toBe(3)
  })

  it('one that the node cannot check at the recorded blocks ends the run', async () => {
    const world = await begin()
    const made = await withdraw(world, 3)
    const asked: string[] = []
    world.network.onPrepare = async (id) => {
      asked.push(id)
      throw new OutOfStep('the node does not have the recorded blocks yet')
    }
    const worker = workerOf(world)
    expect(await worker.tick(signal)).toBe(0)
    expect(asked).toEqual([made[0]?.id])
    world.network.onPrepare = async () => undefined
    await worker.tick(signal)
    expect(count(await statuses(world, made), 'PROCESSING')).toBe(3)
  })

  it('merchants take turns at a wallet with eight slots', async () => {
    const merchants = Array.from({ length: 10 }, (_, at) => `merchant-${at}`)
    const world = await begin('sqlite', merchants)
    for (const merchantId of merchants)
      for (const { id } of await withdraw(world, 10, { merchantId }))
        world.network.fates.set(id, { kind: 'completed', confirmations: 3 })
    const worker = workerOf(world)
    for (let looks = 0; looks < 5; looks += 1) await worker.tick(signal)
    const paid = await world.store.read((tx) =>
      tx.withdrawals.search({ environment: 'test', merchantId: undefined, status: 'COMPLETED', limit: 100 }),
    )
    expect(new Set(paid.map(({ merchantId }) => merchantId)).size).toBe(merchants.length)
  })

  it('one that no node can answer for does not delay the others', async () => {
    const { world } = await onOneNode()
    const [bad, ...good] = (await withdraw(world, 3)) as [Withdrawal, ...Withdrawal[]]
    for (const { id } of good) world.network.fates.set(id, { kind: 'completed', confirmations: 3 })
    world.network.onPrepare = async (id) => {
      world.isAble = id !== bad.id
      if (id === bad.id) throw new Error('no node is available')
    }
    await serve(world).pass(MINUTE)
    expect(count(await statuses(world, good), 'COMPLETED')).toBe(2)
  })

  it('a run ends in time, and the next one continues', async () => {
    const world = await begin()
    const made = await withdraw(world, 6)
    for (const { id } of made) world.network.unsigned.set(id, { notNow: 'would_revert' })
    world.network.onPrepare = async () => {
      world.clock.businessAt += 8 * SECOND
    }
    const server = serve(world)
    await server.look()
    expect(count(await statuses(world, made), 'REVIEW')).toBe(3)
    await server.look()
    expect(count(await statuses(world, made), 'REVIEW')).toBe(6)
  })

  it('the known shortage of the wallet is forgotten when the clock is set back', async () => {
    const world = await begin()
    const server = serve(world)
    const [large] = (await withdraw(world, 1, { each: '30' })) as [Withdrawal]
    world.network.unsigned.set(large.id, { notNow: 'funds' })
    await server.look()
    world.clock.businessAt -= 30 * MINUTE
    world.network.unsigned.clear()
    await server.look()
    expect(await statuses(world, [large])).toEqual(['PROCESSING'])
  })
})

it.each(ENGINES)('they are listed in turn on %s', async (engine) => {
  const world = await begin(engine, ['a', 'b'])
  const made = [
    ...(await withdraw(world, 3, { merchantId: 'a' })),
    ...(await withdraw(world, 2, { merchantId: 'b', each: '20' })),
  ]
  const names = new Map(made.map(({ id }, at) => [id, ['a1', 'a2', 'a3', 'b1', 'b2'][at] ?? '']))
  const named = (rows: readonly WaitingWithdrawal[]) => rows.map(({ withdrawal }) => names.get(withdrawal.id))
  const now = world.clock.now()
  const ready = () => world.store.read((tx) => tx.withdrawalQueue.listNew({ ...ID, latest: now, limit: 4 }))
  expect(named(await ready())).toEqual(['a1', 'b1', 'a2', 'b2'])
  const due = [now, now - 2, now - 1, now - 3, now + 1]
  await world.store.write(async (tx) => {
    for (const [at, { id }] of made.entries()) await tx.withdrawalQueue.postpone(id, due[at] ?? 0)
  })
  expect(await ready()).toEqual([])
  const retries = (more: { below?: Usdt; latest?: number; canSpare?: boolean } = {}) => {
    const query = { ...ID, now, latest: now + MINUTE, below: undefined, canSpare: true, limit: 4, ...more }
    return world.store.read((tx) => tx.withdrawalQueue.listRetries(query))
  }
  expect(named(await retries())).toEqual(['a2', 'b1', 'a3', 'a1'])
  const serve = (merchantId: string, at: number, kind: WaitingKind = 'retry') =>
    world.store.write((tx) => tx.withdrawalQueue.noteServed(merchantId, kind, ID, at))
  for (const at of [now - 2, now - 1]) await serve('a', at)
  expect(named(await retries())).toEqual(['b1', 'a2', 'a3', 'a1'])
  const [first] = await retries()
  expect(first).toMatchObject({ kind: 'retry', position: 1, servedAt: 0 })
  // New withdrawals have their own turns.
  await serve('b', now, 'new')
  expect(named(await retries())).toEqual(['b1', 'a2', 'a3', 'a1'])
  await serve('b', now)
  expect(named(await retries())).toEqual(['a2', 'b1', 'a3', 'a1'])
  // By a clock that ran ahead.
  await serve('b', now + MINUTE + 1)
  expect(named(await retries())).toEqual(['b1', 'a2', 'a3', 'a1'])
  expect(named(await retries({ below: amount('20') }))).toEqual(['a2', 'a3', 'a1'])
  await world.store.write(async (tx) => {
    for (const [at, reason] of (['screening', 'funds'] as const).entries()) {
      const held = await tx.withdrawals.lock(made[at]?.id ?? '')
      if (held) await tryApply(tx, world.context, held, { kind: 'held_back', reason })
    }
  })
  expect(named(await retries({ canSpare: false }))).toEqual(['b1', 'a3', 'a1'])
  expect(named(await retries({ latest: now, below: amount('20.000001') }))).toEqual(['b2', 'a2', 'b1', 'a3'])
})

describe.each(ENGINES)('a concurrent change by another server, on %s', (engine) => {
  it('a concurrent change by another server that signs is taken into account: the bytes are built again', async () => {
    const world = await begin(engine)
    const [first, second] = (await withdraw(world, 2)) as [Withdrawal, Withdrawal]
    const another = workerOf(world)
    world.network.onPrepare = async (id) => {
      if (id !== first.id) return
      world.network.onPrepare = async () => undefined
      await another.tick(signal)
    }
    const one = workerOf(world)
    await one.tick(signal)
    for (let looks = 0; looks < 3; looks += 1) await one.tick(signal)
    expect(count(await statuses(world, [first, second]), 'BROADCAST')).toBe(2)
    expect(new Set(world.network.broadcasts.map(({ nonce }) => nonce))).toEqual(new Set([0, 1]))
    for (const { id } of [first, second]) expect(new Set(world.network.bytesFor(id)).size).toBe(1)
  })

  it('a concurrent change by another server that signs and records is taken into account', async () => {
    const world = await begin(engine)
    await withdraw(world, 2)
    const watcher = chainWatcher(world.store, world.context, world.chain, SECOND)
    world.network.onPrepare = async () => {
      world.clock.businessAt += 3 * SECOND
      await watcher.tick(signal)
    }
    await workerOf(world).tick(signal)
    const [first, second] = world.network.slots.map(({ state, pending }) => ({
      block: state.cursor.number,
      pending: pending.length,
    }))
    expect(second).toEqual({ block: (first?.block ?? 0) + 3, pending: 1 })
  })

  it('a concurrent change by another server that replaces the recorded blocks ends the run: the next one starts over', async () => {
    const world = await begin(engine)
    const made = await withdraw(world, 2)
    const put = (hash: string) =>
      world.store.write(async (tx) => {
        const cursor = await tx.cursors.find(ID)
        if (!cursor) throw new Error('the network is followed')
        const block = { ...cursor.block, hash }
        await tx.chainBlocks.deleteAfter(ID, block.number - 1)
        await tx.chainBlocks.append(ID, [{ ...block, parentHash: 'parent' }])
        await tx.cursors.advance(cursor, block)
      })
    await put('one')
    world.network.onPrepare = async () => {
      world.network.onPrepare = async () => undefined
      await put('another')
    }
    const worker = workerOf(world)
    await worker.tick(signal)
    expect(await statuses(world, made)).toEqual(['PENDING', 'PENDING'])
    await worker.tick(signal)
    expect(await statuses(world, made)).toEqual(['PROCESSING', 'PROCESSING'])
  })

  it('a concurrent change by another server that signs takes a slot: the two never have more than eight in flight', async () => {
    const world = await begin(engine)
    const made = await withdraw(world, 12)
    const another = workerOf(world)
    let isFirst = true
    world.network.onPrepare = async () => {
      if (!isFirst) return
      isFirst = false
      await another.tick(signal)
    }
    const one = workerOf(world)
    for (let looks = 0; looks < 3; looks += 1) {
      await one.tick(signal)
      expect(count(await statuses(world, made), 'PROCESSING', 'BROADCAST')).toBe(8)
    }
  })
})
