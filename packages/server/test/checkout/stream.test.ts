import { once } from 'node:events'
import { get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import express, { type Response } from 'express'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Checkout, CheckoutView } from '../../src/domain/orders/checkout.js'
import type { Order } from '../../src/domain/orders/order.js'
import { streamCheckout } from '../../src/http/streams/checkout-stream.js'
import { Feed } from '../../src/http/streams/feed.js'
import { FollowedOrders } from '../../src/http/streams/followed-orders.js'
import { OpenStreams } from '../../src/http/streams/open-streams.js'
import { handClock } from '../support/domain/context.js'

const MINUTE = 60_000

/** Streams of orders whose state the test sets, with fake timers. */
async function begin(perAddress = 10) {
  const state = { row: 'pay', isClosed: false, orderReads: 0, revisionReads: 0 }
  const clock = handClock()
  const endsAt = clock.now() + 60 * MINUTE
  const revision = () => `${state.row} ${state.isClosed}`
  const sight = (orderId: string): CheckoutView => ({
    orderId,
    revision: revision(),
    changesAt: (now) => (now < endsAt ? endsAt : Number.POSITIVE_INFINITY),
    isFinal: () => state.row === 'paid',
    changesWithBlocks: () => state.row === 'confirming',
    state: (now) => ({ row: now < endsAt ? state.row : 'checking', isClosed: state.isClosed, now: 'now' }),
    page: () => ({ html: '', policy: '', language: 'en' }),
  })
  const find = async (token: string) => {
    state.orderReads += 1
    return sight(token)
  }
  const findRevisions = async (orderIds: readonly string[]) => {
    state.revisionReads += 1
    return new Map(orderIds.map((id) => [id, revision()]))
  }
  const checkout = { find, findRevisions } as Partial<Checkout> as Checkout // the feed calls these alone
  const responses: ((response: Response) => void)[] = []
  const app = express()
  app.get('/', (_request, response) => responses.shift()?.(response))
  const server: Server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const feed = new Feed<Order>()
  const followed = new FollowedOrders({ checkout, clock, feed })
  const streams = new OpenStreams({ address: perAddress, order: 5 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
    server.close()
    server.closeAllConnections()
  })
  const connections: { readonly sent: Socket; readonly received: Socket }[] = []
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const settle = async () => {
    await turn()
    await turn()
    for (const { sent, received } of connections) while (received.bytesRead < sent.bytesWritten) await turn()
  }
  return {
    state,
    clock,
    feed,
    /** Opens a stream of an order, whose token is its id. */
    async follow(orderId = 'one') {
      const reader = get({ port, host: '127.0.0.1', agent: false })
      reader.on('error', () => undefined) // the server closes the socket at the end
      const answered = once(reader, 'response')
      const response = await new Promise<Response>((resolve) => responses.push(resolve))
      await streamCheckout({ followed, streams }, { token: orderId, orderId, address: 'payer' }, response)
      const [answer] = (await answered) as [IncomingMessage]
      connections.push({ sent: response.req.socket, received: answer.socket })
      let text = ''
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      const rows = () => [...text.matchAll(/"row":"(\w+)"/g)].map(([, row]) => row)
      return { answer, text: () => text, rows }
    },
    async pass(ms: number) {
      await vi.advanceTimersByTimeAsync(ms)
      await settle()
    },
  }
}

it('reads revisions every 4 s and the order when its revision changed or every 2 s while confirming, and sends only changes', async () => {
  const { state, follow, pass } = await begin()
  const { rows } = await follow()
  await pass(0)
  expect(state).toMatchObject({ orderReads: 1, revisionReads: 0 })
  await pass(8_000)
  expect(state).toMatchObject({ orderReads: 1, revisionReads: 2 })
  state.row = 'confirming'
  await pass(4_000)
  expect(state.orderReads).toBe(2)
  await pass(4_000)
  expect(state.orderReads).toBe(4)
  expect(rows()).toEqual(['pay', 'confirming'])
})

it('reads the order once a minute without a changed revision, because revisions leave out the brand', async () => {
  const { state, follow, pass } = await begin()
  await follow()
  await pass(58_000)
  expect(state.orderReads).toBe(1)
  await pass(2_000)
  expect(state.orderReads).toBe(2)
})

it('sends changes that time alone makes', async () => {
  const { clock, follow, pass } = await begin()
  const { rows } = await follow()
  await pass(2_000)
  clock.businessAt += 60 * MINUTE
  await pass(2_000)
  expect(rows()).toEqual(['pay', 'checking'])
})

it('wakes the streams of one order alone; a hundred idle streams of twenty orders share one read and two timers', async () => {
  const { state, feed, follow, pass } = await begin(100)
  for (let order = 0; order < 20; order += 1) for (let n = 0; n < 5; n += 1) await follow(`order ${order}`)
  await pass(0)
  const before = { ...state }
  await pass(8_000)
  expect([state.orderReads - before.orderReads, state.revisionReads - before.revisionReads]).toEqual([0, 2])
  expect(vi.getTimerCount()).toBe(2)
  feed.publish('order 7', {} as Order) // the feed reads only the order's id
  await pass(0)
  expect(state.orderReads - before.orderReads).toBe(1)
})

it('repeats the state with the time after 20 s of silence, because scripts receive no comments', async () => {
  const { state, follow, pass } = await begin()
  const { rows } = await follow()
  await pass(18_000)
  expect(rows()).toEqual(['pay'])
  await pass(2_000)
  expect(rows()).toEqual(['pay', 'pay'])
  await pass(10_000)
  state.row = 'confirming'
  await pass(2_000)
  expect(rows()).toEqual(['pay', 'pay', 'confirming'])
  await pass(18_000)
  expect(rows()).toEqual(['pay', 'pay', 'confirming'])
  await pass(2_000)
  expect(rows()).toEqual(['pay', 'pay', 'confirming', 'confirming'])
})

it('sends a comment every 15 s, ends after 15 minutes, and releases its resources', async () => {
  const { follow, pass } = await begin()
  const { text, answer } = await follow()
  const ended = once(answer, 'end')
  await pass(45_000)
  expect(text().match(/^: keep-alive$/gm)).toHaveLength(3)
  await pass(14 * MINUTE)
  expect(answer.readableEnded).toBe(false)
  await pass(MINUTE)
  await ended
  expect(vi.getTimerCount()).toBe(0)
})
