import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../src/domain/events.js'
import { ERRORS } from '../../src/http/errors.js'
import type { Handlers } from '../../src/http/handler.js'
import { loadContract, OperationTable } from '../../src/http/operations.js'
import { useHarness } from '../support/harness.js'

interface Reply {
  readonly content?: Record<
    string,
    { examples?: Record<string, { value?: { error: string }; $ref?: string }> }
  >
  readonly $ref?: string
}
interface Document {
  readonly paths: Record<string, Record<string, { operationId: string; responses: Record<string, Reply> }>>
  readonly webhooks?: Record<string, unknown>
  readonly components: {
    readonly responses: Record<string, Reply>
    readonly examples: Record<string, { value: { error: string } }>
    readonly schemas: Record<string, { example?: unknown; enum?: string[] }>
  }
  readonly 'x-router-errors': Record<string, { status: number; message: string }>
}

const { text, contract } = loadContract()
const document = load(text) as Document
const documents = [document, load(loadContract('operator').text) as Document]

/** Every (status, code, message) that the two contracts write down. */
function writtenErrors(): Map<string, { message: string; statuses: Set<number> }> {
  const written = new Map<string, { message: string; statuses: Set<number> }>()
  const note = (code: string, message: string, status: number) => {
    const row = written.get(code) ?? { message, statuses: new Set() }
    row.statuses.add(status)
    written.set(code, row)
  }
  for (const { paths, components, 'x-router-errors': routerErrors } of documents) {
    for (const { responses } of Object.values(paths).flatMap((item) => Object.values(item))) {
      for (const [status, reply] of Object.entries(responses)) {
        const named = reply.$ref ? components.responses[reply.$ref.split('/').at(-1) ?? ''] : reply
        for (const code of Object.keys(named?.content?.['application/json']?.examples ?? {})) {
          note(code, components.examples[code]?.value.error ?? 'no example', Number(status))
        }
      }
    }
    for (const [code, { status, message }] of Object.entries(routerErrors)) note(code, message, status)
  }
  return written
}

describe('the contract and the server say the same', () => {
  it('about every error: code, message and status, both ways', () => {
    const written = writtenErrors()
    expect([...written.keys()].sort()).toEqual(Object.keys(ERRORS).sort())
    for (const [code, { status, message }] of Object.entries(ERRORS)) {
      const row = written.get(code)
      expect(row?.message.replace(/^(invalid parameter): .*/, '$1')).toBe(message)
      expect([...(row?.statuses ?? [])]).toContain(status)
    }
  })

  it('about what the operator is told: every message of its contract is in the table', () => {
    const operator = documents.at(-1)
    const messages = Object.values(operator?.components.examples ?? {}).map(({ value }) => value.error)
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
  })

  it('by example: every schema has one, which the contract lint holds valid', () => {
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
        'GET /v1/orders/{id}/events',
        'POST /v1/app/orders',
        'POST /v1/merchants',
        'GET /v1/merchants/me',
        'POST /v1/merchants/webhook-secret',
        'GET /v1/merchants/api-keys',
        'POST /v1/merchants/api-keys',
        'DELETE /v1/merchants/api-keys/{key_id}',
        'GET /v1/orders/{id}/deliveries',
        'POST /v1/withdrawals',
        'GET /v1/withdrawals',
        'GET /v1/withdrawals/quote',
        'GET /v1/withdrawals/{id}',
        'POST /v1/withdrawals/{id}/cancel',
        'GET /v1/balance',
        'POST /v1/webhooks',
        'GET /v1/webhooks',
        'GET /v1/webhooks/{id}/deliveries',
        'POST /v1/test_helpers/orders/{id}/simulate',
      ].sort(),
    )
  })

  it('in types: a missing handler, and a status the contract lacks, do not compile', () => {
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

describe('GET /openapi.yaml and /healthz', () => {
  const shared = useHarness()

  it('serve the contract as it stands in the repository', async () => {
    const { headers, text: served } = await shared.harness.call('GET', '/openapi.yaml')
    expect(headers['content-type']).toBe('application/yaml; charset=utf-8')
    expect(served).toBe(
      readFileSync(new URL('../../../../openapi/merchantpay.v1.yaml', import.meta.url), 'utf8'),
    )
  })

  it('tell that the server is alive', async () => {
    const { status, json } = await shared.harness.call('GET', '/healthz')
    expect([status, json]).toEqual([200, { status: 'ok' }])
  })
})
