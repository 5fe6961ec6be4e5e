import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../../src/domain/webhooks/event-types.js'
import { ERRORS } from '../../../src/http/errors.js'
import type { Handlers } from '../../../src/http/handler.js'
import { loadContract } from '../../../src/http/validator/contracts.js'
import { OperationTable } from '../../../src/http/validator/operations.js'
import {
  contractDocument,
  documentedErrors,
  requireDocumented,
} from '../../support/server/documented-errors.js'
import { Harness, useHarness } from '../../support/server/harness.js'

const { contract } = loadContract()
const document = contractDocument('merchantpay')
const operator = contractDocument('operator')

describe('the contract and the server say the same', () => {
  it('about every error: code, message and status, both ways', () => {
    const written = [document, operator].flatMap(documentedErrors)
    expect([...new Set(written.map(({ code }) => code))].sort()).toEqual(Object.keys(ERRORS).sort())
    for (const [code, { status, message }] of Object.entries(ERRORS)) {
      const rows = written.filter((row) => row.code === code)
      const messages = rows.map((row) => row.message.replace(/^(invalid parameter): .*/, '$1'))
      expect([...new Set(messages)]).toEqual([message])
      expect(rows.map((row) => row.status)).toContain(status)
    }
  })

  it('about what the operator is told: every message of its contract is in the table', () => {
    const messages = Object.values(operator.components.examples).map(({ value }) => value.error)
    const known = new Set(Object.values(ERRORS).map(({ message }) => message))
    const told = messages.map((message) => message.replace(/^(invalid parameter): .*/, '$1'))
    expect(told.length).toBeGreaterThan(10)
    expect(told.filter((message) => !known.has(message))).toEqual([])
  })

  it('about the code of each message: the message in snake_case', () => {
    for (const [code, { message }] of Object.entries(ERRORS)) expect(message.replaceAll(' ', '_')).toBe(code)
  })

  it('about the events that are sent', () => {
    expect(Object.keys(document.webhooks ?? {}).sort()).toEqual([...EVENT_TYPES].sort())
    expect(document.components.schemas.EventType?.enum).toEqual([...EVENT_TYPES])
    const limits = [...JSON.stringify(document).matchAll(/"events":\{[^}]*"maxItems":(\d+)/g)]
    // A page of the list of events has 100 at most.
    const subscribed = limits.map(([, most]) => Number(most)).filter((most) => most !== 100)
    expect(subscribed).toEqual([EVENT_TYPES.length, EVENT_TYPES.length])
  })

  it('the contract and the server say the same by example: every schema has one, which the contract lint holds valid', () => {
    const schemas = Object.entries(document.components.schemas)
    expect(schemas.filter(([, schema]) => schema.example === undefined)).toEqual([])
  })

  it('about the operations of the interface and those added to it', () => {
    const written = new OperationTable(contract).list().map(({ method, path }) => `${method} ${path}`)
    expect(written.sort()).toEqual(
      [
        'POST /v1/orders',
        'GET /v1/orders',
        'GET /v1/orders/{id}',
        'POST /v1/orders/{id}/expire',
        'POST /v1/orders/{id}/accept',
        'POST /v1/orders/{id}/refunds',
        'GET /v1/orders/{id}/refunds',
        'GET /v1/orders/{id}/events',
        'POST /v1/app/orders',
        'POST /v1/payment-links',
        'GET /v1/payment-links',
        'GET /v1/payment-links/{id}',
        'POST /v1/payment-links/{id}/close',
        'GET /v1/payment-links/{id}/orders',
        'POST /v1/merchants',
        'GET /v1/merchants/me',
        'POST /v1/merchants/webhook-secret',
        'POST /v1/merchants/dashboard-links',
        'GET /v1/merchants/api-keys',
        'POST /v1/merchants/api-keys',
        'DELETE /v1/merchants/api-keys/{key_id}',
        'GET /v1/orders/{id}/deliveries',
        'POST /v1/withdrawals',
        'GET /v1/withdrawals',
        'GET /v1/withdrawals/quote',
        'POST /v1/withdrawals/destinations',
        'GET /v1/withdrawals/destinations',
        'DELETE /v1/withdrawals/destinations/{id}',
        'GET /v1/withdrawals/{id}',
        'POST /v1/withdrawals/{id}/cancel',
        'GET /v1/balance',
        'GET /v1/rates',
        'GET /v1/events',
        'POST /v1/webhooks',
        'GET /v1/webhooks',
        'PATCH /v1/webhooks/{id}',
        'DELETE /v1/webhooks/{id}',
        'POST /v1/webhooks/{id}/test',
        'GET /v1/webhooks/{id}/deliveries',
        'GET /v1/webhooks/{id}/deliveries/{delivery_id}',
        'POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver',
        'GET /v1/test_helpers/deliveries/events',
        'POST /v1/test_helpers/deliveries/{delivery_id}/resend',
        'POST /v1/test_helpers/orders/{id}/simulate',
      ].sort(),
    )
  })

  it('the contract and the server say the same in types: a missing handler, and a status the contract lacks, do not compile', () => {
    const check = (handlers: Handlers) => {
      const { getOrder: _, ...incomplete } = handlers
      // @ts-expect-error getOrder is missing
      const missing: Handlers = incomplete
      const wrongStatus: Handlers['getCurrentMerchant'] = {
        access: 'read',
        // @ts-expect-error the contract answers 200
        run: async (_tx, { caller }) => ({ status: 202, body: caller.merchant }),
      }
      return [missing, wrongStatus]
    }
    expect(check).toBeTypeOf('function')
  })
})

describe('an error that a test gets', () => {
  const answered = (status: number, error: string) => ({ status, text: '', json: { error } })

  it.each([
    ['POST', '/v1/orders', 400, 'invalid amount'],
    ['POST', '/v1/orders', 400, 'invalid parameter: metadata.cart'],
    ['GET', '/v1/orders?limit=0', 400, 'invalid limit'],
    ['PATCH', '/v1/orders', 405, 'method not allowed'],
    ['GET', '/nothing', 404, 'not found'],
    ['POST', '/operator/v1/app-payments', 409, 'order not payable'],
  ] as const)('passes where its operation writes it: %s %s %i "%s"', (method, target, status, error) => {
    expect(() => requireDocumented(method, target, answered(status, error), true)).not.toThrow()
  })

  it.each<[what: string, method: string, target: string, status: number, error: string, isServed?: boolean]>([
    ['an operation that lacks it', 'POST', '/v1/orders', 400, 'invalid limit'],
    ['another status', 'POST', '/v1/orders', 409, 'invalid amount'],
    ['a status that the operation lacks', 'GET', '/v1/balance', 409, 'duplicate idempotency key'],
    ['a longer text', 'POST', '/v1/orders', 400, 'invalid amount: 1'],
    ['a path that exists', 'GET', '/v1/orders', 404, 'not found'],
    ['the operator alone', 'POST', '/v1/orders', 409, 'order not payable'],
    ['a surface that is closed', 'POST', '/operator/v1/app-payments', 409, 'order not payable', false],
  ])('fails for %s', (_what, method, target, status, error, isServed = true) => {
    const refused = () => requireDocumented(method, target, answered(status, error), isServed)
    expect(refused).toThrow('the contract does not document')
  })
})

describe('GET /openapi.yaml and /healthz', () => {
  const shared = useHarness()

  it('serve the contract as it stands in the repository', async () => {
    const { headers, text: served } = await shared.harness.call('GET', '/openapi.yaml')
    expect(headers['content-type']).toBe('application/yaml; charset=utf-8')
    expect(served).toBe(
      readFileSync(new URL('../../../../../openapi/merchantpay.v1.yaml', import.meta.url), 'utf8'),
    )
  })

  it('tell that the server is alive', async () => {
    const { status, json } = await shared.harness.call('GET', '/healthz')
    expect([status, json]).toEqual([200, { status: 'ok' }])
  })

  it('answer probes with and without the path prefix of the public URL', async () => {
    const harness = await Harness.start({ MERCHANTPAY_PUBLIC_URL: 'https://shop.example/payments' })
    for (const target of ['/healthz', '/readyz', '/payments/healthz', '/payments/readyz'])
      expect([target, (await harness.call('GET', target)).status]).toEqual([target, 200])
    expect((await harness.call('GET', '/openapi.yaml')).status).toBe(404)
  })
})

describe('Strict-Transport-Security', () => {
  it.each([
    ['31536000', {}],
    ['0', { MERCHANTPAY_HSTS_SECONDS: '0' }],
  ])('is for this host alone, for %s seconds', async (seconds, env) => {
    const harness = await Harness.start(env)
    const { headers } = await harness.call('GET', '/healthz')
    expect(headers['strict-transport-security']).toBe(`max-age=${seconds}`)
  })
})
