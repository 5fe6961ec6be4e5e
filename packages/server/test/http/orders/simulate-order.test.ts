import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/server/folder.js'
import { Harness, type Keys, ORDER, useHarness } from '../../support/server/harness.js'

describe('POST /v1/test_helpers/orders/{id}/simulate', () => {
  const shared = useHarness()
  const simulate = (keys: Keys, id: string, body: object) =>
    shared.harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body })
  const get = async (keys: Keys, id: string) =>
    (await shared.harness.call('GET', `/v1/orders/${id}`, { keys })).json
  const onChain = async (keys: Keys, fields = {}) =>
    (await shared.harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, ...fields } })).json.id
  const inApp = async (keys: Keys, body: object) =>
    (await shared.harness.call('POST', '/v1/app/orders', { keys, body: { currency: 'USDT', ...body } })).json
      .id

  it('pay: the transfer lands in the next block and is confirmed at depth 3', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await onChain(keys, { network: 'ERC20' })
    expect((await simulate(keys, id, { action: 'pay' })).json).toMatchObject({ status: 'OPEN' })
    await harness.pass(1_000)
    expect(await get(keys, id)).toMatchObject({
      status: 'CONFIRMING',
      received_amount: '25.00',
      credited_amount: '0.00',
    })
    await harness.pass(1_000)
    expect((await get(keys, id)).status).toBe('CONFIRMING')
    await harness.pass(1_000)
    expect(await get(keys, id)).toMatchObject({
      status: 'PAID',
      received_amount: '25.00',
      credited_amount: '24.75',
      paid_at: new Date(harness.clock.now()).toISOString(),
    })
  })

  it('pay on a PAID order sends its amount again, even past its window: it stays PAID and is credited', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await onChain(keys)
    await simulate(keys, id, { action: 'pay' })
    await harness.pass(4_000)
    const { paid_at } = await get(keys, id)
    await simulate(keys, id, { action: 'pay' })
    await harness.pass(4_000)
    const twice = { status: 'PAID', received_amount: '50.00', credited_amount: '49.50', paid_at }
    expect(await get(keys, id)).toMatchObject(twice)
    harness.clock.advance(3_600_000)
    expect((await simulate(keys, id, { action: 'pay', amount: '1' })).status).toBe(200)
    await harness.pass(4_000)
    expect(await get(keys, id)).toMatchObject({
      ...twice,
      received_amount: '51.00',
      credited_amount: '50.49',
    })
    expect((await harness.call('GET', '/v1/balance', { keys })).json.available).toBe('50.49')
  })

  it('pay with an amount within the tolerance makes it PAID; the next smaller amount leaves it OPEN', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const [within, below] = [await onChain(keys), await onChain(keys)]
    await simulate(keys, within, { action: 'pay', amount: '24.75' })
    await simulate(keys, below, { action: 'pay', amount: '24.749999' })
    await harness.pass(4_000)
    expect(await get(keys, within)).toMatchObject({
      status: 'PAID',
      credited_amount: '24.502500'.replace(/0+$/, ''),
    })
    expect(await get(keys, below)).toMatchObject({ status: 'OPEN', received_amount: '24.749999' })
    await simulate(keys, below, { action: 'pay' })
    await harness.pass(4_000)
    expect(await get(keys, below)).toMatchObject({
      status: 'PAID',
      received_amount: '25.00',
      credited_amount: '24.75',
    })
  })

  it('expire: an order without payment is EXPIRED, one with a partial payment UNDERPAID', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const [nothing, part] = [await onChain(keys), await onChain(keys)]
    await simulate(keys, part, { action: 'pay', amount: '10' })
    await harness.pass(4_000)
    for (const id of [nothing, part]) await simulate(keys, id, { action: 'expire' })
    await harness.pass(2_000)
    expect((await get(keys, nothing)).status).toBe('EXPIRED')
    expect(await get(keys, part)).toMatchObject({ status: 'UNDERPAID', credited_amount: '9.90' })
  })

  it('a payment in flight at the end of the window makes the order EXPIRED_PAID', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await onChain(keys)
    await simulate(keys, id, { action: 'pay' })
    await simulate(keys, id, { action: 'expire' })
    await harness.pass(1_000)
    expect((await get(keys, id)).status).toBe('EXPIRED')
    await harness.pass(3_000)
    expect(await get(keys, id)).toMatchObject({ status: 'EXPIRED_PAID', credited_amount: '24.75' })
  })

  it('an unpaid order expires after 30 minutes, on-chain and app-only', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const ids = [await onChain(keys), await inApp(keys, { amount_mode: 'CUSTOM' })]
    await harness.pass(1_799_000, 599_000)
    for (const id of ids) expect((await get(keys, id)).status).toBe('OPEN')
    await harness.pass(2_000)
    for (const id of ids) expect((await get(keys, id)).status).toBe('EXPIRED')
  })

  it('an order with a payment in flight does not expire at the end of its window', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await onChain(keys)
    await harness.pass(1_798_000, 599_000)
    await simulate(keys, id, { action: 'pay' })
    await harness.pass(1_000)
    expect((await get(keys, id)).status).toBe('CONFIRMING')
    await harness.pass(4_000)
    expect((await get(keys, id)).status).toBe('PAID')
  })

  it('pay on an app-only order settles it with the payer’s remark', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await inApp(keys, { amount_mode: 'CUSTOM' })
    const { json } = await simulate(keys, id, { action: 'pay', amount: '7.5', remark: 'for lunch' })
    expect(json).toMatchObject({
      status: 'PAID',
      amount: '7.50',
      received_amount: '7.50',
      credited_amount: '7.425',
    })
    expect(json).not.toHaveProperty('remark')
    expect(await get(keys, id)).toMatchObject({ remark: 'for lunch' })
  })

  it.each([
    [{ amount_mode: 'CUSTOM' }, { action: 'pay' }, 400, 'amount required'],
    [{ amount_mode: 'CUSTOM' }, { action: 'pay', amount: '0.001' }, 400, 'invalid amount'],
    [{ amount_mode: 'CUSTOM' }, { action: 'pay', amount: '200001' }, 400, 'amount out of range'],
    [{ amount_mode: 'FIXED', amount: '5' }, { action: 'pay', amount: '6' }, 400, 'invalid amount'],
    [{ amount_mode: 'FIXED', amount: '5' }, { action: 'pay', amount: 5 }, 400, 'invalid amount'],
    [
      { amount_mode: 'FIXED', amount: '5' },
      { action: 'pay', remark: 'x'.repeat(129) },
      400,
      'invalid parameter: remark',
    ],
    [{ amount_mode: 'FIXED', amount: '5' }, { action: 'refund' }, 400, 'invalid parameter: action'],
    [{ amount_mode: 'FIXED', amount: '5' }, { action: 'authorise', amount: '6' }, 400, 'invalid amount'],
  ])('an app-only order %j refuses %j', async (order, body, status, message) => {
    const keys = await shared.harness.register()
    const answer = await simulate(keys, await inApp(keys, order), body)
    expect([answer.status, answer.errorText]).toEqual([status, JSON.stringify({ error: message })])
  })

  it.each(['underpay', 'overpay', 'late_pay', 'freeze', 'reorg'])(
    'an app-only order refuses %s',
    async (action) => {
      const keys = await shared.harness.register()
      const order = await inApp(keys, { amount_mode: 'FIXED', amount: '5' })
      const answer = await simulate(keys, order, { action })
      expect([answer.status, answer.errorText]).toEqual([409, '{"error":"action not possible"}'])
    },
  )

  it.each([
    [{ action: 'pay', remark: 'on-chain' }, 400, 'invalid parameter: remark'],
    [{ action: 'authorise' }, 409, 'action not possible'],
    [{ action: 'reorg' }, 409, 'action not possible'],
    [{ action: 'reorg', amount: '5' }, 400, 'invalid parameter: amount'],
    [{ action: 'underpay', amount: '24.75' }, 400, 'invalid amount'],
    [{ action: 'overpay', amount: '25' }, 400, 'invalid amount'],
    [{ action: 'pay', amount: '0' }, 400, 'invalid amount'],
    [{ action: 'pay', amount: '1.1234567' }, 400, 'invalid amount'],
  ])('an on-chain order refuses %j', async (body, status, message) => {
    const keys = await shared.harness.register()
    const answer = await simulate(keys, await onChain(keys), body)
    expect([answer.status, answer.errorText]).toEqual([status, JSON.stringify({ error: message })])
  })

  it('refuses to act on an order that is final', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await inApp(keys, { amount_mode: 'FIXED', amount: '5' })
    await simulate(keys, id, { action: 'pay' })
    for (const action of ['pay', 'expire']) {
      const answer = await simulate(keys, id, { action })
      expect([answer.status, answer.errorText]).toEqual([409, '{"error":"action not possible"}'])
    }
  })

  it('each action is refused where the status does not allow it', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const [confirming, paid, expired, frozen] = [
      await onChain(keys),
      await onChain(keys),
      await onChain(keys),
      await onChain(keys),
    ]
    await simulate(keys, paid, { action: 'pay' })
    await simulate(keys, expired, { action: 'expire' })
    await simulate(keys, frozen, { action: 'freeze' })
    await harness.pass(4_000)
    await simulate(keys, confirming, { action: 'pay' })
    await harness.pass(1_000)
    const refused: [order: string, status: string, actions: string[]][] = [
      [confirming, 'CONFIRMING', ['pay', 'underpay', 'overpay', 'late_pay', 'expire', 'authorise']],
      [paid, 'PAID', ['underpay', 'overpay', 'late_pay', 'expire', 'authorise']],
      [expired, 'EXPIRED', ['pay', 'underpay', 'overpay', 'expire', 'reorg', 'authorise']],
      [frozen, 'FROZEN', ['pay', 'underpay', 'overpay', 'late_pay', 'expire', 'freeze', 'authorise']],
    ]
    for (const [id, status, actions] of refused) {
      expect((await get(keys, id)).status).toBe(status)
      for (const action of actions) {
        const answer = await simulate(keys, id, { action })
        expect([action, answer.status, answer.errorText]).toEqual([
          action,
          409,
          '{"error":"action not possible"}',
        ])
      }
    }
  })

  it('reorg reverses a payment once', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await onChain(keys)
    await simulate(keys, id, { action: 'pay' })
    await harness.pass(1_000)
    expect((await simulate(keys, id, { action: 'reorg' })).status).toBe(200)
    await harness.work()
    const again = await simulate(keys, id, { action: 'reorg' })
    expect([again.status, again.errorText]).toEqual([409, '{"error":"action not possible"}'])
  })

  it('answers 403 to a live key', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await onChain(keys)
    const live = await harness.liveKeys(keys)
    const answer = await simulate(live, id, { action: 'pay' })
    expect([answer.status, answer.text]).toEqual([403, '{"error":"forbidden"}'])
  })

  it('a payment that would land after the window is refused and leaves no trace', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await onChain(keys)
    harness.clock.advance(1_799_500)
    const answer = await simulate(keys, id, { action: 'pay' })
    expect([answer.status, answer.errorText]).toEqual([409, '{"error":"action not possible"}'])
    await harness.pass(6_000)
    expect(await get(keys, id)).toMatchObject({ status: 'EXPIRED', received_amount: '0.00' })
  })

  it('answers 404 for another merchant’s order', async () => {
    const [keys, other] = [await shared.harness.register(), await shared.harness.register()]
    const answer = await simulate(other, await onChain(keys), { action: 'pay' })
    expect([answer.status, answer.text]).toEqual([404, '{"error":"order not found"}'])
  })

  it('no merchant can pay itself so much that nothing remains for others', async () => {
    const { harness } = shared
    const [greedy, other] = [await harness.register(), await harness.register()]
    const huge = { amount: '4999999' }
    const id = await onChain(greedy, huge)
    const second = await onChain(greedy, huge)
    const answers: number[] = []
    for (let sent = 0; sent < 24; sent += 1) {
      const target = sent % 2 === 0 ? id : second
      answers.push((await simulate(greedy, target, { action: 'pay', ...huge })).status)
    }
    expect(answers).toEqual([200, 200, ...Array.from({ length: 22 }, () => 409)])
    const paid = await onChain(other)
    await simulate(other, paid, { action: 'pay' })
    await harness.pass(4_000)
    expect((await get(other, paid)).status).toBe('PAID')
    expect(await get(greedy, id)).toMatchObject({ status: 'PAID', received_amount: '4999999.00' })
    const inApp = { amount_mode: 'FIXED', amount: '200000', currency: 'USDT' }
    const { json } = await harness.call('POST', '/v1/app/orders', { keys: greedy, body: inApp })
    expect((await simulate(greedy, json.id, { action: 'pay' })).status).toBe(409)
  })

  it('expire accepts neither amount nor remark', async () => {
    const keys = await shared.harness.register()
    const id = await onChain(keys)
    for (const [field, value] of Object.entries({ amount: '5', remark: 'x' })) {
      const answer = await simulate(keys, id, { action: 'expire', [field]: value })
      expect([answer.status, answer.errorText]).toEqual([400, `{"error":"invalid parameter: ${field}"}`])
    }
  })

  it('is not possible on a network that has been switched off', async () => {
    const folder = temporaryFolder()
    const before = await Harness.open(folder)
    const keys = await before.register()
    const { json } = await before.call('POST', '/v1/orders', { keys, body: { ...ORDER, network: 'ERC20' } })
    await before.server.stop()
    const after = await Harness.open(folder, { MERCHANTPAY_TEST_ERC20: 'off' })
    onTestFinished(() => after.close())
    for (const action of ['pay', 'expire']) {
      const target = `/v1/test_helpers/orders/${json.id}/simulate`
      const answer = await after.call('POST', target, { keys, body: { action } })
      expect([answer.status, answer.errorText]).toEqual([409, '{"error":"action not possible"}'])
    }
  })
})
