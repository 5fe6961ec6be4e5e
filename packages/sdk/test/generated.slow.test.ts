import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { MerchantPay } from '../src/client.js'
import { CONTRACT, OPERATIONS } from '../src/generated/operations.gen.js'
import * as schemas from '../src/schemas.js'
import { scripted } from './support/fake.js'
import { CALLS } from './support/operations.js'

const order = {
  order_id: '019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d',
  order_number: 'ord_7QK3M9D0XZ4B',
  status: 'PAID_IN_SOME_LATER_WAY',
  order_amount: '25.00',
  received_amount: '25.00',
  credited_amount: '24.75',
  currency: 'USDT',
  transactions: [],
  paid_at: '2026-01-01T00:05:00.000Z',
  metadata: {},
  later: true,
}
const withdrawal = {
  id: '019b0e5e-3333-7bbb-8ccc-0123456789ab',
  withdrawal_number: 'wdr_4HV8N2RC6T0E',
  merchant_id: '019b0e5b-1111-7aaa-8bbb-0123456789ab',
  status: 'IN_SOME_LATER_STATE',
  amount: '100.00',
  fee: '1.50',
  total_debit: '101.50',
  currency: 'USDT',
  network: 'TRC20',
  destination_address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  tx_hash: null,
  confirmations: 0,
  failure_code: 'for_some_later_reason',
  metadata: {},
  environment: 'test',
  created_at: '2026-01-02T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
  completed_at: null,
}
const event = { event: 'payment.confirmed', timestamp: '2026-01-01T00:05:00.000Z', data: order }

describe('the generated code', () => {
  it('matches the contract', () => {
    const script = fileURLToPath(new URL('../scripts/generate.ts', import.meta.url))
    execFileSync(process.execPath, ['--import', 'tsx', script, '--check'])
  }, 60_000)

  it('names the contract it was made from', () => {
    expect(CONTRACT.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(CONTRACT.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('has a method for every operation, sent where the contract says', async () => {
    const streams = { streamOrderEvents: true, streamTestDeliveries: true }
    expect(Object.keys({ ...CALLS, ...streams }).sort()).toEqual(Object.keys(OPERATIONS).sort())
    for (const [id, call] of Object.entries(CALLS)) {
      const { mp, sent } = scripted([() => new Response('{}', { status: 400 })])
      await call(mp).catch(() => undefined)
      const { method, path } = OPERATIONS[id as keyof typeof CALLS] // its own keys
      expect(sent[0]?.method).toBe(method)
      const pattern = new RegExp(`^https://pay\\.example${path.replace(/\{\w+\}/g, '\\w+')}$`)
      expect(sent[0]?.url.split('?')[0]).toMatch(pattern)
    }
    expect(typeof new MerchantPay({ baseUrl: 'https://a.example' }).orders.stream).toBe('function')
  })
})

describe('a schema of an event', () => {
  it('accepts statuses and keeps fields that a later server adds', () => {
    expect(v.parse(schemas.vPaymentConfirmedEvent, event)).toEqual(event)
  })

  it('a schema of a withdrawal event accepts and keeps them too, and knows one that has not failed', () => {
    expect(v.parse(schemas.vWithdrawal, withdrawal)).toEqual(withdrawal)
    expect(v.parse(schemas.vWithdrawal, { ...withdrawal, failure_code: null }).failure_code).toBeNull()
  })

  it('refuses an event that lacks a field', () => {
    expect(v.safeParse(schemas.vPaymentConfirmedEvent, { ...event, data: {} }).success).toBe(false)
  })

  it('the schema of a request stays closed', () => {
    const body = { amount: '25.00', currency: 'EUR', network: 'TRC20' }
    expect(v.safeParse(schemas.vCreateOrder, body).success).toBe(false)
  })
})
