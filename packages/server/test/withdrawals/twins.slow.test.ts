import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../support/storage/engines.js'
import { startTronPayouts, type TronPayouts } from '../support/withdrawals/payout-tron.js'
import { PayoutWorld } from '../support/withdrawals/payout-world.js'

const TWINS = 20
const AT_ONCE = 8

describe('equal payouts on TRON', () => {
  let network: TronPayouts
  beforeAll(async () => {
    network = await startTronPayouts()
  }, 60_000)
  afterAll(() => network.stop())

  it('are separate transactions and payments', async () => {
    const { store } = await openDatabase('postgres')
    const world = await PayoutWorld.begin(network, store)
    const life = await world.live()
    await life.tick()
    await network.mine(3)
    const to = network.newPayee()
    const twins = []
    for (let n = 0; n < TWINS; n += 1) twins.push(await world.withdraw(life, { to }))
    await life.tick()
    const signed = (await Promise.all(twins.map(({ id }) => world.signedFor(id)))).flat()
    expect(new Set(signed.map(({ txHash }) => txHash)).size).toBe(AT_ONCE)
    const done = await world.finish(life, twins)
    expect(done.map(({ status }) => status)).toEqual(twins.map(() => 'COMPLETED'))
    const payouts = await network.payouts()
    expect(new Set(payouts.map(({ txHash }) => txHash)).size).toBe(TWINS)
    expect(payouts.map(({ to: payee, value }) => `${payee} ${value}`)).toEqual(
      twins.map(() => `${to} 10000000`),
    )
  }, 60_000)
})
