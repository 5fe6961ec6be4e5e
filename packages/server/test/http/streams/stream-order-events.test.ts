import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Context } from '../../../src/domain/context.js'
import { createAppPayment } from '../../../src/domain/payments/app-payments.js'
import type { Tx } from '../../../src/domain/store/unit-of-work.js'
import { contextAt } from '../../support/domain/context.js'
import { openStream, type StreamMessage } from '../../support/net/event-stream.js'
import { Harness, ORDER, type Registered, sign, useHarness } from '../../support/server/harness.js'
import { openOn } from '../../support/storage/engines.js'

type Message = StreamMessage<{ readonly status: string }>

const open = (harness: Harness, keys: Registered, id: string, lastEventId?: string) =>
  openStream<Message['data']>(harness, keys, `/v1/orders/${id}/events`, lastEventId)

async function collect(messages: AsyncGenerator<Message>): Promise<string[]> {
  const received: string[] = []
  for await (const { id, data } of messages) received.push(`${id} ${data.status}`)
  return received
}

/** Creates and settles an app payment as the client app's backend does through another server. */
const settle = (tx: Tx, context: Context, orderId: string) =>
  createAppPayment(tx, context, orderId, {
    amount: undefined,
    payerReference: 'ada',
    remark: null,
    isSettled: true,
  })

describe('GET /v1/orders/{id}/events', () => {
  const shared = useHarness()

  it('sends the current state, then each change, and closes when the order is paid', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const { response, messages } = await open(harness, keys, json.id)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    const received = collect(messages)
    await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, {
      keys,
      body: { action: 'pay' },
    })
    await harness.pass(4_000)
    expect(await received).toEqual(['1 OPEN', '2 CONFIRMING', '3 PAID'])
  })

  it('sends every step of an app-only payment, even if they commit together', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const body = { amount_mode: 'FIXED', amount: '5', currency: 'USDT' }
    const { json } = await harness.call('POST', '/v1/app/orders', { keys, body })
    const { messages } = await open(harness, keys, json.id)
    const received = collect(messages)
    await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, {
      keys,
      body: { action: 'pay' },
    })
    expect(await received).toEqual(['1 OPEN', '2 PENDING_CONFIRM', '3 PAID'])
  })

  it('does not repeat the version that Last-Event-ID names', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const { messages } = await open(harness, keys, json.id, '1')
    const received = collect(messages)
    await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, {
      keys,
      body: { action: 'expire' },
    })
    await harness.pass(2_000)
    expect(await received).toEqual(['2 OPEN', '3 EXPIRED'])
  })

  it('sends the state of a final order and closes', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, {
      keys,
      body: { action: 'expire' },
    })
    await harness.pass(2_000)
    expect(await collect((await open(harness, keys, json.id)).messages)).toEqual(['3 EXPIRED'])
    expect(await collect((await open(harness, keys, json.id, '3')).messages)).toEqual([])
  })

  it('ends when its key is revoked', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const { messages } = await open(harness, keys, json.id)
    const received = collect(messages)
    const simulate = `/v1/test_helpers/orders/${json.id}/simulate`
    await harness.call('POST', simulate, { keys, body: { action: 'pay' } })
    await harness.call('DELETE', `/v1/merchants/api-keys/${keys.keyId}`, { keys })
    await harness.pass(2_000)
    expect(await received).toEqual(['1 OPEN'])
  })

  it('sends changes of another process with its keep-alive comment', async () => {
    // A separate server, since the timer of comments starts with the first stream.
    const harness = await Harness.start()
    const keys = await harness.register()
    const body = { amount_mode: 'FIXED', amount: '5', currency: 'USDT' }
    const { json } = await harness.call('POST', '/v1/app/orders', { keys, body })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { messages, close } = await open(harness, keys, json.id)
    expect((await messages.next()).value).toMatchObject({ id: '1' })
    const other = await openOn(harness.database)
    await other.write((tx) => settle(tx, contextAt(harness.clock), json.id))
    vi.advanceTimersByTime(15_000)
    expect((await messages.next()).value).toMatchObject({ id: '3', data: { status: 'PAID' } })
    close()
  })

  it('refuses a sixth stream of one order with Retry-After: 5, and accepts one again once another closes', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const streams = []
    for (let opened = 0; opened < 5; opened += 1) {
      const stream = await open(harness, keys, json.id)
      await stream.messages.next()
      streams.push(stream)
    }
    const { response } = await open(harness, keys, json.id)
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      429,
      '5',
      '{"error":"rate limit exceeded"}',
    ])
    for (const stream of streams) stream.close()
    await expect.poll(async () => (await open(harness, keys, json.id)).response.status).toBe(200)
  })

  it('ignores an id that is not the current version', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    for (const id of ['9', '0', '-1', 'x', '1e0']) {
      const { messages, close } = await open(harness, keys, json.id, id)
      expect((await messages.next()).value).toMatchObject({ id: '1' })
      close()
    }
  })

  it('stops counting streams that were pipelined on a closed connection', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const target = `/v1/orders/${json.id}/events`
    const authorization = sign({ ...keys, method: 'GET', target, bytes: Buffer.alloc(0) })
    const request = `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`
    const socket = connect(Number(new URL(harness.server.url).port), '127.0.0.1')
    socket.write(request.repeat(4)) // as many as a connection may have
    await once(socket, 'data')
    await expect.poll(async () => (await open(harness, keys, json.id)).response.status).toBe(429)
    socket.destroy()
    await expect.poll(async () => (await open(harness, keys, json.id)).response.status).toBe(200)
  })
})
