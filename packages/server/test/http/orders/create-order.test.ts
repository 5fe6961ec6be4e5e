import { describe, expect, it } from 'vitest'
import { ORDER, useHarness } from '../../support/server/harness.js'

describe('POST /v1/orders', () => {
  const shared = useHarness()

  it('opens an order with an address, a page and 30 minutes to pay', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const body = {
      ...ORDER,
      amount: '25.123456',
      description: 'Two tickets',
      metadata: { cart: { id: 'A-1' } },
    }
    const { status, json, headers } = await harness.call('POST', '/v1/orders', { keys, body })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      merchant_id: keys.merchantId,
      status: 'OPEN',
      order_amount: '25.123456',
      received_amount: '0.00',
      credited_amount: '0.00',
      currency: 'USDT',
      network: 'TRC20',
      description: 'Two tickets',
      metadata: { cart: { id: 'A-1' } },
      tolerance_percent: '0.01',
      environment: 'test',
      paid_at: null,
      expire_at: new Date(harness.clock.now() + 1_800_000).toISOString(),
    })
    expect(json.payment_url).toMatch(new RegExp(`^${harness.server.url}/pay/[A-Za-z0-9_-]{22}$`))
    expect(json.payment_address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
    expect(json.order_number).toMatch(/^ord_[0-9A-HJKMNP-TV-Z]{12}$/)
    expect(json.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(headers['x-request-id']).toBeDefined()
  })

  it('gives every order its own address, in the encoding of its network', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const addresses = new Set<unknown>()
    for (let made = 0; made < 5; made += 1) {
      const { json } = await harness.call('POST', '/v1/orders', {
        keys,
        body: { ...ORDER, network: 'ERC20' },
      })
      expect(json.payment_address).toMatch(/^0x[0-9a-fA-F]{40}$/)
      addresses.add(json.payment_address)
    }
    expect(addresses.size).toBe(5)
  })

  it.each([
    ['a number', 25],
    ['ten, which is not above ten', '10'],
    ['ten with decimals', '10.000000'],
    ['seven decimals', '10.0000001'],
    ['a sign', '+25'],
    ['an exponent', '1e2'],
    ['a leading zero', '025'],
    ['a space', ' 25'],
    ['a bare point', '25.'],
    ['nothing', ''],
    ['null', null],
    ['a thousand million', '1000000000'],
    ['an array', ['25.00']],
  ])('refuses %s as an amount', async (_what, amount) => {
    const { harness } = shared
    const keys = await harness.register()
    const { errorText: text } = await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, amount } })
    expect(text).toBe('{"error":"invalid amount"}')
  })

  it('accepts the smallest amount above ten', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', {
      keys,
      body: { ...ORDER, amount: '10.000001' },
    })
    expect(json.order_amount).toBe('10.000001')
  })

  it.each([
    [{ tolerance_percent: 0.51 }, 'invalid tolerance'],
    [{ tolerance_percent: -0.01 }, 'invalid tolerance'],
    [{ tolerance_percent: 0.00001 }, 'invalid tolerance'],
    [{ tolerance_percent: 1e-7 }, 'invalid tolerance'],
    [{ tolerance_percent: '0.01' }, 'invalid tolerance'],
    [{ metadata: [1] }, 'invalid metadata'],
    [{ metadata: 'x' }, 'invalid metadata'],
    [{ metadata: { a: { b: { c: { d: { e: {} } } } } } }, 'invalid metadata'],
    [{ metadata: { big: 'x'.repeat(16_384) } }, 'invalid metadata'],
    [{ return_url: 'http://shop.example' }, 'invalid return url'],
    [{ return_url: 'javascript:alert(1)' }, 'invalid return url'],
    [{ return_url: `https://shop.example/${'x'.repeat(2_048)}` }, 'invalid return url'],
    [{ return_url: 'https://user:secret@shop.example' }, 'invalid return url'],
    [{ webhook_url: 'http://shop.example' }, 'invalid webhook url'],
    [{ webhook_url: 'https://10.0.0.1/hooks' }, 'invalid webhook url'],
    [{ webhook_url: 'https://169.254.169.254/latest' }, 'invalid webhook url'],
    [{ idempotency_key: '' }, 'invalid idempotency key'],
    [{ idempotency_key: 'x'.repeat(256) }, 'invalid idempotency key'],
    [{ idempotency_key: 'ключ' }, 'invalid idempotency key'],
    [{ description: 'x'.repeat(501) }, 'invalid parameter: description'],
    [{ network: null }, 'unsupported network'],
  ])('refuses %j', async (fields, message) => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, ...fields } })
    expect([answer.status, answer.errorText]).toEqual([400, JSON.stringify({ error: message })])
    expect((await harness.call('GET', '/v1/orders', { keys })).json.total).toBe(0)
  })

  it('keeps metadata unchanged, including a key named __proto__', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const metadata = '{"__proto__":{"admin":true},"a":[1,"2",null]}'
    const bytes = `{"amount":"25.00","currency":"USDT","network":"TRC20","metadata":${metadata}}`
    const created = await harness.call('POST', '/v1/orders', { keys, bytes })
    expect(created.text).toContain(`"metadata":${metadata}`)
    expect('admin' in {}).toBe(false)
  })

  it('refuses a network that is switched off', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const live = await harness.liveKeys(keys)
    const { errorText } = await harness.call('POST', '/v1/orders', { keys: live, body: ORDER })
    expect(errorText).toBe('{"error":"unsupported network"}')
  })

  describe('with an idempotency key', () => {
    const body = { ...ORDER, idempotency_key: 'cart-1' }

    it('creates one order for a hundred parallel calls and answers all of them alike', async () => {
      const { harness } = shared
      const keys = await harness.register()
      const calls = Array.from({ length: 100 }, () => harness.call('POST', '/v1/orders', { keys, body }))
      const answers = await Promise.all(calls)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(99)
      expect((await harness.call('GET', '/v1/orders', { keys })).json.total).toBe(1)
    })

    it('returns the present state of the order', async () => {
      const { harness } = shared
      const keys = await harness.register()
      const { json } = await harness.call('POST', '/v1/orders', { keys, body })
      await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, {
        keys,
        body: { action: 'expire' },
      })
      await harness.pass(2_000)
      const again = await harness.call('POST', '/v1/orders', { keys, body })
      expect([again.status, again.json.id, again.json.status]).toEqual([201, json.id, 'EXPIRED'])
    })

    it('treats equal parameters in another notation as equal', async () => {
      const { harness } = shared
      const keys = await harness.register()
      const first = await harness.call('POST', '/v1/orders', { keys, body })
      const second = await harness.call('POST', '/v1/orders', {
        keys,
        body: { idempotency_key: 'cart-1', tolerance_percent: 0.01, ...ORDER, amount: '25' },
      })
      expect(second.json.id).toBe(first.json.id)
    })

    it.each([{ amount: '26' }, { network: 'ERC20' }, { metadata: { a: 1 } }, { tolerance_percent: 0.02 }])(
      'refuses the key for other parameters: %j',
      async (other) => {
        const { harness } = shared
        const keys = await harness.register()
        await harness.call('POST', '/v1/orders', { keys, body })
        const answer = await harness.call('POST', '/v1/orders', { keys, body: { ...body, ...other } })
        expect([answer.status, answer.errorText]).toEqual([409, '{"error":"duplicate idempotency key"}'])
      },
    )

    it('forgets the key after 24 hours', async () => {
      const { harness } = shared
      const keys = await harness.register()
      const first = await harness.call('POST', '/v1/orders', { keys, body })
      harness.clock.advance(24 * 3_600_000)
      const second = await harness.call('POST', '/v1/orders', { keys, body: { ...body, amount: '30.00' } })
      expect(second.status).toBe(201)
      expect(second.json.id).not.toBe(first.json.id)
    })

    it('keeps merchants apart', async () => {
      const { harness } = shared
      const [one, other] = [await harness.register(), await harness.register()]
      const first = await harness.call('POST', '/v1/orders', { keys: one, body })
      const second = await harness.call('POST', '/v1/orders', {
        keys: other,
        body: { ...body, amount: '99.00' },
      })
      expect(second.status).toBe(201)
      expect(second.json.id).not.toBe(first.json.id)
    })
  })
})
