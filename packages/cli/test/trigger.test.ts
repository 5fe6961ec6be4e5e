import { describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../src/events.js'
import { useWorld } from './support/world.js'

const use = useWorld()

describe('trigger', () => {
  it.each(EVENT_TYPES)('makes %s happen', async (event) => {
    const { code, stdout, stderr } = await use.world.callWhileTimePasses(['trigger', event, '--json'])
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ event, delivery_id: expect.stringMatching(/^wd_/) })
  })

  it('prints the event and its order', () =>
    use.world.golden('trigger', () => ['trigger', 'payment.confirmed', '--set', 'metadata.cart=A-1001']))

  it('sets fields of the order', async () => {
    const set = ['--set', 'metadata.cart=A-1', '--set', 'amount=31.50', '--set', 'network=ERC20']
    const { stdout } = await use.world.callWhileTimePasses(['trigger', 'payment.expired', '--json', ...set])
    const { id } = JSON.parse(stdout) as { id: string }
    const order = await use.world.call(['orders', 'get', id, '--json'])
    expect(JSON.parse(order.stdout)).toMatchObject({
      metadata: { cart: 'A-1' },
      order_amount: '31.50',
      network: 'ERC20',
      status: 'EXPIRED',
    })
  })

  it('says at once that a withdrawal waits for the operator', async () => {
    const { code, stderr } = await use.world.callWhileTimePasses([
      ...['trigger', 'withdrawal.completed', '--set', 'amount=100000'],
    ])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^merchantpay: wdr_\w+ is in REVIEW: it waits until the operator of http/),
    ])
  })

  it('refuses a live key, whose withdrawal would send real money away', async () => {
    const { keyId, secret } = await use.world.harness.liveKeys(use.world.merchant)
    const env = { ...use.world.env, MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret }
    const { code, stderr } = await use.world.call(['trigger', 'withdrawal.completed'], { env })
    expect([code, stderr]).toEqual([2, expect.stringContaining('trigger is for the sandbox')])
    expect((await use.world.call(['trigger', 'payment.expired', '--yes'], { env })).code).toBe(2)
  })

  it.each([
    [['payment.paid'], 'payment.paid is not an event'],
    [['payment.expired', '--set', 'status=PAID'], '--set takes metadata.<name>'],
    [['payment.expired', '--set', 'metadata'], '--set takes name=value'],
  ])('refuses %s', async (args, message) => {
    const { code, stderr } = await use.world.call(['trigger', ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})
