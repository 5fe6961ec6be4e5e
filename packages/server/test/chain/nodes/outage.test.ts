import { expect, it } from 'vitest'
import { seen } from '../../support/chain/scripted-chain.js'
import { BLOCK_MS, MINUTE, ScriptedWorld } from '../../support/chain/scripted-world.js'

const ORDERS = 100
const PAID = 60

it('nodes that are down for six hours expire no order wrongly, and every payment is credited', async () => {
  const world = await ScriptedWorld.begin()
  const orders = []
  for (let count = 0; count < ORDERS; count += 1) orders.push(await world.order())
  world.chain.isOut = true
  for (const { address } of orders.slice(0, PAID)) {
    world.pass(BLOCK_MS, (block) => ({ transfers: [seen(block, 'payer', address.address, '25')] }))
  }
  for (let passed = PAID * BLOCK_MS; passed < 360 * MINUTE; passed += 30 * MINUTE) {
    world.pass(30 * MINUTE)
    await expect(world.watch()).rejects.toThrow('no node answers')
    expect(await world.expire()).toBe(0)
  }
  world.chain.isOut = false
  world.chain.span = 50
  await world.watch()
  while ((await world.expire()) > 0);
  const statuses = await Promise.all(orders.map(async ({ id }) => (await world.get(id)).status))
  expect(statuses.slice(0, PAID)).toEqual(Array.from({ length: PAID }, () => 'PAID'))
  expect(statuses.slice(PAID)).toEqual(Array.from({ length: ORDERS - PAID }, () => 'EXPIRED'))
  expect(await world.balance('custody')).toBe('1500.00')
  expect((await world.verify()).isBalanced).toBe(true)
}, 60_000)
