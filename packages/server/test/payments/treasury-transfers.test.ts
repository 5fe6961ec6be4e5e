import { describe, expect, it, onTestFinished } from 'vitest'
import type { TokenAdminEvent } from '../../src/domain/chain/scan-step.js'
import type { BlockRef } from '../../src/domain/shared/types.js'
import { type Content, DEPTH, seen, WALLET } from '../support/chain/scripted-chain.js'
import { BLOCK_MS, ScriptedWorld } from '../support/chain/scripted-world.js'
import { amount } from '../support/domain/context.js'

const OPERATOR = 'somebody-of-the-operator'

/** A world whose books must be right in the end. */
async function begin(options = {}): Promise<ScriptedWorld> {
  const world = await ScriptedWorld.begin(options)
  onTestFinished(async () => expect((await world.verify()).isBalanced).toBe(true))
  return world
}

/** A block with that content, and as many on top as it needs. */
async function settle(world: ScriptedWorld, content?: (block: BlockRef) => Content): Promise<void> {
  world.pass(DEPTH * BLOCK_MS, content)
  await world.watch()
}

/** An order of 25 USDT that is paid. */
async function paid(world: ScriptedWorld): Promise<string> {
  const { id, address } = await world.order()
  await settle(world, (block) => ({ transfers: [seen(block, 'payer', address.address, '25')] }))
  expect(await world.get(id)).toMatchObject({ status: 'PAID' })
  return address.address
}

const balances = async (world: ScriptedWorld) => ({
  custody: await world.balance('custody'),
  operator: await world.balance('operator'),
  suspense: await world.balance('suspense'),
})

describe('money that the operator moves', () => {
  it('leaves custody when it is swept from an address, at its depth', async () => {
    const world = await begin()
    const address = await paid(world)
    world.pass(BLOCK_MS, (block) => ({ outgoing: [seen(block, address, OPERATOR, '25')] }))
    await world.watch()
    expect(await balances(world)).toEqual({ custody: '25.00', operator: '0.00', suspense: '0.00' })
    await settle(world)
    expect(await balances(world)).toEqual({ custody: '0.00', operator: '25.00', suspense: '0.00' })
    expect(await world.conditions()).toEqual([])
  })

  it('enters custody when it comes into the hot wallet', async () => {
    const world = await begin()
    await settle(world, (block) => ({ transfers: [seen(block, OPERATOR, WALLET, '100')] }))
    expect(await balances(world)).toEqual({ custody: '100.00', operator: '-100.00', suspense: '0.00' })
  })

  it('is booked nowhere when it only goes from one of our addresses to another', async () => {
    const world = await begin()
    const address = await paid(world)
    const { address: other } = (await world.order()).address
    await settle(world, (block) => ({
      outgoing: [seen(block, address, WALLET, '10'), seen(block, address, other, '5')],
    }))
    expect(await balances(world)).toEqual({ custody: '25.00', operator: '0.00', suspense: '0.00' })
    const moved = await world.store.read((tx) => tx.treasuryTransfers.listByAddress(world.id, address))
    expect(new Map(moved.map(({ to, kind }) => [to, kind]))).toEqual(
      new Map([
        [WALLET, 'move'],
        [other, 'move'],
      ]),
    )
  })

  it('is more than there can be: kept, and booked nowhere', async () => {
    const world = await begin()
    await settle(world, (block) => ({
      transfers: Array.from({ length: 22 }, () => seen(block, OPERATOR, WALLET, '999999999')),
    }))
    expect(await world.balance('custody')).toBe('19999999980.00')
  })
})

describe('money that leaves the hot wallet without us', () => {
  it('goes to suspense, and the signer stops at first sight', async () => {
    const world = await begin()
    await settle(world, (block) => ({ transfers: [seen(block, OPERATOR, WALLET, '100')] }))
    world.pass(BLOCK_MS, (block) => ({ outgoing: [seen(block, WALLET, 'stranger', '40')] }))
    await world.watch()
    expect(await world.conditions()).toEqual(['signer_paused'])
    await settle(world)
    expect(await balances(world)).toEqual({ custody: '60.00', operator: '-100.00', suspense: '-40.00' })
  })

  it('goes to suspense when the token’s owner destroys it, without anybody’s transfer', async () => {
    const world = await begin()
    const address = await paid(world)
    await settle(world, (block) => ({ adminEvents: [notice(block, 'funds_destroyed', address, '25')] }))
    expect(await balances(world)).toEqual({ custody: '0.00', operator: '0.00', suspense: '-25.00' })
    expect(await world.conditions()).toEqual(['address_blacklisted'])
  })
})

describe('a movement in a block that is replaced', () => {
  it('is taken back, and booked anew when it returns', async () => {
    const world = await begin()
    const address = await paid(world)
    const fork = (await world.chain.head()).number
    const { clock } = world
    const at = clock.businessAt
    const sweep = (block: BlockRef) => ({ ...seen(block, address, OPERATOR, '25'), txHash: 'sweep' })
    await settle(world, (block) => ({ outgoing: [sweep(block)] }))
    expect(await world.balance('operator')).toBe('25.00')
    world.chain.forkAfter(fork)
    clock.businessAt = at
    await settle(world)
    await settle(world)
    expect(await balances(world)).toEqual({ custody: '25.00', operator: '0.00', suspense: '0.00' })
    await settle(world, (block) => ({ outgoing: [sweep(block)] }))
    expect(await balances(world)).toEqual({ custody: '0.00', operator: '25.00', suspense: '0.00' })
    expect(
      await world.store.read((tx) => tx.treasuryTransfers.listByAddress(world.id, address)),
    ).toMatchObject([{ incarnation: 2, orphanedAt: null }])
  })

  it('stays where it is when the branch has it too', async () => {
    const world = await begin()
    const address = await paid(world)
    const fork = (await world.chain.head()).number
    const at = world.clock.businessAt
    const sweep = (block: BlockRef) => ({ ...seen(block, address, OPERATOR, '25'), txHash: 'sweep' })
    await settle(world, (block) => ({ outgoing: [sweep(block)] }))
    world.chain.forkAfter(fork)
    world.clock.businessAt = at
    await settle(world, (block) => ({ outgoing: [sweep(block)] }))
    expect(await world.balance('operator')).toBe('25.00')
    expect(
      await world.store.read((tx) => tx.treasuryTransfers.listByAddress(world.id, address)),
    ).toMatchObject([{ incarnation: 1, orphanedAt: null }])
  })
})

describe('the proof of the books', () => {
  /** The checks that a sweep of 25 USDT breaks once its row says something else. */
  async function brokenBy(change: { confirmedAt: number | null }, blocks: number): Promise<string[]> {
    const world = await ScriptedWorld.begin()
    const address = await paid(world)
    world.pass(blocks * BLOCK_MS, (block) => ({ outgoing: [seen(block, address, OPERATOR, '25')] }))
    await world.watch()
    const [sweep] = await world.store.read((tx) => tx.treasuryTransfers.listByAddress(world.id, address))
    if (!sweep) throw new Error('nothing was swept')
    await world.store.write((tx) => tx.treasuryTransfers.update({ ...sweep, ...change }))
    const { checks } = await world.verify()
    return checks.filter(({ violations }) => violations.length > 0).map(({ check }) => check)
  }

  it('finds a movement that was not booked', async () => {
    expect(await brokenBy({ confirmedAt: 1 }, 1)).toEqual(['movement'])
  })

  it('finds a ledger transaction without its movement', async () => {
    expect(await brokenBy({ confirmedAt: null }, DEPTH)).toEqual(['unmoved'])
  })
})

describe('what the token’s owner does', () => {
  it.each([
    ['paused', 'token_paused', 'unpaused'],
    ['fee_changed', 'token_fee', 'fee_ended'],
  ] as const)('to everybody holds as long as it lasts: %s', async (begins, condition, ends) => {
    const world = await begin()
    await settle(world, (block) => ({ adminEvents: [notice(block, begins, null)] }))
    expect(await world.conditions()).toEqual([condition])
    await settle(world, (block) => ({ adminEvents: [notice(block, ends, null)] }))
    expect(await world.conditions()).toEqual([])
  })

  it('to the whole token closes it to new orders', async () => {
    const world = await begin()
    await settle(world, (block) => ({ adminEvents: [notice(block, 'deprecated', null)] }))
    await expect(world.order()).rejects.toThrow('no_available_address')
  })

  it('to an address: it is never leased again', async () => {
    const world = await begin({ cooldownMs: 0 })
    const address = await paid(world)
    await settle(world, (block) => ({ adminEvents: [notice(block, 'blacklisted', address)] }))
    await settle(world, (block) => ({ adminEvents: [notice(block, 'unblacklisted', address)] }))
    expect((await world.order()).address.address).not.toBe(address)
  })

  it('to the hot wallet: the signer stops', async () => {
    const world = await begin()
    await settle(world, (block) => ({ adminEvents: [notice(block, 'blacklisted', WALLET)] }))
    expect((await world.conditions()).sort()).toEqual(['address_blacklisted', 'signer_paused'])
  })
})

describe('what touched an address and counts for nothing', () => {
  it('is kept with its reason, a hundred of each, and counted beyond', async () => {
    const world = await begin()
    const { address } = (await world.order()).address
    const dust = (block: BlockRef) => ({
      ...seen(block, 'stranger', address, '1'),
      address,
      value: 2n ** 256n - 1n,
      reason: 'over_cap' as const,
    })
    await settle(world, (block) => ({ ignored: Array.from({ length: 60 }, () => dust(block)) }))
    await settle(world, (block) => ({
      ignored: [
        ...Array.from({ length: 60 }, () => dust(block)),
        { ...dust(block), reason: 'zero_value', value: 0n },
      ],
    }))
    const { kept, counts } = await world.store.read(async (tx) => ({
      kept: await tx.ignoredTransfers.listByAddress(world.id, address),
      counts: await tx.ignoredTransfers.listCounts(world.id, address),
    }))
    expect(kept).toHaveLength(101)
    expect(kept[0]).toMatchObject({ value: 2n ** 256n - 1n, reason: 'over_cap', to: address })
    expect(counts).toEqual([
      { reason: 'over_cap', total: 120 },
      { reason: 'zero_value', total: 1 },
    ])
  })

  it('goes with its block', async () => {
    const world = await begin()
    const { address } = (await world.order()).address
    const fork = (await world.chain.head()).number
    const at = world.clock.businessAt
    await settle(world, (block) => ({
      ignored: [{ ...seen(block, 'a', address, '1'), address, value: 0n, reason: 'zero_value' }],
    }))
    world.chain.forkAfter(fork)
    world.clock.businessAt = at
    await settle(world)
    const counts = await world.store.read((tx) => tx.ignoredTransfers.listCounts(world.id, address))
    expect(counts).toEqual([{ reason: 'zero_value', total: 0 }])
    expect(await world.store.read((tx) => tx.ignoredTransfers.listByAddress(world.id, address))).toEqual([])
  })
})

let adminEvents = 0

function notice(
  block: BlockRef,
  kind: TokenAdminEvent['kind'],
  address: string | null,
  value = '0',
): TokenAdminEvent {
  adminEvents += 1
  return { kind, address, value: amount(value), txHash: `notice-${adminEvents}`, logIndex: 0, block }
}
