import { describe, expect, it, onTestFinished } from 'vitest'
import { Harness, ORDER } from '../support/server/harness.js'
import { ENGINES } from '../support/storage/engines.js'
import { Receiver, trustedCertificate } from '../support/webhooks/receiver.js'
import { balanceOf, fund, withdraw } from '../support/withdrawals/withdrawals.js'

describe.each(ENGINES)('on %s', (engine) => {
  it('an order is created, paid, reported by webhook and found after a restart', async () => {
    const certificate = await trustedCertificate()
    const receiver = await Receiver.start(certificate)
    const settings = { MERCHANTPAY_WEBHOOK_CA_FILE: certificate.file }
    const harness = await Harness.start(settings, { engine })
    const keys = await harness.register()
    const webhook = { url: receiver.url, events: ['payment.confirmed'] }
    await harness.call('POST', '/v1/webhooks', { keys, body: webhook })
    const { json: order } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const simulate = `/v1/test_helpers/orders/${order.id}/simulate`
    await harness.call('POST', simulate, { keys, body: { action: 'pay' } })
    await harness.pass(10_000)
    expect(receiver.events().map(({ event, data }) => [event, data.order_id])).toEqual([
      ['payment.confirmed', order.id],
    ])
    await harness.close()
    const again = await Harness.open(harness.folder, settings, { engine })
    onTestFinished(() => again.close())
    expect((await again.call('GET', `/v1/orders/${order.id}`, { keys })).json).toMatchObject({
      status: 'PAID',
      received_amount: '25.00',
    })
  })

  it('a hundred parallel calls with one key make one order', async () => {
    const harness = await Harness.start({}, { engine })
    const keys = await harness.register()
    const body = { ...ORDER, idempotency_key: 'one' }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => harness.call('POST', '/v1/orders', { keys, body })),
    )
    expect(answers.filter(({ status }) => status !== 201)).toEqual([])
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
    expect((await harness.call('GET', '/v1/orders', { keys })).json.total).toBe(1)
  })

  it('two of eight parallel withdrawals of 10 from 20 and their fees are accepted', async () => {
    const harness = await Harness.start({}, { engine })
    const keys = await harness.register()
    await fund(harness, keys, '23')
    const answers = await Promise.all(Array.from({ length: 8 }, () => withdraw(harness, keys)))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, errorText }) => [status, errorText])).toEqual(
      Array.from({ length: 6 }, () => [400, '{"error":"insufficient balance"}']),
    )
    expect(await balanceOf(harness, keys)).toMatchObject({ available: '0.00', held: '23.00' })
  })

  it('fifty parallel orders get fifty addresses', async () => {
    const harness = await Harness.start({}, { engine })
    const keys = await harness.register()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => harness.call('POST', '/v1/orders', { keys, body: ORDER })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 201))
    expect(new Set(answers.map(({ json }) => json.payment_address)).size).toBe(50)
  })
})

it('two servers on one PostgreSQL share the same data', async () => {
  const first = await Harness.start({}, { engine: 'postgres' })
  const second = await Harness.open(first.folder, {}, { engine: 'postgres' })
  onTestFinished(() => second.close())
  const keys = await first.register()
  const servers = [first, second] as const
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      servers[n % 2 === 0 ? 0 : 1].call('POST', '/v1/orders', { keys, body: ORDER }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
  const simulate = `/v1/test_helpers/orders/${answers[0]?.json.id}/simulate`
  expect((await second.call('POST', simulate, { keys, body: { action: 'pay' } })).status).toBe(200)
  for (const harness of servers) harness.clock.advance(10_000)
  await Promise.all(servers.map((harness) => harness.work()))
  await Promise.all(servers.map((harness) => harness.work()))
  expect((await first.call('GET', `/v1/orders/${answers[0]?.json.id}`, { keys })).json.status).toBe('PAID')
})
