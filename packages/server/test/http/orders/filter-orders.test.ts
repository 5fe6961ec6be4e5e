import { describe, expect, it } from 'vitest'
import { type Answer, type Json, type Keys, ORDER, useHarness } from '../../support/server/harness.js'

const APP = { amount_mode: 'FIXED', amount: '5', currency: 'USDT' }

describe('GET /v1/orders with filters', () => {
  const shared = useHarness()
  const list = (keys: Keys, query: string) => shared.harness.call('GET', `/v1/orders?${query}`, { keys })
  const idsIn = ({ json }: Answer) => (json.orders as Json[]).map(({ id }) => id) // the contract's array

  it('answers the orders that match all of them, in the reduced form, with their number', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const make = async (body: object, path = '/v1/orders'): Promise<Json> => {
      harness.clock.advance(1_000)
      return (await harness.call('POST', path, { keys, body })).json
    }
    const tron = await make({ ...ORDER, metadata: { cart: 'A-1', channel: 'web' } })
    const ether = await make({ ...ORDER, network: 'ERC20', metadata: { cart: 42, gift: true } })
    const app = await make({ ...APP, metadata: { channel: 'web' } }, '/v1/app/orders')
    await harness.call('POST', `/v1/test_helpers/orders/${app.id}/simulate`, {
      keys,
      body: { action: 'pay' },
    })

    const from = encodeURIComponent(String(ether.created_at))
    const found: Readonly<Record<string, Json[]>> = {
      'status=OPEN': [ether, tron],
      'status=PAID': [app],
      'network=TRC20': [tron],
      [`order_number=${ether.order_number}`]: [ether],
      [`order_number=${ether.order_number}&status=PAID`]: [],
      [`created_from=${from}`]: [app, ether],
      [`created_to=${from}`]: [tron],
      [`created_from=${from}&created_to=${encodeURIComponent(String(app.created_at))}`]: [ether],
      'metadata[channel]=web': [app, tron],
      'metadata%5Bchannel%5D=web&status=PAID': [app],
      'metadata[channel]=web&network=TRC20': [tron],
      'metadata[cart]=42': [ether],
      'metadata[gift]=true': [ether],
      'metadata[cart]=a-1': [],
      'metadata[constructor]=x': [],
      'metadata[__proto__]=x': [],
    }
    for (const [query, orders] of Object.entries(found)) {
      const answer = await list(keys, query)
      expect([query, answer.json.total, idsIn(answer)]).toEqual([
        query,
        orders.length,
        orders.map(({ id }) => id),
      ])
    }
    const { json } = await list(keys, 'status=PAID')
    expect(Object.keys((json.orders as Json[])[0] ?? {})).not.toContain('metadata') // the contract's array
    expect(json.next).toBeNull()
  })

  it('takes every offset of a time, and ignores fractions of a millisecond', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const at = Date.parse(String(json.created_at))
    const offset = new Date(at + 5_400_000).toISOString().replace('Z', '999+01:30')
    const total = async (query: string) => (await list(keys, query)).json.total
    expect(await total(`created_from=${encodeURIComponent(offset)}`)).toBe(1)
    expect(await total(`created_to=${encodeURIComponent(offset)}`)).toBe(0)
    expect(await total(`created_from=${new Date(at + 1).toISOString()}`)).toBe(0)
  })

  it('repeats the filters in `next`, whose cursor belongs to them', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const ids: string[] = []
    const metadata = { 'a "b" & c=d': 'größer + 1' }
    for (let made = 0; made < 5; made += 1) {
      ids.unshift((await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, metadata } })).json.id)
      await harness.call('POST', '/v1/app/orders', { keys, body: APP })
    }
    const filters = new URLSearchParams({ status: 'OPEN', 'metadata[a "b" & c=d]': 'größer + 1' }).toString()
    const found: string[] = []
    let target: string | null = `/v1/orders?${filters}&limit=2`
    const targets: string[] = []
    while (target !== null) {
      const answer: Answer = await harness.call('GET', target, { keys })
      found.push(...idsIn(answer))
      expect(answer.json.total).toBe(5)
      target = answer.json.next as string | null // the harness validates it by the contract
      if (target !== null) targets.push(target)
    }
    expect(found).toEqual(ids)
    expect(targets).toHaveLength(2)
    const [next = ''] = targets
    const cursor = new URLSearchParams(next.split('?')[1]).get('cursor')
    expect(next).toBe(`/v1/orders?limit=2&cursor=${cursor}&${filters}`)

    const plain = (await list(keys, 'limit=2')).json.next as string // the harness validates it by the contract
    const refused = JSON.stringify({
      error: 'invalid parameter: cursor',
      param: 'cursor',
      detail: 'must be sent with the filters of the page that it comes from',
    })
    for (const query of [
      `cursor=${cursor}`,
      `cursor=${cursor}&status=PAID`,
      `cursor=${cursor}&status=OPEN`,
      `cursor=${cursor}&${filters}&network=TRC20`,
      `cursor=${new URLSearchParams(plain.split('?')[1]).get('cursor')}&status=OPEN`,
    ]) {
      const answer = await list(keys, query)
      expect([answer.status, answer.text]).toEqual([400, refused])
    }
  })

  it('shows no orders of other merchants, and none of the other environment', async () => {
    const { harness } = shared
    const [keys, other] = [await harness.register(), await harness.register()]
    const body = { ...ORDER, metadata: { cart: 'A-1' } }
    const { json } = await harness.call('POST', '/v1/orders', { keys, body })
    const live = await harness.liveKeys(keys)
    const queries = [
      'status=OPEN',
      'network=TRC20',
      `order_number=${json.order_number}`,
      'metadata[cart]=A-1',
    ]
    for (const query of queries) {
      expect((await list(keys, query)).json.total).toBe(1)
      for (const stranger of [other, live])
        expect((await list(stranger, query)).json).toEqual({ orders: [], total: 0, next: null })
    }
  })

  const STATUSES =
    'allowed: PENDING, OPEN, PENDING_CONFIRM, CONFIRMING, PAID, EXPIRED, EXPIRED_PAID, UNDERPAID, FROZEN'
  const ONE_MEMBER = 'one member of the top level, as in metadata[cart]=42'
  const TIME = 'must be a time of RFC 3339, such as 2026-01-31T00:00:00Z'
  it.each([
    ['status=paid', 'invalid parameter: status', 'status', STATUSES],
    ['status=', 'invalid parameter: status', 'status', STATUSES],
    ['status=PAID&status=OPEN', 'invalid parameter: status', 'status', STATUSES],
    ['network=trc20', 'unsupported network', 'network', 'allowed: TRC20, ERC20'],
    ['order_number=ord_1', 'invalid parameter: order_number', 'order_number', /^must match /],
    ['created_from=2026-01-01', 'invalid parameter: created_from', 'created_from', TIME],
    ['created_from=1767225600', 'invalid parameter: created_from', 'created_from', TIME],
    ['created_to=2026-01-01T00:00:00', 'invalid parameter: created_to', 'created_to', TIME],
    ['created_to=2026-02-30T00:00:00Z', 'invalid parameter: created_to', 'created_to', /RFC 3339/],
    ['metadata=A-1', 'invalid metadata', 'metadata', ONE_MEMBER],
    ['metadata[]=A-1', 'invalid metadata', 'metadata', ONE_MEMBER],
    ['metadata[cart=A-1', 'invalid metadata', 'metadata', ONE_MEMBER],
    ['metadata[cart][id]=A-1', 'invalid metadata', 'metadata', ONE_MEMBER],
    ['metadata[cart]=A-1&metadata[cart]=A-1', 'invalid metadata', 'metadata', ONE_MEMBER],
    ['metadata[cart]=A-1&metadata[seat]=4', 'invalid metadata', 'metadata', ONE_MEMBER],
    ['metadata[cart]=', 'invalid metadata', 'metadata', '1 to 200 characters in the value'],
    [`metadata[cart]=${'x'.repeat(201)}`, 'invalid metadata', 'metadata', '1 to 200 characters in the value'],
    [`metadata[${'x'.repeat(101)}]=1`, 'invalid metadata', 'metadata', '1 to 100 characters in the name'],
    ['metadata[cart]=%00', 'invalid metadata', 'metadata', 'cart must not have U+0000'],
    ['metadata[cart]=A-1&page=2', 'invalid parameter: page', 'page', /^allowed: limit, .*, metadata$/],
  ])('refuses ?%s', async (query, message, param, detail) => {
    const { harness } = shared
    const answer = await list(await harness.register(), query)
    expect([answer.status, answer.json]).toEqual([
      400,
      { error: message, param, detail: typeof detail === 'string' ? detail : expect.stringMatching(detail) },
    ])
  })

  it('takes a filter by metadata in no other list', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('GET', '/v1/withdrawals?metadata[cart]=1', { keys })
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid parameter: metadata'])
  })
})
