import { describe, expect, it } from 'vitest'
import { type Keys, ORDER, useHarness } from '../../support/server/harness.js'
import { balanceOf, fund, getWithdrawal, withdraw } from '../../support/withdrawals/withdrawals.js'

describe('GET /v1/balance', () => {
  const shared = useHarness()
  const simulate = (keys: Keys, id: string, body: object) =>
    shared.harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body })
  const balance = (available: string, held: string, frozen: string) => ({
    currency: 'USDT',
    available,
    held,
    frozen,
  })

  it('is nothing for a new merchant', async () => {
    const keys = await shared.harness.register()
    expect(await balanceOf(shared.harness, keys)).toEqual(balance('0.00', '0.00', '0.00'))
  })

  it('grows by credited payments of both networks and the client app, and not by unconfirmed ones', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (const network of ['TRC20', 'ERC20']) {
      const { json } = await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, network } })
      await simulate(keys, json.id, { action: 'pay' })
    }
    await harness.pass(2_000)
    expect(await balanceOf(harness, keys)).toEqual(balance('0.00', '0.00', '0.00'))
    await harness.pass(1_000)
    expect(await balanceOf(harness, keys)).toEqual(balance('49.50', '0.00', '0.00'))
    await fund(harness, keys, '0.5')
    expect(await balanceOf(harness, keys)).toEqual(balance('50.00', '0.00', '0.00'))
  })

  it('freezes the credit of an order that a reorganisation reverses or screening flags', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    await simulate(keys, json.id, { action: 'pay' })
    await harness.pass(3_000)
    await simulate(keys, json.id, { action: 'freeze', amount: '5' })
    await harness.pass(1_000)
    expect(await balanceOf(harness, keys)).toEqual(balance('0.00', '0.00', '24.75'))
    await harness.pass(3_000)
    expect(await balanceOf(harness, keys)).toEqual(balance('0.00', '0.00', '29.70'))
  })

  it('first covers the shortfall that a reorganisation left', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    await simulate(keys, json.id, { action: 'pay' })
    await harness.pass(3_000)
    const { id } = (await withdraw(harness, keys, { amount: '20' })).json
    await harness.pass(6_000)
    expect((await getWithdrawal(harness, keys, id)).status).toBe('COMPLETED')
    expect(await balanceOf(harness, keys)).toEqual(balance('3.25', '0.00', '0.00'))
    await simulate(keys, json.id, { action: 'reorg' })
    await harness.work()
    expect(await balanceOf(harness, keys)).toEqual(balance('0.00', '0.00', '0.00'))
    await fund(harness, keys, '30')
    // 24.75 were reversed and 3.25 of them were available: 21.50 are covered first.
    expect(await balanceOf(harness, keys)).toEqual(balance('8.50', '0.00', '0.00'))
  })
})
