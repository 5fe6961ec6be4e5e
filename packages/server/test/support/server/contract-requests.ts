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
  // Other spellings of numbers and truth, which a conversion may accept.
  ...['+1', '01', '1.0', ' 1', '1 ', '-0', '0x10', '1_000', 'Infinity', 'true', 'false', 'null'],
  ...[Number.MAX_SAFE_INTEGER + 1, 1e21, 1e-9, false, '\u0000', 'é', '🙂', '\n'],
  ...[[[]], [null], { '': 1 }, JSON.parse('{"__proto__": {"amount": "25"}}')],
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

/** A valid request with each value of its query and its body at each edge of its rules, one at a time. */
export function atEdges(contract: Contract, sent: SentRequest): SentRequest[] {
  const { operation, body } = sent
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query')
  const queries = inQuery.flatMap(({ name, schema }) =>
    edgesOf(contract, schema).map((edge) => `${name}=${encodeURIComponent(`${edge}`)}`),
  )
  const kinds = operation.body?.oneOf ?? (operation.body ? [operation.body] : [])
  const properties = kinds.flatMap((kind) => Object.entries(resolve(contract, kind).properties ?? {}))
  const bodies = properties.flatMap(([name, property]) =>
    edgesOf(contract, resolve(contract, property)).map((edge) => ({ ...Object(body), [name]: edge })),
  )
  return [...queries.map((query) => ({ ...sent, query })), ...bodies.map((one) => ({ ...sent, body: one }))]
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
    fc.constantFrom(...edgesOf(contract, resolved), undefined),
  )
}

/** The last values that fit, and the first that do not. */
function edgesOf(contract: Contract, schema: Schema): unknown[] {
  const {
    items: item = {},
    minimum,
    maximum,
    minLength,
    maxLength,
    minItems,
    maxItems,
    enum: listed = [],
    format = '',
  } = schema
  const numbers = around(minimum, maximum).flatMap((edge) => [edge, edge + 0.5])
  // A character outside the basic plane is one character of JSON Schema and two of JavaScript.
  const lengths = around(minLength, maxLength).flatMap((length) =>
    ['x', '🙂'].map((text) => text.repeat(length)),
  )
  // The example fits the pattern, and a longer one usually does too.
  const example = 'example' in schema ? `${schema.example}` : ''
  const padded = around(maxLength).map((length) => example.padEnd(length, 'x'))
  const listedItems = resolve(contract, item).enum ?? []
  const items = around(minItems, maxItems).map((length) =>
    Array.from({ length }, (_, at) => listedItems[at] ?? `item ${at}`),
  )
  const words = listed.filter((word) => typeof word === 'string')
  const spellings = words.flatMap((word) => [word.toLowerCase(), word.toUpperCase(), `${word} `, `${word}\n`])
  return [...numbers, ...lengths, ...padded, ...items, ...spellings, ...(EDGES_OF_FORMATS[format] ?? [])]
}

const around = (...edges: readonly (number | undefined)[]): number[] =>
  edges.flatMap((edge) => (edge === undefined ? [] : [edge - 1, edge, edge + 1])).filter((edge) => edge >= 0)

const EDGES_OF_FORMATS: Readonly<Record<string, readonly string[]>> = {
  uuid: ['00000000-0000-0000-0000-000000000000', '019B0E5C-7E5A-7C3E-9F5A-0D6A1F1C2B3D', '{019b0e5c}'],
  email: ['a@b', 'a@b.', '@b.example', 'a b@c.example', 'ü@b.example', `${'a'.repeat(255)}@b.example`],
  decimal: ['0.123456', '0.1234567', '0.123456789', '999999999', '1000000000', '01', '1.', '.5', '-1'],
  'date-time': [
    ...['2026-02-28T23:59:59Z', '2026-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-01-01T24:00:00Z'],
    ...['2026-01-01T00:00:60Z', '2026-01-01T00:00:00', '2026-01-01 00:00:00Z', '2026-01-01T00:00:00+24:00'],
  ],
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
