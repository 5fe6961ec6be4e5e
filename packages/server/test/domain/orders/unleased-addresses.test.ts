import { describe, expect, it } from 'vitest'
import { isDestination } from '../../../src/domain/withdrawals/withdrawal-opening.js'
import { ScriptedWorld } from '../../support/chain/scripted-world.js'

describe('addresses of the wallet behind those that orders had', () => {
  it('are no destinations, as far as they are watched', async () => {
    const world = await ScriptedWorld.begin()
    for (let orders = 0; orders < 3; orders += 1) await world.order()
    const accepts = (index: number) =>
      world.store.write((tx) => isDestination(tx, world.context, world.id, world.chain.deriveAddress(index)))
    for (const index of [0, 1, 3, 4, 50, 103]) expect(await accepts(index)).toBe(false)
    expect(await accepts(104)).toBe(true)
  })
})

describe('a network that runs out of addresses', () => {
  it('says so when four of five were given out, and no more once there are others', async () => {
    const world = await ScriptedWorld.begin()
    const limit = (addressLimit: number) =>
      Object.assign(world.context, { policy: { ...world.context.policy, addressLimit } })
    limit(10)
    for (let orders = 0; orders < 7; orders += 1) await world.order()
    expect(await world.conditions()).toEqual([])
    for (const given of [8, 9, 10]) {
      await world.order()
      const noted = await world.store.read((tx) => tx.chainConditions.list(world.id))
      const reason = `${given} of 10 addresses are in use`
      expect(noted).toMatchObject([{ kind: 'addresses_scarce', reason }])
    }
    await expect(world.order()).rejects.toThrow('no_available_address')
    limit(100)
    await world.order()
    expect(await world.conditions()).toEqual([])
  })
})
