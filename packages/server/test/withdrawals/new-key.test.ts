import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { voidWithdrawal } from '../../src/domain/withdrawal-reviews.js'
import { isAnvilSkipped } from '../support/anvil.js'
import { startEthereumPayouts } from '../support/payout-ethereum.js'
import { LossyNetwork } from '../support/payout-faults.js'
import type { PayoutNetwork } from '../support/payout-network.js'
import { startTronPayouts } from '../support/payout-tron.js'
import { PayoutWorld } from '../support/payout-world.js'

const NETWORKS = [
  ...(isAnvilSkipped ? [] : [{ name: 'ERC20', start: startEthereumPayouts }]),
  { name: 'TRC20', start: startTronPayouts },
]
const NEW_KEY = '0ddba115'.repeat(8)
const TEN_MINUTES = 600_000
const RESEND_MS = 30_000

describe.each(NETWORKS)('a payment on $name whose wallet was given another key', ({ name, start }) => {
  let network: PayoutNetwork
  beforeAll(async () => {
    network = await start()
  }, 60_000)
  afterAll(() => network.stop())

  it('is completed by what the old key signed', async () => {
    const world = await PayoutWorld.begin(network)
    // Signed and lost: no node has it before the new key is there.
    const before = await world.live({ fetch: new LossyNetwork().fetchOf(fetch) })
    const withdrawal = await world.withdraw(before)
    for (let ticks = 0; ticks < 4; ticks += 1) {
      await before.tick()
      await network.mine()
    }
    expect((await world.read(withdrawal.id)).status).toBe('BROADCAST')

    network.wait(RESEND_MS)
    const after = await world.live({ key: NEW_KEY })
    const [done] = await world.finish(after, [withdrawal])
    expect(done?.status).toBe('COMPLETED')
    await world.prove([withdrawal])
  })

  // A payment on TRON ends by itself, so nobody can void one there.
  const voidable = name === 'ERC20' ? ['is not voided with the new one'] : []
  it.each(voidable)('%s', async () => {
    const world = await PayoutWorld.begin(network)
    const deaf = { fetch: new LossyNetwork().fetchOf(fetch) }
    const before = await world.live(deaf)
    const stuck = await world.withdraw(before)
    for (let ticks = 0; ticks < 3; ticks += 1) await before.tick()
    network.wait(TEN_MINUTES)
    const mandate = { actor: 'operator', reason: 'stuck' }
    await world.store.write((tx) => voidWithdrawal(tx, before.context, stuck.id, mandate))

    const after = await world.live({ ...deaf, key: NEW_KEY })
    await expect(after.tick()).rejects.toMatchObject({
      errors: [new Error(`${network.wallet} signed it, whose key is not here`)],
    })
    expect(await world.signedFor(stuck.id)).toHaveLength(1)
  })
})
