import { parse } from 'node:querystring'
import type { Request } from 'express'
import fc from 'fast-check'
import {
  type Contract,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from '../../../src/http/validator/operations.js'

/** A request to an operation, as the contract describes it or with values that it refuses. */
export interface SentRequest {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
  /** Text after the question mark. */
  readonly query: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

const WRONG: readonly unknown[] = [
  ...[undefined, null, true, 7, -1, 0.123456789, '', ' ', 'nothing', '1e1', '12.5', 'constructor'],
  ...[[], ['nothing', 'nothing'], {}, { constructor: 1 }, 'x'.repeat(3_000)],
]
/** How many fitting values there are for each wrong one. */
const FITTING = 15

/** Requests to one operation: most values fit the contract, and each may be wrong, absent or unknown. */
export function requestsTo(contract: Contract, operation: Operation): fc.Arbitrary<SentRequest> {
  const of = (place: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === place)
  return fc.record({
    operation: fc.constant(operation),
    params: fc.record(
      Object.fromEntries(of('path').map(({ name, schema }) => [name, segmentOf(contract, schema)])),
    ),
    query: queryOf(contract, of('query')),
    headers: fc.record(
      Object.fromEntries(
        of('header').map(({ name, schema }) => [name.toLowerCase(), textOf(contract, schema)]),
      ),
      { requiredKeys: [] },
    ),
    body: operation.body ? valueFor(contract, operation.body).map(asJson) : fc.constant(undefined),
  })
}

/** The request as Express hands it over, with a query that is computed at each access. */
export function asRequest({ operation, params, query, headers, body }: SentRequest): Request {
  const type = operation.body ? { 'content-type': 'application/json' } : {}
  const request = Object.create({
    get query() {
      return parse(query)
    },
  })
  return Object.assign(request, {
    method: operation.method,
    path: operation.path,
    originalUrl: `${operation.path}${query && `?${query}`}`,
    headers: { ...headers, ...type },
    params: { ...params },
    body: structuredClone(body),
  })
}

function queryOf(contract: Contract, parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const known: fc.Arbitrary<string[]>[] = parameters.map(({ name, schema }) =>
    textOf(contract, schema).map((text) => [name, text]),
  )
  const unknown: fc.Arbitrary<string[]> = fc.constantFrom(
    ['nothing', '1'],
    ['constructor', '1'],
    ['', ''],
    ['a[b]', '1'],
  )
  const fields = fc.tuple(
    fc.subarray(known).chain((chosen): fc.Arbitrary<string[][]> => fc.tuple(...chosen)),
    fc.array(fc.oneof(...known, unknown), { maxLength: 1 }),
  )
  const written = fc.oneof({ arbitrary: fc.constant(true), weight: FITTING }, fc.constant(false))
  return fc
    .tuple(fields, written)
    .map(([[all, more], isEncoded]) =>
      (isEncoded && more.length > 0 && all.length > 0 ? all : [...all, ...more])
        .map((field) => field.map((text) => (isEncoded ? encodeURIComponent(text) : text)).join('='))
        .join('&'),
    )
}

/** A path segment, which is never empty. */
const segmentOf = (contract: Contract, schema: Schema): fc.Arbitrary<string> =>
  textOf(contract, schema).map((text) => text || 'nothing')

const textOf = (contract: Contract, schema: Schema): fc.Arbitrary<string> =>
  valueFor(contract, schema).map((value) => (typeof value === 'object' ? '' : `${value ?? ''}`))

function valueFor(contract: Contract, schema: Schema): fc.Arbitrary<unknown> {
  const resolved = resolve(contract, schema)
  return fc.oneof(
    { arbitrary: fittingFor(contract, resolved), weight: FITTING },
    fc.constantFrom(...WRONG),
    fc.constantFrom(...edgesOf(resolved), undefined),
  )
}

/** The last values that fit, and the first that do not. */
function edgesOf({ minimum, maximum, minLength, maxLength }: Schema): unknown[] {
  const numbers = [minimum, maximum].flatMap((edge) => (edge === undefined ? [] : [edge - 1, edge, edge + 1]))
  const lengths = [minLength, maxLength].flatMap((edge) =>
    edge === undefined ? [] : [edge - 1, edge, edge + 1],
  )
  return [...numbers, ...lengths.map((length) => 'x'.repeat(Math.max(0, length)))]
}

function fittingFor(contract: Contract, schema: Schema): fc.Arbitrary<unknown> {
  const { type, properties = {}, required = [], items = {}, minimum = 0, maximum = 1_000 } = schema
  if (schema.oneOf)
    return fc.oneof(...schema.oneOf.map((one) => fittingFor(contract, resolve(contract, one))))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.not) return fc.constant(undefined)
  if (type === 'object') {
    const values: Record<string, fc.Arbitrary<unknown>> = {}
    for (const [name, property] of Object.entries(properties)) values[name] = valueFor(contract, property)
    return fc.record(values, { requiredKeys: [...required] })
  }
  if (type === 'array') return fc.uniqueArray(valueFor(contract, items), { minLength: 1, maxLength: 3 })
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum })
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true })
  if (type === 'boolean') return fc.boolean()
  if (schema.format === 'uuid') return fc.uuid()
  if (schema.format === 'email') return fc.emailAddress()
  return schema.pattern ? fc.stringMatching(new RegExp(schema.pattern, 'u')) : fc.string({ maxLength: 50 })
}

/** As JSON can carry it: without undefined. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
