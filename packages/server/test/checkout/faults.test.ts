import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { HostedCheckout } from '../../src/checkout/checkout.js'
import { type Store, Unavailable } from '../../src/domain/ports.js'
import { checkoutRouter } from '../../src/http/checkout.js'
import { OpenStreams } from '../../src/http/open-streams.js'
import { OrderFeed } from '../../src/http/order-feed.js'
import { createRateLimit } from '../../src/http/rate-limit.js'
import { contextAt, handClock } from '../support/unit-context.js'

/** The checkout over a store that answers everything with an error. @returns what a page answers, and what was reported */
async function look(error: Error) {
  const clock = handClock()
  const store: Partial<Store> = { read: () => Promise.reject(error) }
  const settings = {
    supportContact: undefined,
    explorers: { TRC20: '', ERC20: '' },
    frameAncestors: "'none'",
  }
  const reported: unknown[] = []
  const router = checkoutRouter({
    checkout: new HostedCheckout(store as Store, contextAt(clock), settings), // it only reads
    clock,
    feed: new OrderFeed(),
    streams: new OpenStreams({ perHolder: 1, perSubject: 1 }),
    addressOf: () => 'payer',
    requests: createRateLimit(1, 60),
    misses: createRateLimit(1, 60),
    isStopping: () => false,
    report: (cause) => void reported.push(cause),
  })
  const server = express().use('/pay', router).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/pay/token`)
    return { status: answer.status, text: await answer.text() }
  }
  return { ask, reported }
}

it.each([
  [500, new Error('no such table: orders')],
  [503, new Unavailable('database is locked')],
])(
  'a fault of the server is a page with status %i that says nothing of its cause, which is reported',
  async (status, error) => {
    const { ask, reported } = await look(error)
    const page = await ask()
    expect(page.status).toBe(status)
    expect(page.text).toContain('This page loads again by itself.')
    expect(page.text).not.toContain(error.message)
    expect(reported).toEqual([error])
  },
)

it('a payer who asks too often is no fault of the server', async () => {
  const { ask, reported } = await look(new Error('first'))
  await ask()
  expect((await ask()).status).toBe(429)
  expect(reported).toHaveLength(1)
})
