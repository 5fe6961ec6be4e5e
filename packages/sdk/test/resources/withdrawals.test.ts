import { describe, expect, it } from 'vitest'
import { ApiError } from '../../src/errors/errors.js'
import { createSigner, parseAuthorization } from '../../src/signing.js'
import { KEY_ID, SECRET } from '../support/keys.js'
import { client, loopback, rejection } from '../support/loopback.js'
import { json, refusal, reset } from '../support/peer.js'

const PAYOUT = {
  amount: '100.00',
  currency: 'USDT',
  network: 'TRC20',
  destination_address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
} as const

describe('a withdrawal', () => {
  it('a withdrawal whose answer is lost is asked for again with the same key and bytes', async () => {
    const server = await loopback(reset, json(201, { id: 'w1' }, { 'idempotent-replayed': 'true' }))
    const result = await client(server).withdrawals.create(PAYOUT).withResponse()
    expect(result).toMatchObject({ data: { id: 'w1' }, replayed: true })
    const [first, second] = server.seen.map(({ body }) => body.toString())
    expect(second).toBe(first)
    expect(JSON.parse(first ?? '')).toEqual({ ...PAYOUT, idempotency_key: result.idempotencyKey })
  })

  it.each(['insufficient balance', 'amount below minimum', 'invalid destination address'])(
    'is refused with "%s" once, without effect',
    async (message) => {
      const server = await loopback(refusal(400, message))
      const error = await rejection(client(server).withdrawals.create(PAYOUT))
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({ code: message.replaceAll(' ', '_'), outcome: 'not_processed' })
      expect(server.seen).toHaveLength(1)
    },
  )

  it('is quoted without what else its input has: an address does not belong into a URL', async () => {
    const server = await loopback(json(200, {}))
    await client(server).withdrawals.quote(PAYOUT)
    expect(server.seen.map(({ target }) => target)).toEqual([
      '/v1/withdrawals/quote?network=TRC20&amount=100.00',
    ])
  })

  it('has destinations, which are added and deleted again when the answer is lost', async () => {
    const added = { label: 'Treasury', network: 'TRC20', address: PAYOUT.destination_address } as const
    const server = await loopback(
      ...[reset, json(201, { id: 'd1', ...added }), json(200, { destinations: [] })],
      ...[reset, refusal(404, 'destination not found')],
    )
    const { destinations } = client(server).withdrawals
    expect((await destinations.create(added)).id).toBe('d1')
    expect(await destinations.list()).toEqual({ destinations: [] })
    expect(await destinations.delete('d1').withResponse()).toMatchObject({ confirmedByRetry: true })
    expect(server.seen.map(({ method, target }) => `${method} ${target}`)).toEqual([
      ...['POST /v1/withdrawals/destinations', 'POST /v1/withdrawals/destinations'],
      'GET /v1/withdrawals/destinations',
      ...['DELETE /v1/withdrawals/destinations/d1', 'DELETE /v1/withdrawals/destinations/d1'],
    ])
  })

  it('is cancelled again when the answer is lost', async () => {
    const server = await loopback(reset, json(200, { id: 'w1', status: 'CANCELED' }))
    expect((await client(server).withdrawals.cancel('w1')).status).toBe('CANCELED')
    expect(server.seen.map(({ method, target, body }) => [method, target, body.length])).toEqual([
      ['POST', '/v1/withdrawals/w1/cancel', 0],
      ['POST', '/v1/withdrawals/w1/cancel', 0],
    ])
  })

  it('a withdrawal that was signed meanwhile is no cancelled one, though the first answer is lost', async () => {
    const server = await loopback(reset, refusal(409, 'withdrawal not cancelable'))
    const error = await rejection(client(server).withdrawals.cancel('w1'))
    expect(error).toMatchObject({ code: 'withdrawal_not_cancelable', status: 409, outcome: 'unknown' })
  })

  it('is quoted by its network and amount, which the signature covers', async () => {
    const quote = {
      amount: '100.00',
      fee: '1.50',
      total_debit: '101.50',
      minimum: '10.00',
      refund_minimum: '1.00',
    }
    const server = await loopback(json(200, quote))
    expect(await client(server).withdrawals.quote({ network: 'TRC20', amount: '100.00' })).toEqual(quote)
    const target = '/v1/withdrawals/quote?network=TRC20&amount=100.00'
    expect(server.seen[0]?.target).toBe(target)
    const { timestamp = '', signature } =
      parseAuthorization(server.seen[0]?.headers.authorization ?? '') ?? {}
    const request = { method: 'GET', target, body: new Uint8Array(), timestamp }
    expect(createSigner({ keyId: KEY_ID, secret: SECRET }).sign(request)).toBe(signature)
  })

  it('is quoted by path too', async () => {
    const server = await loopback(refusal(400, 'amount below minimum'))
    const { error } = await client(server).raw.GET('/v1/withdrawals/quote', {
      params: { query: { network: 'ERC20', amount: '1' } },
    })
    expect(error).toEqual({ error: 'amount below minimum' })
    expect(server.seen[0]?.target).toBe('/v1/withdrawals/quote?network=ERC20&amount=1')
  })
})

describe('a page', () => {
  it.each([
    ['withdrawals', '/v1/withdrawals'],
    ['deliveries of an order', '/v1/orders/o1/deliveries'],
    ['deliveries to a webhook', '/v1/webhooks/wh_1/deliveries'],
  ])('a page of %s is asked for by limit and offset, and comes as it is', async (rows, path) => {
    const server = await loopback(json(200, { total: 41 }))
    const mp = client(server)
    const lists: Record<string, (page?: { limit?: number; offset?: number }) => PromiseLike<unknown>> = {
      withdrawals: (page) => mp.withdrawals.list(page),
      'deliveries of an order': (page) => mp.orders.listDeliveries('o1', page),
      'deliveries to a webhook': (page) => mp.webhooks.listDeliveries('wh_1', page),
    }
    expect(await lists[rows]?.({ limit: 20, offset: 40 })).toEqual({ total: 41 })
    await lists[rows]?.()
    expect(server.seen.map(({ target }) => target)).toEqual([`${path}?limit=20&offset=40`, path])
  })
})

it('the balance is read, and nothing of it is changed', async () => {
  const balance = { currency: 'USDT', available: '248.50', held: '101.50', frozen: '0.00' }
  const server = await loopback(json(200, balance))
  expect(await client(server).balance.get()).toEqual(balance)
  expect(server.seen.map(({ method, target }) => `${method} ${target}`)).toEqual(['GET /v1/balance'])
})
