import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DedupeStore, UnknownWebhookEvent } from '@merchantpay/webhook-verify'
import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
import { sqliteDedupe } from '@merchantpay/webhook-verify/dedupe/sqlite'
import { fixtures, deliver as send, VARIANTS, type Variant } from '@merchantpay/webhook-verify/testing'
import Database from 'better-sqlite3'
import express, { type RequestHandler } from 'express'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { SECRET, testProbes } from '../../../test-support/examples/receiver-behaviour.js'
import { createApp } from '../app.js'
import type { Act } from '../events.js'

describe('POST /webhooks', () => {
  test('an event that is delivered twice is handled once', async () => {
    const receiver = await startApp()
    const event = eventOf('payment.expired', { order_id: 'o1', order_number: 'ord_1', status: 'EXPIRED' })

    expect(await receiver.deliver(event)).toEqual({ status: 200, text: '{"received":true}' })
    expect(await receiver.deliver(event)).toEqual({ status: 200, text: '{"received":true,"duplicate":true}' })

    expect(receiver.handled).toEqual(['give up ord_1: not paid in time'])
  })

  test('an event that was handled before a restart is not handled after it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'express-receiver-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const start = () => startApp({ dedupe: sqliteDedupe(new Database(join(folder, 'webhooks.sqlite'))) })
    const event = eventOf('payment.expired', { order_id: 'o1', order_number: 'ord_1', status: 'EXPIRED' })

    const before = await start()
    await before.deliver(event)
    const after = await start()
    await after.deliver(event)

    expect(before.handled).toHaveLength(1)
    expect(after.handled).toEqual([])
  })

  test('an order that expires and is paid late is handled for both events', async () => {
    const receiver = await startApp()
    const order = { order_id: 'o1', order_number: 'ord_1' }

    await receiver.deliver(eventOf('payment.expired', { ...order, status: 'EXPIRED' }))
    await receiver.deliver(eventOf('payment.confirmed', { ...order, status: 'EXPIRED_PAID' }))

    expect(receiver.handled).toEqual(['give up ord_1: not paid in time', 'look into ord_1: EXPIRED_PAID'])
  })

  test.each([
    [
      'payment.frozen',
      { order_id: 'o1', order_number: 'ord_1', reason: 'reorg' },
      'hold back ord_1: under review, reorg',
    ],
    [
      'withdrawal.completed',
      { withdrawal_id: 'w1', withdrawal_number: 'wdr_1', amount: '100.00' },
      'record wdr_1: 100.00 USDT paid out',
    ],
    [
      'withdrawal.failed',
      { withdrawal_id: 'w1', withdrawal_number: 'wdr_1', failure_code: 'canceled' },
      'look into wdr_1: canceled',
    ],
  ])('%s is handled once, whatever it is about', async (event, data, line) => {
    const receiver = await startApp()

    await receiver.deliver(eventOf(event, data))
    await receiver.deliver(eventOf(event, data))

    expect(receiver.handled).toEqual([line])
  })

  test('an order that is frozen, cleared and frozen again is looked at again', async () => {
    const receiver = await startApp()
    const order = { order_id: 'o1', order_number: 'ord_1', reason: 'compliance' }
    const frozen = (timestamp: string) => ({ ...eventOf('payment.frozen', order), timestamp })

    await receiver.deliver(frozen('2026-01-01T00:30:00.000Z'))
    await receiver.deliver(frozen('2026-01-02T00:30:00.000Z'))

    expect(receiver.handled).toEqual([
      'hold back ord_1: under review, compliance',
      'read again: payment.frozen has other details than before',
    ])
  })

  test('withdrawals are told apart by their id', async () => {
    const receiver = await startApp()
    const failed = (id: string) =>
      eventOf('withdrawal.failed', { withdrawal_id: id, withdrawal_number: id, failure_code: 'reverted' })

    await receiver.deliver(failed('w1'))
    await receiver.deliver(failed('w2'))

    expect(receiver.handled).toEqual(['look into w1: reverted', 'look into w2: reverted'])
  })

  test('an event that could not be handled is handled when it comes again', async () => {
    const act = vi.fn<Act>().mockRejectedValueOnce(new Error('the database is down'))
    const receiver = await startApp({ act })
    const event = eventOf('payment.expired', { order_id: 'o1', order_number: 'ord_1', status: 'EXPIRED' })

    expect((await receiver.deliver(event)).status).toBe(500)
    expect((await receiver.deliver(event)).status).toBe(200)

    expect(act).toHaveBeenCalledTimes(2)
  })

  test('an unknown event is logged and answered 200', async () => {
    const receiver = await startApp()

    const { status } = await receiver.deliver(eventOf('order.archived', {}))

    expect(status).toBe(200)
    expect(receiver.handled).toEqual(['ignored order.archived: newer than this receiver'])
  })

  test.each(Object.entries(VARIANTS))('a delivery that is %s is answered as %s', async (variant, verdict) => {
    const receiver = await startApp()

    const answer = await receiver.deliver(fixtures['payment.expired'], variant as Variant) // one of its own keys

    const isGood = verdict === 'ok'
    expect(answer.text).toBe(isGood ? '{"received":true}' : `{"error":"${verdict}"}`)
    expect(answer.status).toBe(isGood ? 200 : 401)
    expect(receiver.handled).toHaveLength(isGood ? 1 : 0)
  })

  test.each(Object.values(fixtures))('$event is handled: $data.status', async (event) => {
    const receiver = await startApp()

    expect((await receiver.deliver(event)).status).toBe(200)

    expect(receiver.handled).toHaveLength(1)
  })

  testProbes({ start: () => startApp() })

  test('a JSON parser before the route is answered 500 raw_body_required', async () => {
    const receiver = await startApp({ before: [express.json()] })

    const answer = await receiver.deliver(eventOf('order.archived', {}))

    expect(answer).toEqual({ status: 500, text: '{"error":"raw_body_required"}' })
    expect(receiver.handled).toEqual([])
  })
})

const eventOf = (event: string, data: Record<string, unknown>): UnknownWebhookEvent => ({
  event,
  timestamp: '2026-01-01T00:30:00.000Z',
  data,
})

interface AppOptions {
  before?: RequestHandler[]
  dedupe?: DedupeStore
  act?: Act
}

/** Runs the app on loopback; TLS is the business of `main`. */
async function startApp({ before = [], dedupe = memoryDedupe(), act }: AppOptions = {}) {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const handled: string[] = []
  const note: Act = (line) => void handled.push(line)
  const app = createApp(SECRET, dedupe, act ?? note)
  const server = createServer(express().use(...before, app))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(stop)
  const { port } = server.address() as AddressInfo // it listens on TCP
  const url = `http://127.0.0.1:${port}/webhooks`

  async function deliver(
    event: UnknownWebhookEvent,
    variant: Variant = 'valid',
  ): Promise<{ status: number; text: string }> {
    const response = await send(url, event, { secret: SECRET, variant })
    return { status: response.status, text: await response.text() }
  }

  return { url, stop, deliver, handled }
}
