import { describe, expect, it, onTestFinished } from 'vitest'
import type { Finality } from '../../src/domain/chain/chain.js'
import type { SeenTransfer } from '../../src/domain/chain/transfer.js'
import { CUSTODY_LIMIT } from '../../src/domain/ledger/ledger.js'
import type { OnChainOrder } from '../../src/domain/orders/order.js'
import { type Usdt, usdt } from '../../src/domain/shared/money.js'
import { DEPTH, seen } from '../support/chain/scripted-chain.js'
import { BLOCK_MS, MINUTE, ScriptedWorld } from '../support/chain/scripted-world.js'
import { amount } from '../support/domain/context.js'
import { ENGINES, type Engine, openDatabase } from '../support/storage/engines.js'

/** The custody cap of one network. */
const CUSTODY_CAP = usdt(CUSTODY_LIMIT)
/** Two of them exceed the cap. */
const NEAR_CAP = usdt((CUSTODY_LIMIT * 3n) / 4n)
/** More than one check of finality asks about. */
const MANY = 501

async function begin(engine: Engine = 'sqlite'): Promise<ScriptedWorld> {
  const world = await ScriptedWorld.on((await openDatabase(engine)).store)
  onTestFinished(async () => expect((await world.verify()).isBalanced).toBe(true))
  return world
}

/** Makes the network answer every finality check with `finality` for these transfers, and with `final` for others. */
function answerFinality(world: ScriptedWorld, finality: Finality, invented: readonly SeenTransfer[]): void {
  const names = new Set(invented.map(({ txHash }) => txHash))
  world.chain.checkFinality = async (transfers) =>
    transfers.map(({ txHash }) => (names.has(txHash) ? finality : 'final'))
}

/** Makes a node report payments that do not exist: the step has them, and the balance of the address has not. */
function invent(world: ScriptedWorld, order: OnChainOrder, value: string | Usdt, count = 1): SeenTransfer[] {
  const invented: SeenTransfer[] = []
  world.pass(BLOCK_MS, (block) => {
    for (let each = 0; each < count; each += 1)
      invented.push(seen(block, 'payer', order.address.address, value))
    return { transfers: invented }
  })
  const { balanceAt } = world.chain
  const made = (address: string) =>
    address === order.address.address ? invented.reduce((sum, each) => sum + each.value, 0n) : 0n
  world.chain.balanceAt = async (address, at) => {
    const balance = await balanceAt.call(world.chain, address, at)
    return (balance - made(address)) as typeof balance
  }
  // A rescan reads the blocks at another node, which does not have them.
  const { rescan } = world.chain
  const names = new Set(invented.map(({ txHash }) => txHash))
  world.chain.rescan = async (blocks) => {
    const sightings = await rescan.call(world.chain, blocks)
    return { ...sightings, transfers: sightings.transfers.filter(({ txHash }) => !names.has(txHash)) }
  }
  return invented
}

async function pay(world: ScriptedWorld, order: OnChainOrder, value: string): Promise<void> {
  world.pass(DEPTH * BLOCK_MS, (block) => ({
    transfers: [seen(block, 'payer', order.address.address, value)],
  }))
  await world.watch()
}

const statusOf = async (world: ScriptedWorld, { id }: OnChainOrder) => (await world.get(id)).status

describe('payments that never become final', () => {
  it('delay no later one, however many they are', async () => {
    const world = await begin()
    const [first, second] = [await world.order(), await world.order()]
    answerFinality(world, 'reorged', invent(world, first, '0.01', MANY))
    await pay(world, second, '25')
    await world.watch()
    await world.watch()
    expect(await statusOf(world, second)).toBe('PAID')
    expect(await statusOf(world, first)).toBe('CONFIRMING')
  })

  it.each(ENGINES)('are read page by page, on %s', async (engine) => {
    const world = await begin(engine)
    const order = await world.order()
    const invented = invent(world, order, '0.01', 5)
    answerFinality(world, 'pending', invented)
    world.pass(DEPTH * BLOCK_MS)
    await world.watch()
    const read: string[] = []
    for (let pages = 0, after: SeenTransfer | undefined; pages < 3; pages += 1) {
      const page = await world.store.read((tx) => tx.transfers.listDue(world.id, 1_000, { after, limit: 2 }))
      read.push(...page.map(({ txHash }) => txHash))
      after = page.at(-1)
    }
    expect(read).toEqual(invented.map(({ txHash }) => txHash).sort())
  })
})

describe('a payment that never was in its block', () => {
  it.each(ENGINES)(
    'releases its order, which expires after a check of its balance, on %s',
    async (engine) => {
      const world = await begin(engine)
      const order = await world.order()
      answerFinality(world, 'absent', invent(world, order, '25'))
      world.pass(31 * MINUTE)
      await world.watch()
      expect(await world.get(order.id)).toMatchObject({ status: 'OPEN', received: 0n })
      await world.expire()
      expect(await statusOf(world, order)).toBe('EXPIRED')
    },
  )

  it('does not let its order expire while its address has a balance that is not in the ledger', async () => {
    const world = await begin()
    const order = await world.order()
    answerFinality(world, 'absent', invent(world, order, '25'))
    world.pass(BLOCK_MS, (block) => ({
      transfers: [{ ...seen(block, 'payer', order.address.address, '25'), isHidden: true }],
    }))
    world.pass(31 * MINUTE)
    await world.watch()
    await world.expire()
    expect(await statusOf(world, order)).toBe('OPEN')
    expect(await world.conditions()).toEqual(['balance_mismatch'])
  })

  it('is not recorded as a sweep', async () => {
    const world = await begin()
    const order = await world.order()
    await pay(world, order, '25')
    let sweep: SeenTransfer | undefined
    world.pass(DEPTH * BLOCK_MS, (block) => {
      sweep = seen(block, order.address.address, 'operator', '25')
      return { outgoing: [sweep] }
    })
    if (!sweep) throw new Error('no sweep was mined')
    answerFinality(world, 'absent', [sweep])
    await world.watch()
    const name = { ...world.id, txHash: sweep.txHash, logIndex: 0 }
    const transfer = await world.store.read((tx) => tx.treasuryTransfers.find(name))
    expect(transfer).toMatchObject({ confirmedAt: null, orphanedAt: world.clock.businessAt })
  })
})

describe('a payment above the custody cap', () => {
  it.each(ENGINES)(
    'a payment above the custody cap on its way keeps no other order from being paid, on %s',
    async (engine) => {
      const world = await begin(engine)
      const [first, second] = [await world.order(), await world.order()]
      answerFinality(world, 'reorged', invent(world, first, CUSTODY_CAP))
      await pay(world, second, '25')
      expect(await statusOf(world, second)).toBe('PAID')
    },
  )

  it('a payment above the custody cap on its way to the same order delays the real payment until the network denies it', async () => {
    const world = await begin()
    const order = await world.order()
    const invented = invent(world, order, CUSTODY_CAP)
    answerFinality(world, 'reorged', invented)
    await pay(world, order, '25')
    world.pass(31 * MINUTE)
    await world.watch()
    await world.expire()
    expect(await statusOf(world, order)).toBe('CONFIRMING')
    answerFinality(world, 'absent', invented)
    for (let minutes = 0; minutes < 3; minutes += 1) {
      world.pass(MINUTE)
      await world.watch()
      await world.expire()
    }
    expect(await world.get(order.id)).toMatchObject({ status: 'PAID', received: amount('25') })
  })

  it('a payment above the custody cap for which others left no space under the cap is reported, and its order does not expire', async () => {
    const world = await begin()
    const [first, second] = [await world.order(), await world.order()]
    world.pass(DEPTH * BLOCK_MS, (block) => ({
      transfers: [
        seen(block, 'payer', first.address.address, NEAR_CAP),
        seen(block, 'payer', second.address.address, NEAR_CAP),
      ],
    }))
    world.pass(31 * MINUTE)
    await world.watch()
    await world.watch()
    expect([await statusOf(world, first), await statusOf(world, second)]).toEqual(['PAID', 'OPEN'])
    expect(await world.balance('custody')).toBe('15000000000.00')
    await world.expire()
    expect(await statusOf(world, second)).toBe('OPEN')
    expect(await world.conditions()).toEqual(['balance_mismatch'])
  })

  it('a payment above the custody cap that came late and is invented hides no missed payment', async () => {
    const world = await begin()
    const order = await world.order()
    world.pass(BLOCK_MS, (block) => ({
      transfers: [{ ...seen(block, 'payer', order.address.address, '25'), isHidden: true }],
    }))
    world.pass(31 * MINUTE)
    answerFinality(world, 'reorged', invent(world, order, CUSTODY_CAP))
    await world.watch()
    await world.expire()
    expect(await statusOf(world, order)).toBe('OPEN')
    expect(await world.conditions()).toEqual(['balance_mismatch'])
  })

  it.each(ENGINES)('adds up to more than a row holds, on %s', async (engine) => {
    const world = await begin(engine)
    const order = await world.order()
    world.pass(BLOCK_MS, (block) => ({
      transfers: Array.from({ length: 8 }, () => seen(block, 'payer', order.address.address, NEAR_CAP)),
      outgoing: Array.from({ length: 8 }, () => seen(block, order.address.address, 'operator', NEAR_CAP)),
    }))
    await world.watch()
    const query = { ...world.id, address: order.address.address, upTo: 1_000 }
    const sums = await world.store.read(async (tx) => ({
      came: await tx.transfers.sumReceived(query),
      net: await tx.treasuryTransfers.sumNet(query),
    }))
    expect(sums).toEqual({
      came: { counted: NEAR_CAP, pending: NEAR_CAP, ignored: 7n * NEAR_CAP },
      net: -8n * NEAR_CAP,
    })
  })
})
