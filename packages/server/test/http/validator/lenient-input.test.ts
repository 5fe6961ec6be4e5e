import { describe, expect, it } from 'vitest'
import { openRaw } from '../../support/abuse/raw-socket.js'
import { readVectors } from '../../support/domain/vectors.js'
import { ORDER, sign, useHarness } from '../../support/server/harness.js'
import { callOperator, WITH_OPERATOR } from '../../support/server/operator.js'
import { error, refusal } from '../../support/server/refusals.js'
import { fund, WITHDRAWAL } from '../../support/withdrawals/withdrawals.js'

const FIXED = { amount_mode: 'FIXED', amount: '12.50', currency: 'USDT' } as const

interface UrlRow {
  name: string
  url: string
  expected: 'valid' | 'invalid'
  stored?: string
}

describe('unambiguous input is accepted', () => {
  const shared = useHarness({ ...WITH_OPERATOR, MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '' })

  it.each([
    'application/json;',
    'application/json ; charset=UTF8',
    'Application/JSON; Charset="utf-8"; profile="https://shop.example/order"',
    'application/json; charset=us-ascii',
    'application/json; version=1',
    'application/json; charsetx=1',
    'application/json; profile="a;charset=latin1"',
  ])('a body of type %s is JSON', async (type) => {
    const { harness } = shared
    const keys = await harness.register()
    const headers = { 'content-type': type }
    const made = await harness.call('POST', '/v1/orders', { keys, body: ORDER, headers })
    expect(made.status).toBe(201)
  })

  it.each(['application/jsonp', 'application/json, text/plain', 'application/json; charset=latin1'])(
    'a body of type %s is not JSON',
    async (type) => {
      const { harness } = shared
      const keys = await harness.register()
      const headers = { 'content-type': type }
      const answer = await harness.call('POST', '/v1/orders', { keys, body: ORDER, headers })
      expect(refusal(answer)).toEqual(error(415, 'unsupported media type'))
    },
  )

  it('an id is found in any letter case, escaped or not, and a key id in its own only', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const get = async (path: string) => (await harness.call('GET', path, { keys })).json
    const order = (await harness.call('POST', '/v1/orders', { keys, body: ORDER })).json
    const number = `${order.order_number}`
    const names = [order.id, number].flatMap((name) => [name.toUpperCase(), name.toLowerCase()])
    for (const name of [...names, `%30${order.id.slice(1)}`])
      expect(await get(`/v1/orders/${name}`)).toMatchObject({ id: order.id, order_number: number })
    expect(await get(`/v1/orders?order_number=${number.toLowerCase()}`)).toMatchObject({ total: 1 })
    await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    expect(await get(`/v1/orders/${order.id.toUpperCase()}/deliveries`)).toMatchObject({ total: 0 })

    const body = { url: 'https://shop.example/hooks', events: ['payment.confirmed'] }
    const { id } = (await harness.call('POST', '/v1/webhooks', { keys, body })).json
    const sample = (await harness.call('POST', `/v1/webhooks/${id.toUpperCase()}/test`, { keys })).json
    const delivery = `/v1/webhooks/${id.toUpperCase()}/deliveries/${sample.id.toUpperCase()}`
    expect(await get(delivery)).toMatchObject({ id: sample.id, webhook_id: id })

    await fund(harness, keys, '50')
    const paid = (await harness.call('POST', '/v1/withdrawals', { keys, body: WITHDRAWAL })).json
    for (const name of [paid.id.toUpperCase(), `${paid.withdrawal_number}`.toLowerCase()])
      expect(await get(`/v1/withdrawals/${name}`)).toMatchObject({ id: paid.id })

    const revoke = (name: string) => harness.call('DELETE', `/v1/merchants/api-keys/${name}`, { keys })
    expect(refusal(await revoke(keys.keyId.toUpperCase()))).toEqual(error(404, 'api key not found'))
  })

  it('a request target in absolute form is its path, which is signed, at the host of the server only', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { host } = new URL(harness.server.url)
    const statusOf = async (target: string, signed: string) => {
      const raw = await openRaw(harness.server.url)
      const authorization = sign({ ...keys, method: 'GET', target: signed, bytes: Buffer.alloc(0) })
      const headers = `Host: ${host}\r\nAuthorization: ${authorization}\r\nConnection: close`
      raw.socket.write(`GET ${target} HTTP/1.1\r\n${headers}\r\n\r\n`)
      await raw.closed
      return Number(raw.received().split(' ')[1])
    }
    const path = '/v1/orders?limit=1'
    expect(await statusOf(`http://${host}${path}`, path)).toBe(200)
    expect(await statusOf(`HTTP://${host.toUpperCase()}${path}`, path)).toBe(200)
    expect(await statusOf(`http://${host}${path}`, `http://${host}${path}`)).toBe(401)
    expect(await statusOf(`http://other.example${path}`, path)).toBe(404)
    expect(await statusOf(`http://${host}.other.example/healthz`, '/healthz')).toBe(404)
    expect(await statusOf(`http://${host}`, '/')).toBe(302)
  })

  it('null is an absent optional field, and an empty list is empty metadata, also for idempotency keys', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await fund(harness, keys, '50')
    const none = { description: null, metadata: [], webhook_url: null }
    const asOrder = { ...none, return_url: null }
    for (const [path, body, empty, header] of [
      ['/v1/orders', { ...ORDER, idempotency_key: 'a' }, { ...asOrder, tolerance_percent: null }, ''],
      ['/v1/app/orders', FIXED, asOrder, 'a'],
      ['/v1/withdrawals', { ...WITHDRAWAL, idempotency_key: 'a' }, none, ''],
    ] as const) {
      const headers: Record<string, string> = header === '' ? {} : { 'idempotency-key': header }
      const made = await harness.call('POST', path, { keys, body, headers })
      expect([made.status, made.json.metadata]).toEqual([201, {}])
      const again = await harness.call('POST', path, { keys, body: { ...body, ...empty }, headers })
      expect([again.status, again.text]).toEqual([201, made.text])
      expect(again.headers['idempotent-replayed']).toBe('true')
    }
    const unnamed = { name: null, environment: 'test' }
    expect((await harness.call('POST', '/v1/merchants/api-keys', { keys, body: unnamed })).json.name).toBe('')
  })

  it('a byte order mark before JSON is skipped, and signed like every other byte', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const made = await harness.call('POST', '/v1/orders', { keys, bytes: `\ufeff${JSON.stringify(ORDER)}` })
    expect([made.status, made.json.status]).toEqual([201, 'OPEN'])
  })

  it('null for a required field, or for a forbidden one, is refused', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const refused = async (path: string, body: object) =>
      (await harness.call('POST', path, { keys, body })).json.error
    expect(await refused('/v1/orders', { ...ORDER, amount: null })).toBe('invalid amount')
    expect(await refused('/v1/app/orders', { ...FIXED, amount: null })).toBe('invalid amount')
    const custom = { amount_mode: 'CUSTOM', currency: 'USDT', amount: null }
    expect(await refused('/v1/app/orders', custom)).toBe('amount not allowed')
  })

  it('the client app’s backend may send null and lower case too', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const order = await harness.call('POST', '/v1/app/orders', { keys, body: FIXED })
    const order_number = `${order.json.order_number}`.toLowerCase()
    const body = { order_number, payer_reference: 'p', remark: null, amount: null }
    const made = await callOperator(harness, '/operator/v1/app-payments', { body: { ...body, settle: null } })
    expect([made.status, made.json.status]).toEqual([201, 'AUTHORISED'])
  })

  it('every form of a URL that the vectors accept is stored as in the vectors, and no other is accepted', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const body = { url: 'https://shop.example/hooks', events: ['payment.confirmed'] }
    const { json } = await harness.call('POST', '/v1/webhooks', { keys, body })
    const differing: string[] = []
    for (const { name, url, expected, stored } of readVectors<UrlRow>('webhook-urls.json')) {
      const answer = await harness.call('PATCH', `/v1/webhooks/${json.id}`, { keys, body: { url } })
      const result = answer.status === 200 ? answer.json.url : answer.json.error
      if (result !== (expected === 'valid' ? stored : 'invalid webhook url')) differing.push(name)
    }
    expect(differing).toEqual([])
  })

  it.each([
    ['HTTPS://SHOP.example:443/a/../danke', 'https://shop.example/danke'],
    ['https://bücher.example/größe?q=ü', 'https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe?q=%C3%BC'],
    ['https://shop.example/thanks?cart[id]=1#top', 'https://shop.example/thanks?cart[id]=1#top'],
  ])('the return URL %s is stored as %s, and both are the same call', async (sent, stored) => {
    const { harness } = shared
    const keys = await harness.register()
    const make = (url: string) => {
      const body = { ...ORDER, return_url: url, idempotency_key: 'one' }
      return harness.call('POST', '/v1/orders', { keys, body })
    }
    const made = await make(sent)
    expect([made.status, made.json.return_url]).toEqual([201, stored])
    expect((await make(stored)).json.id).toBe(made.json.id)
  })

  it.each([
    'https://shop.example/a b',
    ' https://shop.example/',
    'https:shop.example',
    `https://shop.example/${'ü'.repeat(400)}`,
  ])('the return URL %j is refused', async (return_url) => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, return_url } })
    expect(refusal(answer)).toEqual(error(400, 'invalid return url'))
  })
})

describe('a text of blanks', () => {
  const shared = useHarness()

  it.each([' ', '\t\n', '\u00a0\u3000'])('names neither a merchant nor a key: %j', async (blanks) => {
    const { harness } = shared
    const keys = await harness.register()
    const merchant = { name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada' }
    const register = (fields: object) =>
      harness.call('POST', '/v1/merchants', { body: { ...merchant, ...fields }, isSigned: false })
    expect(refusal(await register({ name: blanks }))).toEqual(error(400, 'invalid name'))
    const unidentified = await register({ platform_user_id: blanks })
    expect(refusal(unidentified)).toEqual(error(400, 'invalid platform user id'))
    const body = { name: blanks, environment: 'test' }
    const key = await harness.call('POST', '/v1/merchants/api-keys', { keys, body })
    expect(refusal(key)).toEqual(error(400, 'invalid name'))
  })
})
