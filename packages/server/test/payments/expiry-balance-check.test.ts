import { describe, expect, it, onTestFinished } from 'vitest'
import { resumeNetwork } from '../../src/domain/chain/chain-reviews.js'
import { recordRescan } from '../../src/domain/payments/rescan.js'
import { DEPTH, seen } from '../support/chain/scripted-chain.js'
import { BLOCK_MS, MINUTE, ScriptedWorld } from '../support/chain/scripted-world.js'

const MANDATE = { actor: 'ada', reason: 'checked it' }

async function begin(cooldownMs?: number): Promise<ScriptedWorld> {
  const world = await ScriptedWorld.begin(cooldownMs === undefined ? {} : { cooldownMs })
  onTestFinished(async () => expect((await world.verify()).isBalanced).toBe(true))
  return world
}

const statusOf = async (world: ScriptedWorld, id: string) => (await world.get(id)).status

/** Creates an order of 25 USDT whose payment a node does not report; its window is over. */
async function withMissedPayment(
  world: ScriptedWorld,
): Promise<{ id: string; address: string; txHash: string }> {
  const { id, address } = await world.order()
  let txHash = ''
  world.pass(10 * MINUTE, (block) => {
    const transfer = seen(block, 'payer', address.address, '25')
    txHash = transfer.txHash
    return { transfers: [{ ...transfer, isHidden: true }] }
  })
  world.pass(25 * MINUTE)
  await world.watch()
  return { id, address: address.address, txHash }
}

describe('an order whose window is over', () => {
  it('expires when its address has no balance', async () => {
    const world = await begin()
    const { id } = await world.order()
    world.pass(31 * MINUTE)
    await world.watch()
    expect(await world.expire()).toBe(1)
    expect(await statusOf(world, id)).toBe('EXPIRED')
    expect(await world.conditions()).toEqual([])
  })

  it('does not expire while its address has a balance that is not in the ledger, which is reported', async () => {
    const world = await begin()
    const { id, address } = await withMissedPayment(world)
    for (let minutes = 0; minutes < 3; minutes += 1) {
      await world.expire()
      world.pass(MINUTE)
      await world.watch()
    }
    expect(await statusOf(world, id)).toBe('OPEN')
    const [condition] = await world.store.read((tx) => tx.chainConditions.list(world.id))
    expect(condition).toMatchObject({
      kind: 'balance_mismatch',
      reason: `${address} has 25.00 USDT that are not recorded (order ${id})`,
    })
  })

  it('is paid once a node reports the payment, and the condition ends', async () => {
    const world = await begin()
    const { id, txHash } = await withMissedPayment(world)
    await world.expire()
    world.chain.reveal(txHash)
    world.pass(MINUTE)
    await world.watch()
    const { missed: before } = world.health.tallyOf(world.id)
    await world.expire()
    expect(await statusOf(world, id)).toBe('CONFIRMING')
    expect([before, world.health.tallyOf(world.id).missed]).toEqual([0, 1])
    await world.watch()
    expect(await world.get(id)).toMatchObject({ status: 'PAID', windowEndedAt: null })
    world.pass(2 * MINUTE)
    await world.watch()
    await world.expire()
    expect(await world.conditions()).toEqual([])
  })

  it('is paid once a node reports the payment, although the clock was set back meanwhile', async () => {
    const world = await begin()
    const { id, txHash } = await withMissedPayment(world)
    await world.expire()
    world.chain.reveal(txHash)
    world.clock.businessAt -= 120 * MINUTE
    await world.expire()
    expect(await statusOf(world, id)).toBe('CONFIRMING')
  })

  it('expires when the operator accepts the balance as unrelated', async () => {
    const world = await begin()
    const { id } = await withMissedPayment(world)
    await world.expire()
    await world.store.write((tx) => resumeNetwork(tx, world.context, world.id, MANDATE))
    await world.expire()
    expect(await statusOf(world, id)).toBe('EXPIRED')
    expect(await world.conditions()).toEqual([])
  })

  it('does not expire when the operator ends another condition of the network', async () => {
    const world = await begin()
    const { id } = await withMissedPayment(world)
    await world.expire()
    const blacklisted = { kind: 'address_blacklisted', reason: 'a test', sinceAt: 0 } as const
    await world.store.write((tx) => tx.chainConditions.set(world.id, blacklisted))
    const resume = (kind?: 'address_blacklisted') =>
      world.store.write((tx) => resumeNetwork(tx, world.context, world.id, MANDATE, kind))
    await expect(resume()).rejects.toThrow(
      'test/ERC20 has several conditions: choose --kind address_blacklisted or balance_mismatch',
    )
    await resume('address_blacklisted')
    await world.expire()
    expect(await statusOf(world, id)).toBe('OPEN')
    expect(await world.conditions()).toEqual(['balance_mismatch'])
  })

  it('does not expire when an accepted balance of its address turned out to be another payment', async () => {
    const world = await begin(BLOCK_MS)
    const { id, address, txHash } = await withMissedPayment(world)
    await world.expire()
    await world.store.write((tx) => resumeNetwork(tx, world.context, world.id, MANDATE))
    await world.expire()
    world.chain.reveal(txHash)
    const found = await world.chain.rescan({ from: 1, to: 1_000 })
    await world.store.write((tx) => recordRescan(tx, world.context, world.id, found))
    await world.watch()
    expect(await statusOf(world, id)).toBe('EXPIRED_PAID')
    world.pass(MINUTE)
    await world.watch()

    const next = await withMissedPayment(world)
    expect(next.address).toBe(address)
    await world.expire()
    expect(await statusOf(world, next.id)).toBe('OPEN')
    expect(await world.conditions()).toEqual(['balance_mismatch'])
  })

  it('stays open where a reorg turns time back during the balance check', async () => {
    const world = await begin()
    const { id } = await world.order()
    world.pass(29 * MINUTE)
    await world.watch()
    const cursor = await world.store.read((tx) => tx.cursors.find(world.id))
    world.jump(MINUTE)
    await world.watch()
    const { balanceAt } = world.chain
    world.chain.balanceAt = async (address, at) => {
      const balance = await balanceAt.call(world.chain, address, at)
      world.chain.forkAfter(cursor?.block.number ?? 0)
      world.chain.mineAt((cursor?.block.timeAt ?? 0) + 1)
      await world.watch()
      return balance
    }
    expect(await world.expire()).toBe(0)
    expect(await statusOf(world, id)).toBe('OPEN')
  })

  it('waits while its balance cannot be read, and other orders do not', async () => {
    const world = await begin()
    const { id } = await world.order()
    const other = await world.order()
    world.pass(31 * MINUTE)
    await world.watch()
    const { balanceAt } = world.chain
    world.chain.balanceAt = async (address, at) => {
      if (address === other.address.address) throw new Error('no node answers')
      return balanceAt.call(world.chain, address, at)
    }
    expect(await world.expire()).toBe(1)
    expect(await statusOf(world, id)).toBe('EXPIRED')
    expect(await statusOf(world, other.id)).toBe('OPEN')
    await expect(world.expire()).rejects.toThrow('1 balance checks failed')
  })

  it('expires although the operator swept earlier payments or moved tokens to its address', async () => {
    const world = await begin()
    const { address } = (await world.order()).address
    const { id, address: second } = await world.order()
    const own = second.address
    await confirm(world, (block) => ({ transfers: [seen(block, 'payer', address, '25')] }))
    await confirm(world, (block) => ({
      outgoing: [seen(block, address, 'operator', '20'), seen(block, address, own, '5')],
    }))
    world.pass(31 * MINUTE)
    await world.watch()
    expect(await world.expire()).toBe(1)
    expect(await statusOf(world, id)).toBe('EXPIRED')
  })

  it('delays no order of another address, however many are delayed', async () => {
    const world = await begin()
    const ids: string[] = []
    for (let orders = 0; orders < 3; orders += 1) ids.push((await withMissedPayment(world)).id)
    const { id } = await world.order()
    world.pass(31 * MINUTE)
    await world.watch()
    await world.expire()
    expect(await statusOf(world, id)).toBe('EXPIRED')
    expect(await Promise.all(ids.map((each) => statusOf(world, each)))).toEqual(['OPEN', 'OPEN', 'OPEN'])
  })
})

describe('a window', () => {
  it('begins at the time of the newest block where our clock is far behind it', async () => {
    const world = await begin()
    world.pass(10 * MINUTE)
    await world.watch()
    const chainTime = world.clock.businessAt
    world.clock.businessAt -= 6 * MINUTE
    expect((await world.order()).expireAt).toBe(chainTime + 30 * MINUTE)
  })

  it('begins now where the difference is small, and where our clock is ahead', async () => {
    const world = await begin()
    world.pass(10 * MINUTE)
    await world.watch()
    world.clock.businessAt -= 4 * MINUTE
    expect((await world.order()).expireAt).toBe(world.clock.businessAt + 30 * MINUTE)
    world.clock.businessAt += 60 * MINUTE
    expect((await world.order()).expireAt).toBe(world.clock.businessAt + 30 * MINUTE)
  })
})

async function confirm(world: ScriptedWorld, content: Parameters<ScriptedWorld['pass']>[1]): Promise<void> {
  world.pass(DEPTH * BLOCK_MS, content)
  await world.watch()
}
