import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { useRates } from '../../server/test/support/rates/rates.js'
import { openOn } from '../../server/test/support/storage/engines.js'
import { call } from './support/call.js'
import { serviceThat } from './support/hostile-service.js'
import { useWorld } from './support/world.js'

const use = useWorld()
beforeEach(() => use.world.changeMerchant())

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
    [['--amount', '-5', '--network', 'TRC20'], 2, '--amount needs a value; one that begins with - is'],
    [['--amount', '5', '--network', 'TRC20'], 1, 'invalid amount'],
    [['--price', '49.90', '--network', 'TRC20'], 2, '--price takes a price like "49.90 EUR"'],
    [['--price', '49.90 EUR', '--network', 'TRC20'], 1, 'unsupported price currency'],
    [['--price', '5 EUR', '--amount', '5', '--network', 'TRC20'], 2, '--amount and --price exclude'],
    [['--app', '--price', '5 EUR'], 2, '--price is for on-chain orders'],
    [['--app', '--network', 'TRC20'], 2, '--network is for on-chain orders'],
  ])('refuses %s', async (args, code, message) => {
    const called = await use.world.call(['orders', 'create', ...args])
    expect([called.code, called.stdout]).toEqual([code, ''])
    expect(called.stderr).toContain(message)
  })
})

describe('rates get', () => {
  it('shows the rate of a currency', async () => {
    const { harness } = use.world
    await useRates(await openOn(harness.database), harness.clock, { EUR: '1.0834' })
    await use.world.golden('rates-get', () => ['rates', 'get', 'EUR'])
    const create = ['orders', 'create', '--price', '49.90 EUR', '--network', 'TRC20', '--json']
    const { stdout } = await use.world.call(create)
    expect(JSON.parse(stdout)).toMatchObject({ order_amount: '54.07', rate: '1.0834' })
  })
})

/** Creates an order, and acts on it. @returns its id */
async function orderAfter(...actions: readonly string[]): Promise<string> {
  const create = ['orders', 'create', '--amount', '25.00', '--network', 'TRC20', '--json']
  const { id } = JSON.parse((await use.world.call(create)).stdout) as { id: string }
  for (const action of actions) {
    const { code, stderr } = await use.world.callWhileTimePasses(['orders', 'simulate', id, action])
    expect([code, stderr]).toEqual([0, ''])
    await use.world.harness.pass(10_000)
  }
  return id
}

describe('the other commands of orders', () => {
  it('show an order', () => use.world.golden('orders-get', async () => ['orders', 'get', await orderAfter()]))

  it('list orders', async () => {
    for (const actions of [[], [], ['pay']]) await orderAfter(...actions)
    await use.world.golden('orders-list', () => ['orders', 'list', '--limit', '2', '--network', 'TRC20'])
    for (const filter of [
      ['--metadata', 'cart=none'],
      ['--from', '2100-01-01'],
      ['--to', '2000-01-01'],
    ]) {
      const { stdout } = await use.world.call(['orders', 'list', ...filter])
      expect(stdout).toBe('none\n')
    }
  })

  it('print each status until a final one', () =>
    use.world.golden('orders-watch', async () => ['orders', 'watch', await orderAfter('pay')]))

  it('simulate a payment', () =>
    use.world.golden('orders-simulate', async () => ['orders', 'simulate', await orderAfter(), 'pay']))

  it('end a window', () =>
    use.world.golden('orders-expire', async () => ['orders', 'expire', await orderAfter()]))

  it('accept what an order has received', () =>
    use.world.golden('orders-accept', async () => ['orders', 'accept', await orderAfter('overpay')]))

  it('refund an order', async () => {
    const to = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
    await orderAfter('pay') // pays the fees
    await use.world.golden('orders-refund', async () => {
      const id = await orderAfter('pay')
      return ['orders', 'refund', id, '--to', to, '--amount', '5.00']
    })
  })

  it('refund to an address only', async () => {
    const id = await orderAfter('pay')
    const { code, stderr } = await use.world.call(['orders', 'refund', id, '--to', 'nonsense'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('must be T and 33 characters on TRON')])
  })

  it('wait for a payment', () =>
    use.world.golden('orders-wait', async () => {
      const id = await orderAfter()
      await use.world.call(['orders', 'simulate', id, 'pay'])
      return ['orders', 'wait', id]
    }))

  it.each([
    ['expire', 10],
    ['underpay', 11],
    ['freeze', 12],
  ])('wait ends after %s with code %i', async (action, code) => {
    const id = await orderAfter(action)
    expect((await use.world.callWhileTimePasses(['orders', 'wait', id])).code).toBe(code)
  })

  it('wait ends after a late payment with code 13', async () => {
    const id = await orderAfter('expire', 'late_pay')
    expect((await use.world.call(['orders', 'wait', id])).code).toBe(13)
  })

  it('wait ends at its time-out with code 5', async () => {
    const id = await orderAfter()
    expect((await use.world.call(['orders', 'wait', id, '--timeout', '1s'])).code).toBe(5)
  })

  it('wait says that it shows a part of an order that is paid and cannot be retrieved', async () => {
    const id = '019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d'
    const order = { id, order_number: 'ord_9TB2F5C8KM1A', status: 'PAID', order_amount: '25.00' }
    const env = await serviceThat((path) =>
      path === '/v1/orders'
        ? [200, { orders: [order], total: 1, next: null }]
        : [503, { error: 'service unavailable' }],
    )
    const { code, stdout, stderr } = await call(['orders', 'wait', id, '--timeout', '1s', '--json'], { env })
    expect([code, JSON.parse(stdout)]).toEqual([0, order])
    expect(stderr).toContain(`only a part of the order could be read: merchantpay orders get ${id}`)
  }, 30_000)

  it.each([
    ['wait', 130],
    ['watch', 0], // where an interruption is the normal end
  ])('%s ends with code %i when it is interrupted', async (command, code) => {
    const stop = new AbortController()
    const id = await orderAfter()
    const ended = use.world.call(['orders', command, id], { signal: stop.signal })
    await use.world.harness.pass(1_000)
    stop.abort()
    expect(await ended).toMatchObject({ code, stderr: '' })
  })

  it('take the number of an order in place of its id', async () => {
    const { stdout } = await use.world.call(['orders', 'get', await orderAfter(), '--json'])
    const { order_number } = JSON.parse(stdout) as { order_number: string }
    for (const args of [
      ['simulate', order_number, 'pay'],
      ['wait', order_number],
      ['watch', order_number],
    ]) {
      const called = await use.world.callWhileTimePasses(['orders', ...args])
      expect(called).toMatchObject({ code: 0, stderr: '' })
    }
    const other = await use.world.call(['orders', 'get', await orderAfter(), '--json'])
    const { order_number: open } = JSON.parse(other.stdout) as { order_number: string }
    expect((await use.world.call(['orders', 'expire', open])).code).toBe(0)
  })

  it('say who decides about a refund in REVIEW', async () => {
    const create = ['orders', 'create', '--amount', '60000', '--network', 'TRC20', '--json']
    const { id } = JSON.parse((await use.world.call(create)).stdout) as { id: string }
    await use.world.callWhileTimePasses(['orders', 'simulate', id, 'pay'])
    await use.world.callWhileTimePasses(['orders', 'wait', id])
    const refund = ['orders', 'refund', id, '--to', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', '--amount', '50000']
    mkdirSync(join(use.world.folder, '.merchantpay'), { recursive: true })
    const dev = { url: use.world.harness.server.url }
    writeFileSync(join(use.world.folder, '.merchantpay/dev.json'), JSON.stringify(dev))
    const { code, stdout, stderr } = await use.world.call(refund)
    expect([code, stdout, stderr]).toEqual([
      0,
      expect.stringMatching(/^status +REVIEW$/m),
      expect.stringContaining(`${dev.url}/console/withdrawals?env=test (sign in: merchantpay dev --reveal)`),
    ])
  })

  it('name an order that does not exist', async () => {
    const { code, stderr } = await use.world.call(['orders', 'get', 'ord_ABCDEFGHJKMN'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('order not found')])
  })
})
