import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EthereumPayouts, startEthereumPayouts } from '../support/payout-ethereum.js'
import { PayoutWorld } from '../support/payout-world.js'

describe('smoke', () => {
  let network: EthereumPayouts
  beforeAll(async () => { network = await startEthereumPayouts() })
  afterAll(() => network.stop())
  it('pays', async () => {
    const world = await PayoutWorld.begin(network)
    const life = await world.live()
    await life.tick()
    await network.mine(3)
    const w = await world.withdraw(life)
    const [done] = await world.finish(life, [w])
    expect(done?.status).toBe('COMPLETED')
    await world.prove([w])
  })
})
