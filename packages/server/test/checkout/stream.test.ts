import { once } from 'node:events'
import { get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type Response } from 'express'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Checkout, CheckoutSight } from '../../src/domain/checkout.js'
import { streamCheckout } from '../../src/http/checkout-stream.js'
import { OpenStreams } from '../../src/http/open-streams.js'
import { OrderFeed } from '../../src/http/order-feed.js'
import { handClock } from '../support/unit-context.js'

const MINUTE = 60_000

/** A stream of one order whose books a test writes itself, with timers that stand still. */
async function follow() {
  const books = { row: 'pay', looks: 0 }
  const sight = (): CheckoutSight => ({
    orderId: 'one',
    isFinal: () => books.row === 'paid',
    isMoving: () => books.row === 'confirming',
    state: () => ({ row: books.row, now: 'now' }),
    page: () => ({ html: '', policy: '', language: 'en' }),
  })
  const look = async () => {
    books.looks += 1
    return sight()
  }
  const checkout: Partial<Checkout> = { look }
  const app = express()
  const opened = new Promise<Response>((resolve) => app.get('/', (_request, response) => resolve(response)))
  const server: Server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const reader = get({ port, host: '127.0.0.1' })
  const response = await opened
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
    reader.destroy()
    server.close()
  })
  const streams = new OpenStreams({ perHolder: 1, perSubject: 1 })
  const services = { checkout: checkout as Checkout, clock: handClock(), feed: new OrderFeed(), streams } // it only looks
  const answered = once(reader, 'response')
  streamCheckout(services, { token: 'token', orderId: 'one', holder: 'payer' }, response)
  const [answer] = (await answered) as [IncomingMessage]
  let text = ''
  answer.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  return {
    books,
    streams,
    answer,
    text: () => text,
    async pass(ms: number) {
      await vi.advanceTimersByTimeAsync(ms)
      await settle()
    },
  }
}

it('looks into the books every 4 s, every 2 s while a payment is being confirmed, and tells news only', async () => {
  const { books, text, pass } = await follow()
  await pass(0)
  expect(books.looks).toBe(1)
  await pass(8_000)
  expect(books.looks).toBe(3)
  books.row = 'confirming'
  await pass(4_000)
  const before = books.looks
  await pass(4_000)
  expect(books.looks - before).toBe(2)
  expect(text().match(/"row":"\w+"/g)).toEqual(['"row":"pay"', '"row":"confirming"'])
})

it('tells the same again after 20 s of silence, with the time: scripts hear no comments', async () => {
  const { books, text, pass } = await follow()
  const told = () =>
    text()
      .match(/"row":"\w+"/g)
      ?.map((row) => row.slice(7, -1))
  await pass(18_000)
  expect(told()).toEqual(['pay'])
  await pass(2_000)
  expect(told()).toEqual(['pay', 'pay'])
  await pass(10_000)
  books.row = 'confirming'
  await pass(8_000)
  expect(told()).toEqual(['pay', 'pay', 'confirming'])
  await pass(18_000)
  expect(told()).toEqual(['pay', 'pay', 'confirming', 'confirming'])
})

it('sends a comment every 15 s and ends after 15 minutes, with everything that it held', async () => {
  const { text, pass, answer, streams } = await follow()
  const ended = once(answer, 'end')
  await pass(45_000)
  expect(text().match(/^: keep-alive$/gm)).toHaveLength(3)
  expect(() => streams.require({ holder: 'payer', subject: 'two' })).toThrow()
  await pass(14 * MINUTE)
  expect(answer.readableEnded).toBe(false)
  await pass(MINUTE)
  await ended
  expect(vi.getTimerCount()).toBe(0)
  expect(() => streams.require({ holder: 'payer', subject: 'one' })).not.toThrow()
})
