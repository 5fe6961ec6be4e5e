import { createSigner, formatAuthorization } from '@merchantpay/sdk/signing'
import { describe, expect, it } from 'vitest'
import type { TestServer } from '../src/index.js'
import { piecesOf } from './support/pieces.js'
import { rejection } from './support/rejection.js'
import { ORDER, shop } from './support/shop.js'

/** Opens a stream and collects its text until `stop` is called. */
async function open(server: TestServer, id: string, headers: Record<string, string> = {}) {
  const { keyId, secret } = server.keys.test
  const target = `/v1/orders/${id}/events`
  const timestamp = String(Math.floor(server.clock.now() / 1_000))
  const request = { method: 'GET', target, body: new Uint8Array(), timestamp }
  const signature = await createSigner({ keyId, secret }).sign(request)
  const authorization = formatAuthorization({ keyId, timestamp, signature })
  const controller = new AbortController()
  const { signal } = controller
  const response = await server.fetch(server.baseUrl + target, {
    headers: { authorization, ...headers },
    signal,
  })
  let text = ''
  const read = async () => {
    for await (const piece of piecesOf(response)) text += new TextDecoder().decode(piece)
  }
  const ended = read()
  ended.catch(() => {})
  return { response, controller, ended, text: () => text }
}

/** `1 OPEN`, `2 PAID`, … */
const stepsOf = (text: string) =>
  [...text.matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map(
    ([, id, data = '']) => `${id} ${JSON.parse(data).status}`,
  )

describe('an event stream of the in-memory service', () => {
  it('sends the state, each change with its version, and ends with the order', async () => {
    const { server, mp } = shop()
    const { id } = await mp.orders.create(ORDER)
    const { ended, text, response } = await open(server, id)
    await mp.testHelpers.simulateOrder(id, { action: 'pay' })
    await server.advance(5_000)
    await ended
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(stepsOf(text())).toEqual(['1 OPEN', '2 CONFIRMING', '3 PAID'])
  })

  it('sends a payment that a reorg removes after the window, and the balance check that then ends the order', async () => {
    const { server, mp } = shop()
    const { id, expire_at } = await mp.orders.create(ORDER)
    const { ended, text } = await open(server, id)
    await server.advance(Date.parse(expire_at) - server.clock.now() - 2_000)
    await mp.testHelpers.simulateOrder(id, { action: 'pay' })
    await server.advance(2_500)
    await mp.testHelpers.simulateOrder(id, { action: 'reorg' })
    await server.advance(0)
    await ended
    expect(stepsOf(text())).toEqual(['1 OPEN', '2 CONFIRMING', '3 OPEN', '4 EXPIRED'])
  })

  it('sends a comment every 15 s of the clock', async () => {
    const { server, mp } = shop()
    const { id } = await mp.orders.create(ORDER)
    const { text } = await open(server, id, { 'last-event-id': '1' })
    await server.advance(14_999)
    expect(text()).toBe('')
    await server.advance(15_001)
    expect(text()).toBe(': keep-alive\n\n: keep-alive\n\n')
  })

  it('does not repeat the version that a reader has', async () => {
    const { server, mp } = shop()
    const { id } = await mp.orders.create(ORDER)
    await server.emit(id, 'CONFIRMING')
    const [same, older] = [
      await open(server, id, { 'last-event-id': '2' }),
      await open(server, id, { 'last-event-id': '1' }),
    ]
    await server.advance(0)
    expect(same.text()).toBe('')
    expect(older.text()).toMatch(/^id: 2\n/)
  })

  it('ends for a reader that disconnects, and frees its slot', async () => {
    const { server, mp } = shop({}, { maxRetries: 0 })
    const { id } = await mp.orders.create(ORDER)
    const streams = await Promise.all([1, 2, 3, 4, 5].map(() => open(server, id)))
    const { response } = await open(server, id)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5'])
    streams[0]?.controller.abort('gone')
    expect(await rejection(streams[0]?.ended ?? Promise.resolve())).toBe('gone')
    expect((await open(server, id)).response.status).toBe(200)
  })

  it('ends at the next comment once its key is revoked', async () => {
    const { server, mp } = shop()
    const { id } = await mp.orders.create(ORDER)
    const { ended } = await open(server, id)
    await mp.apiKeys.revoke(server.keys.test.keyId)
    await server.advance(15_000)
    await ended
  })

  it('is resumed by the client after a cut at any byte, without a loss or a repeat', async () => {
    for (let at = 0; at < 1_500; at += 97) {
      const { server, mp } = shop()
      const { id } = await mp.orders.create(ORDER)
      server.fault('streamOrderEvents', { cutStreamAt: at })
      server.fault('streamOrderEvents', { chunk: 7 })
      const seen: string[] = []
      const read = async () => {
        for await (const { order } of mp.orders.stream(id)) seen.push(order.status)
      }
      const done = read()
      await server.advance(1_000)
      await server.emit(id, 'CONFIRMING')
      await server.advance(2_000)
      await server.emit(id, 'PAID')
      await server.advance(60_000)
      await done
      expect(seen, `cut at ${at}`).toEqual(['OPEN', 'CONFIRMING', 'PAID'])
    }
  })
})
