import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../src/domain/shared/policy.js'
import { MINUTE, ScriptedWorld } from '../../support/chain/scripted-world.js'
import { Harness, type Keys, ORDER } from '../../support/server/harness.js'
import { openDatabase } from '../../support/storage/engines.js'
import { merchant } from '../../support/storage/store-rows.js'

/** Two shops on one network, `shop` and `rival`. */
async function twoShops(policy: Partial<ScriptedWorld['context']['policy']> = {}) {
  const books = await openDatabase('sqlite')
  const world = await ScriptedWorld.on(books.store)
  Object.assign(world.context, { policy: { ...world.context.policy, ...policy } })
  await world.store.write((tx) => tx.merchants.insert(merchant('rival')))
  const order = async (merchantId: string) => (await world.order(merchantId)).address.address
  return { world, order, side: await books.side() }
}

async function expireAll(world: ScriptedWorld): Promise<void> {
  world.jump(31 * MINUTE)
  await world.watch()
  await world.expire()
}

describe('an address that has rested', () => {
  it('goes to an order of the merchant that had it, and of no other one', async () => {
    const { world, order } = await twoShops()
    const first = await order('shop')
    await expireAll(world)
    world.jump(8 * DAY_MS)
    await world.watch()
    const ofRival = await order('rival')
    expect(ofRival).not.toBe(first)
    expect(await order('shop')).toBe(first)
  })

  it('is not leased before its cool-down is over, not to its merchant either', async () => {
    const { world, order } = await twoShops()
    const first = await order('shop')
    await expireAll(world)
    world.jump(6 * DAY_MS)
    await world.watch()
    expect(await order('shop')).not.toBe(first)
  })
})

describe('unfinished on-chain orders of a merchant', () => {
  it('are limited, whatever others have; one that ends makes room', async () => {
    const { world, order } = await twoShops({ unfinishedOrderLimit: 3 })
    for (let made = 0; made < 3; made += 1) await order('shop')
    await expect(order('shop')).rejects.toThrow('no_available_address')
    await order('rival')
    await expireAll(world)
    for (let made = 0; made < 3; made += 1) await order('shop')
    await expect(order('shop')).rejects.toThrow('no_available_address')
  })

  it('unfinished on-chain orders of a merchant that are refused take no address', async () => {
    const { world, order } = await twoShops({ unfinishedOrderLimit: 1 })
    await order('shop')
    await expect(order('shop')).rejects.toThrow('no_available_address')
    expect(await world.store.read((tx) => tx.addresses.findTakenIndexes(world.id))).toEqual({
      highest: 1,
      gapless: 1,
    })
  })
})

it('a merchant with too many unfinished orders is refused as documented, and others are served', async () => {
  const harness = await Harness.start({ MERCHANTPAY_UNFINISHED_ORDERS_PER_MERCHANT: '2' })
  const [keys, others] = [await harness.register(), await harness.register()]
  const create = (by: Keys, network: string) =>
    harness.call('POST', '/v1/orders', { keys: by, body: { ...ORDER, network } })
  const answers = [await create(keys, 'TRC20'), await create(keys, 'ERC20'), await create(keys, 'TRC20')]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 400])
  expect(answers[2]?.json).toEqual({
    error: 'no available address',
    detail: 'at most 2 unfinished on-chain orders',
  })
  expect((await create(others, 'TRC20')).status).toBe(201)
})

describe('the addresses of a network', () => {
  it('are all for one merchant while it is the only one', async () => {
    const { order, side } = await twoShops({ addressLimit: 2_000 })
    await order('shop')
    await side.script('UPDATE merchant_addresses SET total = 1998')
    await side.script('UPDATE address_indexes SET next_index = 2000 + stripe')
    await order('shop')
    await expect(order('shop')).rejects.toThrow('no_available_address')
  })

  it.each([
    [2_000, 1_000],
    [30_000, 3_000],
  ])('%s of them are shared between merchants: one gets %s', async (addressLimit, share) => {
    const { world, order, side } = await twoShops({ addressLimit })
    const first = await order('shop')
    await order('rival')
    await side.script(`UPDATE merchant_addresses SET total = ${share - 1} WHERE merchant_id = 'shop'`)
    await order('shop')
    await expect(order('shop')).rejects.toThrow('no_available_address')
    await order('rival')
    await expireAll(world)
    world.jump(8 * DAY_MS)
    await world.watch()
    expect(await order('shop')).toBe(first)
  })
})
