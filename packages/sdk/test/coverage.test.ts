import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { MerchantPay } from '../src/client.js'
import { REMEDIES } from '../src/generated/failures.gen.js'
import { type ErrorCode, OPERATIONS, type OperationId } from '../src/generated/operations.gen.js'
import type { Operation } from '../src/http/operation.js'
import { conformance, UNPROVOKED } from '../src/testing/conformance/index.js'
import { answer, scripted } from './support/fake.js'
import { CALLS } from './support/operations.js'

interface Response {
  readonly $ref?: string
  readonly content?: Record<string, { readonly examples?: Record<string, unknown> }>
}
interface Written {
  readonly operationId: OperationId
  readonly 'x-retry': string
  readonly responses: Record<string, Response>
}
interface Contract {
  readonly paths: Record<string, Record<string, Written>>
  readonly components: { readonly responses: Record<string, Response> }
}

const path = new URL('../../../openapi/merchantpay.v1.yaml', import.meta.url)
const contract = parse(readFileSync(path, 'utf8')) as Contract // its own lint holds it in shape
const operations = Object.values(contract.paths).flatMap((item) => Object.values(item))

const cases = conformance({ baseUrl: 'https://pay.example', setMerchantStatus: async () => undefined })
const covered = new Set<string>(cases.flatMap(({ covers }) => covers))

/** Codes that the same few lines of a server answer for every operation: shown once, they are shown. */
const SHARED = new Set([
  'missing_authorization_header',
  'invalid_authorization_format',
  'api_key_is_inactive',
  'invalid_signature',
  'request_timestamp_too_old',
  'request_timestamp_in_the_future',
  'rate_limit_exceeded',
  'request_body_too_large',
])

/** The error codes that an operation documents, without those that a client cannot provoke. */
function codesOf({ responses }: Written): string[] {
  const codes = Object.entries(responses).flatMap(([status, response]) => {
    const name = response.$ref?.split('/').at(-1) ?? ''
    const { content = {} } = contract.components.responses[name] ?? response
    const examples = Object.keys(content['application/json']?.examples ?? {})
    // For an unknown signing key the signature is refused; for an unknown key to revoke, the revocation.
    return status === '401' ? examples.map((code) => (code === 'api_key_not_found' ? '' : code)) : examples
  })
  return codes.filter((code) => code !== '' && !(code in UNPROVOKED))
}

/** The retry class that the tables amount to. */
function retryClassOf(operationId: OperationId): string {
  const { key, method, stream }: Operation = OPERATIONS[operationId]
  if (operationId in REMEDIES) return 'once'
  if (stream) return 'stream'
  if (key) return 'keyed'
  return method === 'GET' ? 'safe' : 'idempotent'
}

const isShown = (operationId: string, code: string) =>
  covered.has(`${operationId} ${code}`) ||
  (SHARED.has(code) && [...covered].some((entry) => entry.endsWith(code)))

describe('every operation of the contract', () => {
  it.each(operations)('$operationId has a retry class and a conformance case', (written) => {
    expect(retryClassOf(written.operationId)).toBe(written['x-retry'])
    expect(covered).toContain(written.operationId)
  })

  it.each(operations)('$operationId shows each refusal that a client can provoke', (written) => {
    expect(codesOf(written).filter((code) => !isShown(written.operationId, code))).toEqual([])
  })

  it.each(Object.entries(OPERATIONS))('%s has a method that sends it', async (operationId, operation) => {
    const { mp, sent } = scripted([answer(200, operationId === 'listWebhooks' ? [] : {})])
    await callOf(operationId as OperationId)(mp) // the table has no other keys
    const { method, url } = sent[0] ?? {}
    const target = new RegExp(`^${operation.path.replaceAll(/\{.*?\}/g, '[a-z0-9]+')}$`)
    expect(method).toBe(operation.method)
    expect(new URL(url ?? '').pathname).toMatch(target)
  })
})

function callOf(operationId: OperationId): (mp: MerchantPay) => Promise<unknown> {
  const options = { maxConsecutiveFailures: 1 }
  const first = (stream: AsyncIterator<unknown>) => stream.next().catch(() => undefined)
  if (operationId === 'streamOrderEvents') return (mp) => first(mp.orders.stream('o1', options))
  if (operationId === 'streamTestDeliveries') return (mp) => first(mp.testHelpers.streamDeliveries(options))
  return CALLS[operationId]
}

describe('the README', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| (`\w+\.\w+`(?:, `\w+\.\w+`)*) \| repeated/gm)]
  const named = rows.flatMap(([, methods = '']) =>
    [...methods.matchAll(/\w+\.\w+/g)].map(([method]) => method),
  )

  it('lists every method that changes something and is repeated', async () => {
    const repeated = Object.entries<Operation>(OPERATIONS).filter(([operationId, { method }]) => {
      return method !== 'GET' && !(operationId in REMEDIES)
    })
    const methods = repeated.map(
      ([operationId]) => /mp\.(\w+\.\w+)\(/.exec(`${callOf(operationId as OperationId)}`)?.[1],
    )
    expect(named.toSorted()).toEqual(methods.toSorted())
  })
})

describe('the cases', () => {
  it('cover nothing outside the contract', () => {
    const known = new Set<string>([
      ...operations.flatMap((written) => [written.operationId, ...codesOf(written)]),
      ...operations.flatMap((written) => codesOf(written).map((code) => `${written.operationId} ${code}`)),
      'not_found',
      'method_not_allowed',
      'api_key_not_found',
    ])
    expect([...covered].filter((entry) => !known.has(entry))).toEqual([])
  })

  it('leave out only refusals that a client cannot provoke, each with its reason', () => {
    const codes = Object.keys(UNPROVOKED) as ErrorCode[] // the type of its keys
    expect(codes.filter((code) => [...covered].some((entry) => entry.endsWith(code)))).toEqual([])
    expect(Object.values(UNPROVOKED).every((reason) => reason.length > 0)).toBe(true)
  })
})
