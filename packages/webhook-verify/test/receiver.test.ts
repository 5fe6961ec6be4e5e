import { describe, expect, test } from 'vitest'
import { createReceiver, type ReceiverOptions } from '../src/index.node.js'
import { BODY, headerOf, NOW, outcome, SECRET, T } from './support.js'

const base: ReceiverOptions = { secrets: SECRET, clock: () => NOW, on: {}, dedupe: false }

describe('a receiver', () => {
  test('hands an event to its handler and acknowledges it', async () => {
    const seen: unknown[] = []
    const on = { 'payment.confirmed': (event: unknown, delivery: unknown) => seen.push([event, delivery]) }
    const { handle } = createReceiver({ ...base, on })
    expect(await handle(BODY, { 'X-Merchant-Signature': headerOf(T) })).toEqual({
      status: 200,
      body: '{"received":true}',
      headers: { 'content-type': 'application/json' },
    })
    const event = JSON.parse(BODY)
    expect(seen).toMatchObject([[event, { event, known: true, signedAt: NOW, secretId: 'secret-1' }]])
  })

  test('53 refuses to forget handled events within the time of their attempts', () => {
    const make = (doneTtlMs: number) => outcome(() => createReceiver({ ...base, doneTtlMs }))
    expect(make(3_600_000)).toBe('invalid_option')
    expect(make(27 * 3_600_000 - 1)).toBe('invalid_option')
    expect(make(27 * 3_600_000)).toBe('ok')
  })
})
