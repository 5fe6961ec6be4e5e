import { describe, expect, it, onTestFinished } from 'vitest'
import type { TokenAdminEvent } from '../../src/domain/chain/scan-step.js'
import type { BlockRef } from '../../src/domain/shared/types.js'
import { type Content, DEPTH, seen, WALLET } from '../support/chain/scripted-chain.js'
import { BLOCK_MS, ScriptedWorld } from '../support/chain/scripted-world.js'
import { amount } from '../support/domain/context.js'

const OPERATOR = 'operator-address'

/** Begins a world whose ledger must balance at the end of the test. */
async function begin(options = {}): Promise<ScriptedWorld> {
  const world = await ScriptedWorld.begin(options)
  onTestFinished(async () => expect((await world.verify()).isBalanced).toBe(true))
  return world
}

/** Mines a block with `content` and the blocks above it that confirm it. */
async function confirm(world: ScriptedWorld, content?: (block: BlockRef) => Content): Promise<void> {
  world.pass(DEPTH * BLOCK_MS, content)
  await world.watch()
}

/** Creates an order of 25 USDT and pays it. @returns its address */
async function paidOrder(world: ScriptedWorld): Promise<string> {
  const { id, address } = await world.order()
  await confirm(world, (block) => ({ transfers: [seen(block, 'payer', address.address, '25')] }))
  expect(await world.get(id)).toMatchObject({ status: 'PAID' })
  return address.address
}

const balances = async (world: ScriptedWorld) => ({
  custody: await world.balance('custody'),
  operator: await world.balance('operator'),
  suspense: await world.balance('suspense'),
})

describe('a treasury transfer', () => {
  it('leaves custody when the operator sweeps an address, once it is confirmed', async () => {
    const world = await begin()
    const address = await paidOrder(world)
    world.pass(BLOCK_MS, (block) => ({ outgoing: [seen(block, address, OPERATOR, '25')] }))
    await world.watch()
    expect(await balances(world)).toEqual({ custody: '25.00', operator: '0.00', suspense: '0.00' })
    await confirm(world)
    expect(await balances(world)).toEqual({ custody: '0.00', operator: '25.00', suspense: '0.00' })
    expect(await world.conditions()).toEqual([])
  })

  it('enters custody when it comes into the hot wallet', async () => {
    const world = await begin()
    await confirm(world, (block) => ({ transfers: [seen(block, OPERATOR, WALLET, '100')] }))
    expect(await balances(world)).toEqual({ custody: '100.00', operator: '-100.00', suspense: '0.00' })
  })

  it('is posted nowhere when it goes from one of our addresses to another', async () => {
    const world = await begin()
    const address = await paidOrder(world)
    const { address: other } = (await world.order()).address
    await confirm(world, (block) => ({
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

  it('a treasury transfer above the custody cap is recorded, and posted nowhere', async () => {
    const world = await begin()
    await confirm(world, (block) => ({
      transfers: Array.from({ length: 22 }, () => seen(block, OPERATOR, WALLET, '999999999')),
    }))
    expect(await world.balance('custody')).toBe('19999999980.00')
  })
})

describe('a transfer from the hot wallet that we did not sign', () => {
  it('goes to suspense, and the signer is paused as soon as it is seen', async () => {
    const world = await begin()
    await confirm(world, (block) => ({ transfers: [seen(block, OPERATOR, WALLET, '100')] }))
    world.pass(BLOCK_MS, (block) => ({ outgoing: [seen(block, WALLET, 'stranger', '40')] }))
    await world.watch()
    expect(await world.conditions()).toEqual(['signer_paused'])
    await confirm(world)
    expect(await balances(world)).toEqual({ custody: '60.00', operator: '-100.00', suspense: '-40.00' })
  })

  it('goes to suspense when the token destroys the funds of an address, without any transfer', async () => {
    const world = await begin()
    const address = await paidOrder(world)
    await confirm(world, (block) => ({ adminEvents: [adminEvent(block, 'funds_destroyed', address, '25')] }))
    expect(await balances(world)).toEqual({ custody: '0.00', operator: '0.00', suspense: '-25.00' })
    expect(await world.conditions()).toEqual(['address_blacklisted'])
  })
})

describe('a treasury transfer in a block that is replaced', () => {
  it('is reversed, and posted again when it returns', async () => {
    const world = await begin()
    const address = await paidOrder(world)
    const fork = (await world.chain.head()).number
    const { clock } = world
    const at = clock.businessAt
    const sweep = (block: BlockRef) => ({ ...seen(block, address, OPERATOR, '25'), txHash: 'sweep' })
    await confirm(world, (block) => ({ outgoing: [sweep(block)] }))
    expect(await world.balance('operator')).toBe('25.00')
    world.chain.forkAfter(fork)
    clock.businessAt = at
    await confirm(world)
    await confirm(world)
    expect(await balances(world)).toEqual({ custody: '25.00', operator: '0.00', suspense: '0.00' })
    await confirm(world, (block) => ({ outgoing: [sweep(block)] }))
    expect(await balances(world)).toEqual({ custody: '0.00', operator: '25.00', suspense: '0.00' })
    expect(
      await world.store.read((tx) => tx.treasuryTransfers.listByAddress(world.id, address)),
    ).toMatchObject([{ incarnation: 2, orphanedAt: null }])
  })

  it('stays posted when the branch has it too', async () => {
    const world = await begin()
    const address = await paidOrder(world)
    const fork = (await world.chain.head()).number
    const at = world.clock.businessAt
    const sweep = (block: BlockRef) => ({ ...seen(block, address, OPERATOR, '25'), txHash: 'sweep' })
    await confirm(world, (block) => ({ outgoing: [sweep(block)] }))
    world.chain.forkAfter(fork)
    world.clock.businessAt = at
    await confirm(world, (block) => ({ outgoing: [sweep(block)] }))
    expect(await world.balance('operator')).toBe('25.00')
    expect(
      await world.store.read((tx) => tx.treasuryTransfers.listByAddress(world.id, address)),
    ).toMatchObject([{ incarnation: 1, orphanedAt: null }])
  })
})

describe('the verification of the ledger', () => {
  /** Lists the checks that a sweep of 25 USDT breaks once its row is changed. */
  async function brokenBy(change: { confirmedAt: number | null }, blocks: number): Promise<string[]> {
    const world = await ScriptedWorld.begin()
    const address = await paidOrder(world)
    world.pass(blocks * BLOCK_MS, (block) => ({ outgoing: [seen(block, address, OPERATOR, '25')] }))
    await world.watch()
    const [sweep] = await world.store.read((tx) => tx.treasuryTransfers.listByAddress(world.id, address))
    if (!sweep) throw new Error('no sweep was recorded')
    await world.store.write((tx) => tx.treasuryTransfers.update({ ...sweep, ...change }))
    const { checks } = await world.verify()
    return checks.filter(({ violations }) => violations.length > 0).map(({ check }) => check)
  }

  it('finds a treasury transfer that was not posted', async () => {
    expect(await brokenBy({ confirmedAt: 1 }, 1)).toEqual(['movement'])
  })

  it('finds a ledger transaction without its treasury transfer', async () => {
    expect(await brokenBy({ confirmedAt: null }, DEPTH)).toEqual(['unmoved'])
  })
})

describe('an admin event of the token', () => {
  it.each([
    ['paused', 'token_paused', 'unpaused'],
    ['fee_changed', 'token_fee', 'fee_ended'],
  ] as const)(
    'an admin event of the token that concerns every holder is a condition until it ends: %s',
    async (begins, condition, ends) => {
      const world = await begin()
      await confirm(world, (block) => ({ adminEvents: [adminEvent(block, begins, null)] }))
      expect(await world.conditions()).toEqual([condition])
      await confirm(world, (block) => ({ adminEvents: [adminEvent(block, ends, null)] }))
      expect(await world.conditions()).toEqual([])
    },
  )

  it('an admin event of the token that deprecates the token closes it to new orders', async () => {
    const world = await begin()
    await confirm(world, (block) => ({ adminEvents: [adminEvent(block, 'deprecated', null)] }))
    await expect(world.order()).rejects.toThrow('no_available_address')
  })

  it('an admin event of the token that blacklists an address: it is never leased again', async () => {
    const world = await begin({ cooldownMs: 0 })
    const address = await paidOrder(world)
    await confirm(world, (block) => ({ adminEvents: [adminEvent(block, 'blacklisted', address)] }))
    await confirm(world, (block) => ({ adminEvents: [adminEvent(block, 'unblacklisted', address)] }))
    expect((await world.order()).address.address).not.toBe(address)
  })

  it('an admin event of the token that blacklists the hot wallet: the signer is paused', async () => {
    const world = await begin()
    await confirm(world, (block) => ({ adminEvents: [adminEvent(block, 'blacklisted', WALLET)] }))
    expect((await world.conditions()).sort()).toEqual(['address_blacklisted', 'signer_paused'])
  })
})

describe('an ignored transfer of an address', () => {
  it('is stored with its reason, a hundred per reason, and only counted beyond', async () => {
    const world = await begin()
    const { address } = (await world.order()).address
    const dust = (block: BlockRef) => ({
      ...seen(block, 'stranger', address, '1'),
      address,
      value: 2n ** 256n - 1n,
      reason: 'over_cap' as const,
    })
    await confirm(world, (block) => ({ ignored: Array.from({ length: 60 }, () => dust(block)) }))
    await confirm(world, (block) => ({
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

  it('is removed with its block', async () => {
    const world = await begin()
    const { address } = (await world.order()).address
    const fork = (await world.chain.head()).number
    const at = world.clock.businessAt
    await confirm(world, (block) => ({
      ignored: [{ ...seen(block, 'a', address, '1'), address, value: 0n, reason: 'zero_value' }],
    }))
    world.chain.forkAfter(fork)
    world.clock.businessAt = at
    await confirm(world)
    const counts = await world.store.read((tx) => tx.ignoredTransfers.listCounts(world.id, address))
    expect(counts).toEqual([{ reason: 'zero_value', total: 0 }])
    expect(await world.store.read((tx) => tx.ignoredTransfers.listByAddress(world.id, address))).toEqual([])
  })
})

let eventCount = 0

function adminEvent(
  block: BlockRef,
  kind: TokenAdminEvent['kind'],
  address: string | null,
  value = '0',
): TokenAdminEvent {
  eventCount += 1
  return { kind, address, value: amount(value), txHash: `admin-event-${eventCount}`, logIndex: 0, block }
}
