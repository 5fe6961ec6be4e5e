import { describe, expect, it } from 'vitest'
import { openSandbox } from '../../../src/chain/sandbox/sandbox.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { Doubt, ScanStep, TokenAdminEvent } from '../../../src/domain/chain/scan-step.js'
import type { Context } from '../../../src/domain/context.js'
import type { Caller } from '../../../src/domain/merchants/api-key.js'
import type { OnChainOrder } from '../../../src/domain/orders/order.js'
import { createOrder, getOrder } from '../../../src/domain/orders/orders.js'
import { simulate } from '../../../src/domain/sandbox/sandbox.js'
import type { SandboxChain } from '../../../src/domain/sandbox/sandbox-chain.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import type { Store } from '../../../src/domain/store/store.js'
import { chainWatcher, startCursor } from '../../../src/workers/chain/chain-watcher.js'
import { seen } from '../../support/chain/scripted-chain.js'
import { BLOCK_MS, ScriptedWorld } from '../../support/chain/scripted-world.js'
import { amount, contextAt, type HandClock, handClock } from '../../support/domain/context.js'
import { orderInput } from '../../support/domain/order-input.js'
import { openDatabase } from '../../support/storage/engines.js'
import { replaceTables } from '../../support/storage/replace-tables.js'
import { merchant } from '../../support/storage/store-rows.js'

const ID = { environment: 'test', network: 'TRC20' } as const
const SCOPE = { merchantId: 'shop', environment: 'test' } as const
const CALLER: Caller = {
  ...SCOPE,
  keyId: 'mk_test_1',
  scopes: KEY_SCOPES,
  issuedBy: null,
  merchant: merchant('shop'),
}

interface World {
  readonly store: Store
  readonly clock: HandClock
  readonly context: Context
  readonly chain: SandboxChain
  readonly order: OnChainOrder
}

/** An order of 25 USDT on a network that is followed from its first block. */
async function begin(): Promise<World> {
  const { store } = await openDatabase('sqlite')
  const clock = handClock()
  const plain = contextAt(clock)
  const chain = await openSandbox({ ...ID, store, clock, ids: plain.ids, blockMs: 1_000 })
  await startCursor(store, chain, new AbortController().signal)
  const context = { ...plain, chain: () => chain, sandbox: () => chain }
  const { order } = await store.write(async (tx) => {
    await tx.merchants.insert(merchant('shop'))
    return createOrder(tx, context, CALLER, orderInput({ network: 'TRC20' }))
  })
  return { store, clock, context, chain, order }
}

const notice = (kind: TokenAdminEvent['kind'], block: TokenAdminEvent['block']): TokenAdminEvent => ({
  ...{ kind, block, txHash: `notice ${block.number}`, logIndex: 0, address: null, value: amount('0') },
})

const tick = ({ store, context, chain }: World, seen: Chain = chain) =>
  chainWatcher(store, context, seen, 1_000).tick(new AbortController().signal)

/** The world's chain, with an event between the read and the ledger transaction. */
const during = (world: World, work: () => Promise<unknown>): Chain => ({
  ...world.chain,
  async next(state, watched, signal): Promise<ScanStep> {
    const step = await world.chain.next(state, watched, signal)
    await work()
    return step
  },
})

/** The world's chain as a network that does not report how far a branch reaches. */
const withoutBound = ({ chain }: World): Chain => ({
  ...chain,
  async next(state, watched, signal): Promise<ScanStep> {
    const step = await chain.next(state, watched, signal)
    if (step.kind !== 'rewind') return step
    const { upTo: _, ...unbounded } = step
    return unbounded
  },
})

async function pay({ store, chain, order, clock }: World, value = '25'): Promise<void> {
  await store.write(async (tx) => {
    const cursor = await tx.cursors.find(ID)
    if (!cursor) throw new Error('the network has no cursor')
    const to = order.address.address
    await chain.pay(tx, { to, value: amount(value), cursor: cursor.block, isFlagged: false })
  })
  clock.businessAt += 1_000
}

/** Takes the newest payment of the order off the chain. */
const dropNewest = ({ store, chain, order }: World) =>
  store.write(async (tx) => {
    const newest = (await tx.transfers.listByOrder(order.id)).at(-1)
    if (!newest) throw new Error('nothing was paid')
    await chain.drop(tx, { txHash: newest.txHash, blockNumber: newest.block.number })
  })

const stateOf = ({ store, order }: World) =>
  store.read(async (tx) => {
    const { status, received, confirmed } = await getOrder(tx, SCOPE, order.id)
    return { status, received, confirmed }
  })

describe('a branch that replaces blocks', () => {
  it('reverts their payments and follows the other branch to its head', async () => {
    const world = await begin()
    await pay(world)
    await tick(world)
    expect(await stateOf(world)).toEqual({ status: 'CONFIRMING', received: amount('25'), confirmed: 0n })
    await dropNewest(world)
    await tick(world)
    expect(await stateOf(world)).toEqual({ status: 'OPEN', received: 0n, confirmed: 0n })
    const cursor = await world.store.read((tx) => tx.cursors.find(ID))
    expect(cursor?.block).toEqual(await world.chain.head())
    expect(await tick(world)).toBe(0)
  })

  it('keeps a payment that is in both, and its depth keeps counting', async () => {
    const world = await begin()
    await pay(world, '15')
    await pay(world, '10')
    await tick(world)
    await dropNewest(world)
    await tick(world)
    expect(await stateOf(world)).toMatchObject({ status: 'CONFIRMING', received: amount('15') })
    world.clock.businessAt += 1_000
    await tick(world)
    expect(await stateOf(world)).toMatchObject({ status: 'OPEN', confirmed: amount('15') })
  })

  it('halts the network when they contain more than one step can revert, and reverts nothing', async () => {
    const world = await begin()
    await pay(world)
    await tick(world)
    const before = await stateOf(world)
    await world.store.write(async (tx) => {
      const [paid] = await tx.transfers.listByOrder(world.order.id)
      if (!paid) throw new Error('nothing was paid')
      const dust = { ...paid, orderId: null, ignoredReason: 'over_cap' } as const
      for (let n = 1; n <= 10_000; n += 1) await tx.transfers.insert({ ...dust, logIndex: paid.logIndex + n })
    })
    await dropNewest(world)
    for (let looks = 0; looks < 2; looks += 1) expect(await tick(world, withoutBound(world))).toBe(0)
    const conditions = await world.store.read((tx) => tx.chainConditions.list(ID))
    expect(conditions).toMatchObject([
      {
        kind: 'halted',
        reason:
          'more than 10000 transfers are recorded above block 1, too many to revert in one step: run chains reset-cursor --block, which works in batches',
      },
      { kind: 'signer_paused' },
    ])
    expect(await stateOf(world)).toEqual(before)
  })

  it('is recorded once, though it appears while a step is in flight', async () => {
    const world = await begin()
    await pay(world)
    await tick(world)
    world.clock.businessAt += 1_000
    await tick(
      world,
      during(world, () => dropNewest(world)),
    )
    expect(await stateOf(world)).toMatchObject({ status: 'CONFIRMING', received: amount('25') })
    for (let ticks = 0; ticks < 2; ticks += 1) await tick(world)
    expect(await stateOf(world)).toEqual({ status: 'OPEN', received: 0n, confirmed: 0n })
  })
})

describe('a step that another writer has overtaken', () => {
  it('is not recorded, and the next tick follows at once', async () => {
    const world = await begin()
    world.clock.businessAt += 1_000
    const overtaken = during(world, async () => {
      await pay(world)
      await tick(world)
    })
    // The other writer has recorded the payment; this step was read before it.
    expect(await tick(world, overtaken)).toBeGreaterThan(0)
    expect(await stateOf(world)).toMatchObject({ status: 'CONFIRMING', received: amount('25') })
  })
})

describe('a payment that a test helper makes while a step is in flight', () => {
  const play = ({ store, context, order }: World, amount: string) =>
    store.write((tx) => simulate(tx, context, SCOPE, order.id, { action: 'pay', amount, remark: undefined }))

  it('does not discard the step, so that a busy network makes progress', async () => {
    const world = await begin()
    world.clock.businessAt += 1_000
    await tick(
      world,
      during(world, () => play(world, '25')),
    )
    const cursor = await world.store.read((tx) => tx.cursors.find(ID))
    expect(cursor?.block).toEqual(await world.chain.head())
    expect(await stateOf(world)).toMatchObject({ status: 'OPEN', received: 0n })
    world.clock.businessAt += 1_000
    await tick(world)
    expect(await stateOf(world)).toMatchObject({ status: 'CONFIRMING', received: amount('25') })
  })

  it('discards the step when it lands in a block that was read without it, and is recorded by the next', async () => {
    const world = await begin()
    world.clock.businessAt += 1_000
    // It chose its block before the read, and commits after it.
    const late = during(world, async () => {
      world.clock.businessAt -= 1_000
      await play(world, '25')
      world.clock.businessAt += 1_000
    })
    expect(await tick(world, late)).toBeGreaterThan(0)
    expect(await stateOf(world)).toMatchObject({ status: 'OPEN', received: 0n })
    await tick(world)
    expect(await stateOf(world)).toMatchObject({ status: 'CONFIRMING', received: amount('25') })
  })
})

describe('the finality of a payment in one branch', () => {
  it('does not apply to the same payment in the branch that replaces it', async () => {
    const world = await ScriptedWorld.begin()
    const { id, address } = await world.order()
    const payment = seen(await world.chain.head(), 'payer', address.address, '25')
    const replaced: string[] = []
    // A lagging node keeps reporting its own branch.
    world.chain.checkFinality = async (asked) =>
      asked.map(({ block }) => (replaced.includes(block.hash) ? 'final' : 'pending'))
    world.jump(BLOCK_MS, (block) => ({ transfers: [{ ...payment, block }] }))
    const first = await world.chain.head()
    world.pass(3 * BLOCK_MS)
    await world.watch()
    world.chain.forkAfter(first.number - 1)
    replaced.push(first.hash)
    world.jump(BLOCK_MS, (block) => ({ transfers: [{ ...payment, block }] }))
    const second = await world.chain.head()
    expect([second.number, second.hash === first.hash]).toEqual([first.number, false])
    world.pass(4 * BLOCK_MS)
    await world.watch()
    expect(await world.get(id)).toMatchObject({ status: 'CONFIRMING', confirmed: 0n })
    replaced.push(second.hash)
    await world.watch()
    expect(await world.get(id)).toMatchObject({ status: 'PAID', confirmed: amount('25') })
  })
})

describe('the cached blocks', () => {
  /** A store that counts how often they are read. */
  function counting(store: Store): { store: Store; reads: () => number } {
    let reads = 0
    const read: Store['read'] = (work) =>
      store.read((tx) => {
        const list: typeof tx.chainBlocks.list = (id) => {
          reads += 1
          return tx.chainBlocks.list(id)
        }
        return work(replaceTables(tx, { chainBlocks: { ...tx.chainBlocks, list } }))
      })
    const write: Store['write'] = (work) => store.write(work)
    const forWorkers = () => store.forWorkers()
    return { store: { read, write, forWorkers, close: () => store.close() }, reads: () => reads }
  }

  it('are read once while nothing is recorded, and again after another process has recorded something', async () => {
    const world = await ScriptedWorld.begin()
    const { store, reads } = counting(world.store)
    const shown: string[] = []
    const next = world.chain.next.bind(world.chain)
    world.chain.next = (state) => {
      shown.push(state.ring[0]?.hash ?? 'none')
      return next(state)
    }
    const watcher = chainWatcher(store, world.context, world.chain, 1_000)
    const look = () => watcher.tick(new AbortController().signal)
    world.pass(3 * BLOCK_MS)
    await look()
    const first = (await world.chain.head()).hash
    for (let times = 0; times < 50; times += 1) await look()
    expect(reads()).toBe(2)
    expect(new Set(shown)).toEqual(new Set(['none', first]))
    world.pass(2 * BLOCK_MS)
    await world.watch()
    await look()
    expect([reads(), shown.at(-1)]).toEqual([3, (await world.chain.head()).hash])
    // Another branch of the same length.
    world.chain.forkAfter((await world.chain.head()).number - 1)
    world.jump(BLOCK_MS)
    await world.watch()
    await look()
    expect([reads(), shown.at(-1)]).toEqual([4, (await world.chain.head()).hash])
  })
})

describe('a network whose blocks cannot be recorded', () => {
  const silence = ({ health, id }: ScriptedWorld) => health.positionOf(id)?.silentMs ?? 0

  /** An order, paid, and deep enough. */
  async function paid(): Promise<ScriptedWorld> {
    const world = await ScriptedWorld.begin()
    const next = world.chain.next.bind(world.chain)
    world.chain.next = async (state) => ({
      ...(await next(state)),
      head: (await world.chain.head()).number,
    })
    const { address } = await world.order()
    world.pass(3 * BLOCK_MS, (block) => ({ transfers: [seen(block, 'payer', address.address, '25')] }))
    return world
  }

  it('does not count as followed while no node confirms payments, whatever its head', async () => {
    const world = await paid()
    await world.watch()
    world.chain.checkFinality = () => Promise.reject(new Error('no receipt'))
    const { address } = await world.order()
    world.pass(3 * BLOCK_MS, (block) => ({ transfers: [seen(block, 'payer', address.address, '25')] }))
    for (let looks = 0; looks < 3; looks += 1) {
      await expect(world.watch()).rejects.toThrow('no receipt')
      world.pass(5 * 60_000)
    }
    expect(silence(world)).toBeGreaterThanOrEqual(15 * 60_000)
  })

  it('does not count as followed while its nodes disagree, and a condition is set', async () => {
    const world = await paid()
    await world.watch()
    const next = world.chain.next.bind(world.chain)
    const doubting = (doubt: Doubt, why: string) => {
      world.chain.next = async () => ({ kind: 'idle', why, doubt, head: 1_000 + world.clock.realAt })
    }
    doubting('unconfirmed', 'no second node confirms it')
    world.pass(10 * 60_000)
    await world.watch()
    expect(await world.conditions()).toEqual([])
    doubting('conflicting', 'two nodes disagree on block 7')
    world.pass(5 * 60_000)
    await world.watch()
    doubting('unconfirmed', 'no second node confirms it')
    await world.watch()
    const noted = await world.store.read((tx) => tx.chainConditions.list(world.id))
    expect(noted).toMatchObject([{ kind: 'block_mismatch', reason: 'two nodes disagree on block 7' }])
    expect(silence(world)).toBeGreaterThanOrEqual(15 * 60_000)
    world.chain.next = next
    await world.watch()
    expect(await world.conditions()).toEqual([])
    expect(silence(world)).toBe(0)
  })

  it('checks its token again after a reorg: an unpause may have been in the replaced blocks only', async () => {
    const world = await ScriptedWorld.begin()
    await world.watch()
    const fork = await world.chain.head()
    world.jump(BLOCK_MS, (block) => ({ adminEvents: [notice('unpaused', block)] }))
    await world.store.write((tx) =>
      tx.chainConditions.set(world.id, { kind: 'token_paused', reason: 'before', sinceAt: 0 }),
    )
    const watcher = chainWatcher(world.store, world.context, world.chain, 1_000)
    const look = () => watcher.tick(new AbortController().signal)
    await look()
    expect(await world.conditions()).toEqual([])
    world.chain.verify = async () => ({ chainId: undefined, isTokenPaused: true, isTokenDeprecated: false })
    world.chain.forkAfter(fork.number)
    for (let blocks = 0; blocks < 3; blocks += 1) world.jump(BLOCK_MS)
    await look()
    await look()
    expect(await world.conditions()).toEqual(['token_paused'])
  })

  it('keeps a condition cleared by the operator when blocks without admin events are replaced', async () => {
    const world = await ScriptedWorld.begin()
    world.chain.verify = async () => ({ chainId: undefined, isTokenPaused: false, isTokenDeprecated: true })
    const watcher = chainWatcher(world.store, world.context, world.chain, 1_000)
    const look = () => watcher.tick(new AbortController().signal)
    await look()
    const fork = await world.chain.head()
    world.jump(BLOCK_MS)
    await look()
    expect(await world.conditions()).toEqual(['token_deprecated'])
    await world.store.write((tx) => tx.chainConditions.clear(world.id, 'token_deprecated'))
    world.chain.forkAfter(fork.number)
    for (let blocks = 0; blocks < 3; blocks += 1) world.jump(BLOCK_MS)
    await look()
    await look()
    expect(await world.conditions()).toEqual([])
  })
})

describe('the pause of a watcher that knows the time between two blocks', () => {
  it('lasts until the next block is expected to have arrived, and is the usual one while it is overdue', async () => {
    const { store, context, chain, clock } = await begin()
    const watcher = chainWatcher(store, context, chain, 1_000, { blockMs: 12_000, arrivalMs: 3_000 })
    expect(watcher.restMs?.()).toBeUndefined()
    await watcher.tick(new AbortController().signal)
    const cursor = await store.read((tx) => tx.cursors.find(ID))
    const next = (cursor?.block.timeAt ?? 0) + 15_000
    expect(watcher.restMs?.()).toBe(next - clock.real())
    clock.realAt = next
    expect(watcher.restMs?.()).toBeUndefined()
    // A clock that is far behind delays no block by more than its time.
    clock.realAt = next - 3_600_000
    expect(watcher.restMs?.()).toBe(15_000)
  })

  it('is the usual one without such a time', async () => {
    const { store, context, chain } = await begin()
    const watcher = chainWatcher(store, context, chain, 1_000)
    await watcher.tick(new AbortController().signal)
    expect(watcher.restMs?.()).toBeUndefined()
  })
})

describe('a step of many blocks', () => {
  it.each([
    ['is followed by the usual pause where it reached the newest block', 0, 0],
    ['is followed by the next one at once where blocks are left', 1, 1],
  ])('%s', async (_, left, handled) => {
    const world = await begin()
    const chain: Chain = {
      ...world.chain,
      async next(state, watched, signal): Promise<ScanStep> {
        const step = await world.chain.next(state, watched, signal)
        return step.kind === 'forward' ? { ...step, head: step.to.number + left } : step
      },
    }
    world.clock.businessAt += 60_000
    expect(await tick({ ...world, context: { ...world.context, sandbox: () => undefined } }, chain)).toBe(
      handled,
    )
  })
})
