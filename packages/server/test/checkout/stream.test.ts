import { once } from 'node:events'
import { get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import express, { type Response } from 'express'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Checkout, CheckoutSight } from '../../src/domain/orders/checkout.js'
import type { Order } from '../../src/domain/orders/order.js'
import { streamCheckout } from '../../src/http/streams/checkout-stream.js'
import { Feed } from '../../src/http/streams/feed.js'
import { FollowedOrders } from '../../src/http/streams/followed-orders.js'
import { OpenStreams } from '../../src/http/streams/open-streams.js'
import { handClock } from '../support/domain/context.js'

const MINUTE = 60_000

/** The streams of orders whose books a test writes itself, with timers that stand still. */
async function begin(perAddress = 10) {
  const books = { row: 'pay', isClosed: false, looks: 0, reads: 0 }
  const clock = handClock()
  const endsAt = clock.now() + 60 * MINUTE
  const mark = () => `${books.row} ${books.isClosed}`
  const sight = (orderId: string): CheckoutSight => ({
    orderId,
    mark: mark(),
    changesAt: (now) => (now < endsAt ? endsAt : Number.POSITIVE_INFINITY),
    isFinal: () => books.row === 'paid',
    isMoving: () => books.row === 'confirming',
    state: (now) => ({ row: now < endsAt ? books.row : 'checking', isClosed: books.isClosed, now: 'now' }),
    page: () => ({ html: '', policy: '', language: 'en' }),
  })
  const look = async (token: string) => {
    books.looks += 1
    return sight(token)
  }
  const marks = async (orderIds: readonly string[]) => {
    books.reads += 1
    return new Map(orderIds.map((id) => [id, mark()]))
  }
  const checkout = { look, marks } as Partial<Checkout> as Checkout // it only looks
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
    books,
    clock,
    feed,
    /** Opens a stream of an order, whose token is its id. */
    async follow(orderId = 'one') {
      const reader = get({ port, host: '127.0.0.1', agent: false })
      reader.on('error', () => undefined) // the server closes it at the end
      const answered = once(reader, 'response')
      const response = await new Promise<Response>((resolve) => responses.push(resolve))
      streamCheckout({ followed, streams }, { token: orderId, orderId, address: 'payer' }, response)
      const [answer] = (await answered) as [IncomingMessage]
      connections.push({ sent: response.req.socket, received: answer.socket })
      let text = ''
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      const told = () => [...text.matchAll(/"row":"(\w+)"/g)].map(([, row]) => row)
      return { answer, text: () => text, told }
    },
    async pass(ms: number) {
      await vi.advanceTimersByTimeAsync(ms)
      await settle()
    },
  }
}

it('reads marks every 4 s, looks when one changed, every 2 s while a payment is being confirmed, and tells news only', async () => {
  const { books, follow, pass } = await begin()
  const { told } = await follow()
  await pass(0)
  expect(books).toMatchObject({ looks: 1, reads: 0 })
  await pass(8_000)
  expect(books).toMatchObject({ looks: 1, reads: 2 })
  books.row = 'confirming'
  await pass(4_000)
  expect(books.looks).toBe(2)
  await pass(4_000)
  expect(books.looks).toBe(4)
  expect(told()).toEqual(['pay', 'confirming'])
})

it('looks again once a minute though no mark changed: the brand is in none', async () => {
  const { books, follow, pass } = await begin()
  await follow()
  await pass(58_000)
  expect(books.looks).toBe(1)
  await pass(2_000)
  expect(books.looks).toBe(2)
})

it('tells by itself what time alone changes', async () => {
  const { clock, follow, pass } = await begin()
  const { told } = await follow()
  await pass(2_000)
  clock.businessAt += 60 * MINUTE
  await pass(2_000)
  expect(told()).toEqual(['pay', 'checking'])
})

it('wakes the streams of one order alone; a hundred idle streams of twenty orders share one read and two timers', async () => {
  const { books, feed, follow, pass } = await begin(100)
  for (let order = 0; order < 20; order += 1) for (let n = 0; n < 5; n += 1) await follow(`order ${order}`)
  await pass(0)
  const before = { ...books }
  await pass(8_000)
  expect([books.looks - before.looks, books.reads - before.reads]).toEqual([0, 2])
  expect(vi.getTimerCount()).toBe(2)
  feed.publish('order 7', {} as Order) // only its coming is heard
  await pass(0)
  expect(books.looks - before.looks).toBe(1)
})

it('tells the same again after 20 s of silence, with the time: scripts hear no comments', async () => {
  const { books, follow, pass } = await begin()
  const { told } = await follow()
  await pass(18_000)
  expect(told()).toEqual(['pay'])
  await pass(2_000)
  expect(told()).toEqual(['pay', 'pay'])
  await pass(10_000)
  books.row = 'confirming'
  await pass(2_000)
  expect(told()).toEqual(['pay', 'pay', 'confirming'])
  await pass(18_000)
  expect(told()).toEqual(['pay', 'pay', 'confirming'])
  await pass(2_000)
  expect(told()).toEqual(['pay', 'pay', 'confirming', 'confirming'])
})

it('sends a comment every 15 s and ends after 15 minutes, with everything that it held', async () => {
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
