import { describe, expect, it } from 'vitest'
import { AddressFilter } from '../../../src/chain/wallet/address-filter.js'
import type { WatchedAddresses } from '../../../src/domain/chain/chain.js'
import { isDestination } from '../../../src/domain/withdrawals/withdrawal-opening.js'
import { watchedAddresses } from '../../../src/workers/chain/watched-addresses.js'
import { DEPTH, seen, WALLET } from '../../support/chain/scripted-chain.js'
import { BLOCK_MS, ScriptedWorld } from '../../support/chain/scripted-world.js'
import { openDatabase } from '../../support/storage/engines.js'

const LEASED = 3

async function begin() {
  const { store, side } = await openDatabase('sqlite')
  const world = await ScriptedWorld.on(store)
  for (let orders = 0; orders < LEASED; orders += 1) await world.order()
  return { world, watched: watchedAddresses(world.store, world.context, world.chain), side: await side() }
}

/** Lists everything in pages, as a filter does. */
async function listAll(watched: Pick<WatchedAddresses, 'since'>, limit: number): Promise<Set<string>> {
  const all = new Set<string>()
  for (let last = -1, isFull = true; isFull; ) {
    const page = await watched.since(last, limit)
    for (const { index, address } of page) {
      all.add(address)
      last = Math.max(last, index)
    }
    isFull = page.length >= limit
  }
  return all
}

/** The addresses of the network as a network that spells them alike sees them. */
function siblingOf({ store, context, chain }: ScriptedWorld): Pick<WatchedAddresses, 'since'> {
  const other = Object.create(chain, { network: { value: 'BEP20' } }) as typeof chain // a chain of another name
  const [sibling] = watchedAddresses(store, context, other).siblings ?? []
  if (!sibling) throw new Error('the network has no sibling')
  return sibling
}

it('leased addresses are watched, and the first address, the hot wallet and the next hundred addresses', async () => {
  const { watched } = await begin()
  const all = await watched.since(-1, 1_000)
  expect(all.slice(0, 3)).toEqual([
    { index: 0, address: 'T-0' },
    { index: 0, address: WALLET },
    { index: 1, address: 'T-1' },
  ])
  expect(all.at(-1)).toEqual({ index: LEASED + 100, address: `T-${LEASED + 100}` })
  expect(all).toHaveLength(2 + LEASED + 100)
  const asked = ['T-0', WALLET, 'T-3', `T-${LEASED + 100}`, `T-${LEASED + 101}`, 'stranger']
  expect([...(await watched.ours(asked))].sort()).toEqual(['T-0', 'T-103', 'T-3', WALLET].sort())
})

it('addresses leased later are listed alone', async () => {
  const { world, watched } = await begin()
  const all = await watched.since(-1, 1_000)
  const last = all.at(-1)?.index ?? 0
  expect(await watched.since(last, 1_000)).toEqual([])
  await world.order()
  expect(await watched.since(last, 1_000)).toEqual([{ index: last + 1, address: `T-${last + 1}` }])
})

it.each([2, 3, 5, 100])('pages of %s list every address', async (limit) => {
  const { watched } = await begin()
  expect((await listAll(watched, limit)).size).toBe(2 + LEASED + 100)
})

describe('the address of an order that is being created', () => {
  /** Two orders with addresses above those of orders that are being created, whose transactions are open. */
  async function withGap() {
    const begun = await begin()
    await begun.side.script('UPDATE address_indexes SET next_index = next_index + 32 WHERE stripe = 9')
    await begun.side.script(
      `INSERT INTO addresses (id, environment, network, derivation_index, address)
       VALUES ('nine', 'test', '${begun.world.id.network}', 9, 'T-9'),
         ('more', 'test', '${begun.world.id.network}', 25, 'T-25')`,
    )
    return begun
  }

  it.each([2, 3, 5, 100])('is watched, listed by pages of %s', async (limit) => {
    const { world, watched } = await withGap()
    const all = await listAll(watched, limit)
    expect([...all].sort()).toEqual(
      ['T-0', WALLET, ...Array.from({ length: 125 }, (_, n) => `T-${n + 1}`)].sort(),
    )
    expect(await watched.ours(['T-4', 'T-24', 'T-125', 'T-126'])).toEqual(new Set(['T-4', 'T-24', 'T-125']))
    expect((await world.order()).address.address).toBe('T-4')
  })

  it('is no destination of a withdrawal', async () => {
    const { world } = await withGap()
    const isOne = (address: string) =>
      world.store.read((tx) => isDestination(tx, world.context, world.id, address))
    expect(await Promise.all(['T-4', 'T-24', 'T-125', 'T-126'].map(isOne))).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it('is watched on the sibling network, and the addresses behind it', async () => {
    const { world } = await withGap()
    const sibling = siblingOf(world)
    expect(await sibling.since(-1, 100)).toEqual([
      { index: 1, address: 'T-1' },
      { index: 2, address: 'T-2' },
      { index: 3, address: 'T-3' },
      { index: 3, address: 'T-9' },
      { index: 3, address: 'T-25' },
    ])
    await world.order()
    expect((await sibling.since(3, 100))[0]).toEqual({ index: 4, address: 'T-4' })
  })

  it('is skipped with those above, and orders behind it stay watched meanwhile', async () => {
    const { world, watched } = await withGap()
    await world.store.write((tx) => tx.recoveries.skipIndexes(world.id, 1_000, 0))
    const names = async () => [...(await listAll(watched, 100))]
    expect(await names()).toEqual(['T-0', WALLET, 'T-1', 'T-2', 'T-3', 'T-9', 'T-25'])
    await world.watch()
    expect((await names()).length).toBe(2 + 1_025 + 100)
  })
})

it('a payment to an address without an order is an unexplained deposit', async () => {
  const { world } = await begin()
  world.pass(DEPTH * BLOCK_MS, (block) => ({
    transfers: [seen(block, 'payer', 'T-50', '25'), seen(block, 'payer', 'T-0', '5')],
  }))
  await world.watch()
  expect(await world.balance('suspense')).toBe('30.00')
})

it('the address filter of a chain contains them all', async () => {
  const { watched } = await begin()
  const hex = (address: string) => Buffer.from(address).toString('hex').padEnd(40, '0')
  const spelled = {
    ...watched,
    since: async (index: number, limit: number) =>
      (await watched.since(index, limit)).map((each) => ({ ...each, address: `0x${hex(each.address)}` })),
  }
  const filter = new AddressFilter()
  await filter.topUp(spelled)
  expect(['T-0', WALLET, 'T-103', 'T-104'].map((address) => filter.mayBeOurs(hex(address)))).toEqual([
    true,
    true,
    true,
    false,
  ])
})
