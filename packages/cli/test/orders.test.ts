import { describe, expect, it } from 'vitest'
import { useWorld } from './support/world.js'

const use = useWorld()

describe('orders create', () => {
  it('creates an on-chain order', () =>
    use.world.golden('orders-create', () => [
      ...['orders', 'create', '--amount', '25.00', '--network', 'TRC20'],
      ...['--metadata', 'cart=A-1001', '--description', 'Two books'],
    ]))

  it('creates an order of the client app, whose payer chooses the amount', async () => {
    const { code, stdout } = await use.world.call(['orders', 'create', '--app', '--json'])
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { kind: 'app', amount_mode: 'CUSTOM', amount: null },
    ])
  })

  it.each([
    [['--network', 'TRC20'], 2, '--amount is missing'],
    [['--amount', '25'], 2, '--network is missing'],
    [['--amount', '25', '--network', 'BTC'], 2, '--network takes one of TRC20, ERC20'],
    [['--amount', '25,00', '--network', 'TRC20'], 2, '--amount takes an amount like 25.00'],
    [['--amount', '5', '--network', 'TRC20'], 1, 'invalid amount'],
    [['--app', '--network', 'TRC20'], 2, '--network is for on-chain orders'],
  ])('refuses %s', async (args, code, message) => {
    const called = await use.world.call(['orders', 'create', ...args])
    expect([called.code, called.stdout]).toEqual([code, ''])
    expect(called.stderr).toContain(message)
  })
})
