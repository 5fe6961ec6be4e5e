import { createVerifier } from '@merchantpay/webhook-verify'
import { describe, expect, it } from 'vitest'
import { type Answer, Harness, type Registered, useHarness } from '../../support/server/harness.js'
import { auditRows, callOperator, OPERATOR_TOKEN, WITH_OPERATOR } from '../../support/server/operator.js'
import { sideOf } from '../../support/storage/engines.js'
import { type Received, Receiver } from '../../support/webhooks/receiver.js'

const FIXED = { amount_mode: 'FIXED', amount: '12.50', currency: 'USDT' } as const
const CUSTOM = { amount_mode: 'CUSTOM', currency: 'USDT' } as const
const PAYMENTS = '/operator/v1/app-payments'
const UNKNOWN = '019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d'
const HALF_AN_HOUR_MS = 1_800_000

async function openOrder(harness: Harness, keys: Registered, body: object = FIXED): Promise<Answer['json']> {
  const { json } = await harness.call('POST', '/v1/app/orders', { keys, body })
  return json
}

const pay = (harness: Harness, orderNumber: unknown, fields: object = {}): Promise<Answer> =>
  callOperator(harness, PAYMENTS, {
    body: { order_number: orderNumber, payer_reference: 'user-4711', ...fields },
  })

const getOrder = async (harness: Harness, keys: Registered, id: string) =>
  (await harness.call('GET', `/v1/orders/${id}`, { keys })).json

describe('POST /operator/v1/app-payments', () => {
  const shared = useHarness(WITH_OPERATOR)

  it('reserves an order for its payer, and the remark shows on the order', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const order = await openOrder(harness, keys)
    const { status, json, headers } = await pay(harness, order.order_number, { remark: 'for lunch' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      order_id: order.id,
      order_status: 'PENDING_CONFIRM',
      status: 'AUTHORISED',
      amount: '12.50',
      remark: 'for lunch',
      environment: 'test',
    })
    expect(headers['idempotent-replayed']).toBeUndefined()
    expect(await getOrder(harness, keys, order.id)).toMatchObject({
      status: 'PENDING_CONFIRM',
      remark: 'for lunch',
    })
    expect(await auditRows(harness, json.id)).toMatchObject([
      { actor: 'operator-api', action: 'app-payments create' },
    ])
  })

  it('pays in one step with settle, and the merchant is credited less the fee', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const order = await openOrder(harness, keys)
    const { json } = await pay(harness, order.order_number, { settle: true })
    expect(json).toMatchObject({ order_status: 'PAID', status: 'SETTLED' })
    expect((await harness.call('GET', '/v1/balance', { keys })).json).toMatchObject({
      available: '12.375',
      held: '0.00',
    })
    expect(await auditRows(harness, json.id)).toHaveLength(1)
  })

  it('replays the same payer and amount, sent or omitted, and records nothing again', async () => {
    const { harness } = shared
    const order = await openOrder(harness, await harness.register())
    const first = await pay(harness, order.order_number)
    for (const fields of [{}, { amount: '12.5' }, { settle: true }]) {
      const again = await pay(harness, order.order_number, fields)
      expect([again.status, again.text]).toEqual([201, first.text])
      expect(again.headers['idempotent-replayed']).toBe('true')
    }
    expect(await auditRows(harness, first.json.id)).toHaveLength(1)
  })

  it('creates a new payment after a void', async () => {
    const { harness } = shared
    const order = await openOrder(harness, await harness.register())
    const first = await pay(harness, order.order_number)
    const voided = await callOperator(harness, `${PAYMENTS}/${first.json.id}/void`)
    expect(voided.json).toMatchObject({ status: 'VOIDED', order_status: 'OPEN' })
    const second = await pay(harness, order.order_number)
    expect(second.status).toBe(201)
    expect(second.json.id).not.toBe(first.json.id)
  })

  it.each(['12.49', '12.51', '12.50000001', '0', '0.00'])('refuses %s for a FIXED 12.50', async (amount) => {
    const { harness } = shared
    const order = await openOrder(harness, await harness.register())
    const { status, text } = await pay(harness, order.order_number, { amount })
    expect([status, text]).toEqual([400, '{"error":"amount does not match"}'])
  })

  it.each([undefined, '0', '0.005', '200000.01', '5.001'])(
    'refuses %s for a CUSTOM order',
    async (amount) => {
      const { harness } = shared
      const order = await openOrder(harness, await harness.register(), CUSTOM)
      const { status, text } = await pay(harness, order.order_number, { amount })
      expect([status, text]).toEqual([400, '{"error":"amount does not match"}'])
    },
  )

  it('accepts both ends of the limits for a CUSTOM order, which then has that amount', async () => {
    const { harness } = shared
    for (const amount of ['0.01', '200000']) {
      const keys = await harness.register()
      const order = await openOrder(harness, keys, CUSTOM)
      const { status } = await pay(harness, order.order_number, { amount, settle: true })
      expect(status).toBe(201)
      const { amount: paid } = await getOrder(harness, keys, order.id)
      expect(Number(paid)).toBe(Number(amount))
    }
  })

  it('refuses an order whose window is over, and settles one that was authorised in time', async () => {
    const harness = await Harness.start(WITH_OPERATOR)
    const keys = await harness.register()
    const late = await openOrder(harness, keys)
    const inTime = await openOrder(harness, keys)
    const payment = await pay(harness, inTime.order_number)
    harness.clock.advance(HALF_AN_HOUR_MS)
    const refused = await pay(harness, late.order_number)
    expect([refused.status, refused.text]).toEqual([409, '{"error":"order not payable"}'])
    const settled = await callOperator(harness, `${PAYMENTS}/${payment.json.id}/settle`)
    expect(settled.json).toMatchObject({ status: 'SETTLED', order_status: 'PAID' })
  })

  it('voids past the window into EXPIRED', async () => {
    const harness = await Harness.start(WITH_OPERATOR)
    const order = await openOrder(harness, await harness.register())
    const payment = await pay(harness, order.order_number)
    harness.clock.advance(HALF_AN_HOUR_MS)
    const voided = await callOperator(harness, `${PAYMENTS}/${payment.json.id}/void`)
    expect(voided.json).toMatchObject({ status: 'VOIDED', order_status: 'EXPIRED' })
  })

  it('refuses an on-chain order and one that another payer has reserved', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const body = { amount: '25.00', currency: 'USDT', network: 'TRC20' }
    const onChain = await harness.call('POST', '/v1/orders', { keys, body })
    const reserved = await openOrder(harness, keys)
    await pay(harness, reserved.order_number)
    for (const { order_number: orderNumber } of [onChain.json, reserved]) {
      const { status, text } = await pay(harness, orderNumber, { payer_reference: 'user-4712' })
      expect([status, text]).toEqual([409, '{"error":"order not payable"}'])
    }
  })

  it('keeps the limits that an order was created with when the settings change', async () => {
    const first = await Harness.start(WITH_OPERATOR)
    const keys = await first.register()
    const old = await openOrder(first, keys, CUSTOM)
    await first.server.stop()
    const env = { ...WITH_OPERATOR, MERCHANTPAY_APP_AMOUNT_MAX: '10' }
    const second = await Harness.open(first.folder, env)
    try {
      const young = await openOrder(second, keys, CUSTOM)
      expect((await pay(second, old.order_number, { amount: '50' })).status).toBe(201)
      expect((await pay(second, young.order_number, { amount: '50' })).text).toBe(
        '{"error":"amount does not match"}',
      )
    } finally {
      await second.close()
    }
  })

  it('sends payment.confirmed, and the receiver can verify it', async () => {
    const [harness, certificate] = await Harness.startForWebhooks(WITH_OPERATOR)
    const receiver = await Receiver.start(certificate)
    const keys = await harness.register()
    const order = await openOrder(harness, keys, { ...FIXED, webhook_url: receiver.url })
    await pay(harness, order.order_number, { settle: true })
    await harness.work()
    expect(receiver.received).toHaveLength(1)
    const [{ body, headers }] = receiver.received as [Received]
    const { event } = createVerifier({ secrets: keys.webhookSecret }).verify(body, headers)
    expect(event).toMatchObject({
      event: 'payment.confirmed',
      data: { order_id: order.id, status: 'PAID', credited_amount: '12.375', transactions: [] },
    })
  })
})

describe('settle and void', () => {
  const shared = useHarness(WITH_OPERATOR)

  it.each([
    ['settle', 'void', 'payment already settled'],
    ['void', 'settle', 'payment already voided'],
  ])('%s answers 200 again, and then %s answers 409', async (verb, other, message) => {
    const { harness } = shared
    const order = await openOrder(harness, await harness.register())
    const { json } = await pay(harness, order.order_number)
    const first = await callOperator(harness, `${PAYMENTS}/${json.id}/${verb}`)
    const second = await callOperator(harness, `${PAYMENTS}/${json.id}/${verb}`)
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text])
    const refused = await callOperator(harness, `${PAYMENTS}/${json.id}/${other}`)
    expect([refused.status, refused.text]).toEqual([409, JSON.stringify({ error: message })])
    expect((await auditRows(harness, json.id)).map(({ action }) => action)).toEqual([
      'app-payments create',
      `app-payments ${verb}`,
    ])
  })

  it.each([UNKNOWN, 'nothing', '%41'])('finds no payment %s', async (id) => {
    for (const verb of ['settle', 'void']) {
      const { status, text } = await callOperator(shared.harness, `${PAYMENTS}/${id}/${verb}`)
      expect([status, text]).toEqual([404, '{"error":"payment not found"}'])
    }
  })
})

describe('the operator API checks in one order', () => {
  const shared = useHarness(WITH_OPERATOR)
  const post = (fields: object, target = PAYMENTS) => callOperator(shared.harness, target, fields)

  it.each([
    ['path', 404, 'not found', () => shared.harness.call('PUT', '/operator/v1/nothing')],
    ['method', 405, 'method not allowed', () => shared.harness.call('PUT', PAYMENTS)],
    [
      'size',
      413,
      'request body too large',
      () => shared.harness.call('POST', PAYMENTS, { bytes: Buffer.alloc(66_560, 'x') }),
    ],
    ['token', 401, 'invalid operator token', () => shared.harness.call('POST', PAYMENTS, { bytes: 'x' })],
    [
      'content type',
      415,
      'unsupported media type',
      () => post({ bytes: '{', headers: { 'content-type': 'text/plain' } }),
    ],
    ['JSON', 400, 'invalid json', () => post({ bytes: '{' })],
    [
      'fields',
      400,
      'invalid parameter: payer_reference',
      () => post({ body: { order_number: 'ord_0', payer_reference: '' } }),
    ],
    ['unknown query', 400, 'invalid parameter: x', () => post({}, `${PAYMENTS}/${UNKNOWN}/settle?x=1`)],
    [
      'order',
      404,
      'order not found',
      () => post({ body: { order_number: 'ord_0', payer_reference: 'p', amount: '0' } }),
    ],
  ])('%s', async (_check, status, message, call) => {
    const answer = await call()
    expect([answer.status, answer.errorText]).toEqual([status, JSON.stringify({ error: message })])
    expect(answer.headers['x-request-id']).toBeTypeOf('string')
  })

  it.each([
    [{ payer_reference: 'p' }, 'order_number'],
    [{ order_number: '', payer_reference: 'p' }, 'order_number'],
    [{ order_number: 'ord_0' }, 'payer_reference'],
    [{ order_number: 'ord_0', payer_reference: 'é' }, 'payer_reference'],
    [{ order_number: 'ord_0', payer_reference: 'p'.repeat(129) }, 'payer_reference'],
    [{ order_number: 'ord_0', payer_reference: 'p', amount: 5 }, 'amount'],
    [{ order_number: 'ord_0', payer_reference: 'p', amount: '-1' }, 'amount'],
    [{ order_number: 'ord_0', payer_reference: 'p', remark: 'x'.repeat(129) }, 'remark'],
    [{ order_number: 'ord_0', payer_reference: 'p', settle: 'yes' }, 'settle'],
  ])('%j names its field', async (body, name) => {
    const { status, errorText: text } = await post({ body })
    expect([status, text]).toEqual([400, JSON.stringify({ error: `invalid parameter: ${name}` })])
  })
})

describe('the operator token', () => {
  it('is accepted in one header only', async () => {
    const harness = await Harness.start(WITH_OPERATOR)
    const right = `Bearer ${OPERATOR_TOKEN}`
    const wrong: Record<string, string | string[]>[] = [
      {},
      { authorization: OPERATOR_TOKEN },
      { authorization: 'Bearer' },
      { authorization: `Basic ${OPERATOR_TOKEN}` },
      { authorization: `${right}x` },
      { authorization: right.slice(0, -1) },
      { authorization: `Bearer ${OPERATOR_TOKEN.toUpperCase()}` },
      { authorization: [right, right] },
      { cookie: `token=${OPERATOR_TOKEN}` },
    ]
    for (const headers of wrong) {
      const { status, text } = await harness.call('POST', `${PAYMENTS}/${UNKNOWN}/void`, { headers })
      expect([headers, status, text]).toEqual([headers, 401, '{"error":"invalid operator token"}'])
    }
    expect((await callOperator(harness, `${PAYMENTS}/${UNKNOWN}/void`)).status).toBe(404)
  })

  it('is not read from the query', async () => {
    const harness = await Harness.start(WITH_OPERATOR)
    const target = `${PAYMENTS}/${UNKNOWN}/void?token=${OPERATOR_TOKEN}&access_token=${OPERATOR_TOKEN}`
    expect((await harness.call('POST', target)).status).toBe(401)
  })

  it('can be guessed ten times a minute, while the right one still works', async () => {
    const harness = await Harness.start(WITH_OPERATOR)
    const guess = () => harness.call('POST', PAYMENTS, { headers: { authorization: 'Bearer guess' } })
    for (let count = 0; count < 10; count += 1) expect((await guess()).status).toBe(401)
    const { status, text, headers } = await guess()
    expect([status, text]).toEqual([429, '{"error":"rate limit exceeded"}'])
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect((await callOperator(harness, `${PAYMENTS}/${UNKNOWN}/void`)).status).toBe(404)
  })

  it('does not open the merchants’ API, and a merchant key does not open this one', async () => {
    const harness = await Harness.start(WITH_OPERATOR)
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
    expect((await harness.call('GET', '/v1/orders', { headers })).status).toBe(401)
    const keys = await harness.register()
    expect((await harness.call('POST', PAYMENTS, { keys, body: {} })).status).toBe(401)
  })
})

describe('the operator API when the database fails', () => {
  it('answers 503 while it is locked, and changes nothing', async () => {
    const harness = await Harness.start(WITH_OPERATOR, { engine: 'sqlite' })
    const order = await openOrder(harness, await harness.register())
    const rival = await sideOf(harness.database)
    await rival.script('BEGIN IMMEDIATE')
    const { status, text, headers } = await pay(harness, order.order_number)
    expect([status, text, headers['retry-after']]).toEqual([503, '{"error":"service unavailable"}', '1'])
    await rival.script('ROLLBACK')
    const { headers: later } = await pay(harness, order.order_number)
    expect(later['idempotent-replayed']).toBeUndefined()
  })

  it('answers 500 and accepts no payment that cannot be recorded', async () => {
    const harness = await Harness.start(WITH_OPERATOR)
    const keys = await harness.register()
    const order = await openOrder(harness, keys)
    await (await sideOf(harness.database)).script('ALTER TABLE audit_entries RENAME TO lost')
    const { status, text } = await pay(harness, order.order_number)
    expect([status, text]).toEqual([500, '{"error":"internal server error"}'])
    expect(await getOrder(harness, keys, order.id)).toMatchObject({ status: 'OPEN' })
  })
})

describe('without a token', () => {
  const shared = useHarness()

  it.each([
    ['POST', PAYMENTS],
    ['PUT', PAYMENTS],
    ['GET', '/operator'],
    ['GET', '/operator/'],
    ['POST', `${PAYMENTS}/${UNKNOWN}/settle`],
    ['POST', '/operator/v1/nothing'],
  ])('%s %s is not found', async (method, target) => {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` }
    const { status, text } = await shared.harness.call(method, target, { headers })
    expect([status, text]).toEqual([404, '{"error":"not found"}'])
  })
})
