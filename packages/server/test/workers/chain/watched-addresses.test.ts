import { expect, it } from 'vitest'
import { AddressFilter } from '../../../src/chain/wallet/address-filter.js'
import { watchedAddresses } from '../../../src/workers/chain/watched-addresses.js'
import { DEPTH, seen, WALLET } from '../../support/chain/scripted-chain.js'
import { BLOCK_MS, ScriptedWorld } from '../../support/chain/scripted-world.js'

const LEASED = 3

async function begin() {
  const world = await ScriptedWorld.begin()
  for (let orders = 0; orders < LEASED; orders += 1) await world.order()
  return { world, watched: watchedAddresses(world.store, world.context, world.chain) }
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

it('several pages list every address', async () => {
  const { watched } = await begin()
  const known: number[] = []
  for (let last = -1, isMore = true; isMore; ) {
    const part = await watched.since(last, 2)
    known.push(...part.map(({ index }) => index))
    last = Math.max(...known)
    isMore = part.length >= 2
  }
  expect(new Set(known).size).toBe(1 + LEASED + 100)
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
