import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LossyNetwork } from '../support/withdrawals/payout-faults.js'
import { startTronPayouts, type TronPayouts } from '../support/withdrawals/payout-tron.js'
import { PayoutWorld } from '../support/withdrawals/payout-world.js'

const BLOCK_MS = 3_000
const LIFE_MS = 600_000
/** How long after its expiry a node may still have it in a block that other nodes have not seen. */
const MARGIN_MS = 60_000
const TICKS = 8

describe('a payment on TRON that is in no block', () => {
  let network: TronPayouts
  beforeAll(async () => {
    network = await startTronPayouts()
  }, 60_000)
  afterAll(() => network.stop())

  it('fails a minute after it expires, not before, and its amount is released', async () => {
    const world = await PayoutWorld.begin(network)
    const life = await world.live({ fetch: new LossyNetwork().fetchOf(fetch) })
    const { id } = await world.withdraw(life)
    for (let ticks = 0; ticks < TICKS; ticks += 1) {
      await life.tick()
      await network.mine()
    }
    expect((await world.read(id)).status).toBe('BROADCAST')
    await network.mine((LIFE_MS + MARGIN_MS / 2) / BLOCK_MS)
    const [payment] = await world.signedFor(id)
    await life.tick()
    expect(network.clock.now()).toBeGreaterThan(payment?.expiresAt ?? Number.POSITIVE_INFINITY)
    expect((await world.read(id)).status).toBe('BROADCAST')
    await network.mine(MARGIN_MS / BLOCK_MS)
    await life.tick()
    expect(await world.read(id)).toMatchObject({ status: 'FAILED', failureCode: 'expired_unbroadcast' })
    await world.verify([{ id }])
  }, 60_000)
})
