import { brokenRule } from '@merchantpay/core/broken-rule'
import { storedSpelling } from '@merchantpay/core/id-spelling'
import type { OperationId } from '@merchantpay/sdk'
import { RULES } from '../generated/rules.gen.js'
import { Refusal } from '../http/refusal.js'
import type { Route } from '../http/router.js'
import { splitTarget, type WireRequest } from '../http/wire.js'
import { readQuery } from './query.js'
import { refusalOfParameter, refusalWith } from './refusals.js'
import type { Parameter, Schema } from './rule.js'
import { branchOf, findViolation, isObject, type Violation } from './schema-check.js'

/** The parts of a request that satisfy the contract. */
export interface ValidRequest {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Charsets that RFC 8259 allows for JSON. Other parameters of the media type are ignored. */
const CHARSET = /^(?:utf-?8|us-ascii)$/
/** One parameter of a media type; a quoted value may hold semicolons. */
const PARAMETER = /;\s*([^\s;="]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*)))?/g

/** Validates a request against the contract. @throws Refusal with the contract's message for the first violation */
export function validate({ operationId, params }: Route, request: WireRequest): ValidRequest {
  const { parameters, body: schema } = RULES[operationId]
  const body = schema && withoutAbsentFields(schema, readBody(request))
  if (schema) requireShortLists(schema, body)
  const query = new URLSearchParams(splitTarget(request.target)[1])
  const given = {
    path: params,
    query: readQuery(operationId, query),
    header: readHeaders(operationId, request),
  }
  const values = { path: {}, query: {}, header: {} }
  for (const parameter of parameters) {
    const value = readValue(parameter, given[parameter.in][parameter.name])
    if (value !== undefined) Object.assign(values[parameter.in], { [parameter.name]: value })
  }
  const violation = schema && findViolation(schema, body)
  if (violation) throw refusalOf(violation)
  return { params: values.path, query: values.query, headers: values.header, body }
}

/** Strict UTF-8, no content coding. @throws Refusal unsupported_media_type, invalid_json */
function readBody({ headers, body }: WireRequest): unknown {
  const isPlain = (headers.get('content-encoding') ?? 'identity') === 'identity'
  if (!isPlain || !isJson(headers.get('content-type') ?? '')) {
    throw new Refusal('unsupported_media_type')
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Refusal('invalid_json')
  }
}

function isJson(contentType: string): boolean {
  const [type = ''] = contentType.split(';')
  if (type.trim().toLowerCase() !== 'application/json') return false
  return [...contentType.slice(type.length).toLowerCase().matchAll(PARAMETER)].every(
    ([, name, quoted, plain]) => name !== 'charset' || CHARSET.test(quoted ?? plain ?? ''),
  )
}

/** Refuses a list that is too long before it validates the rest of the body. */
function requireShortLists({ properties = {} }: Schema, body: unknown): void {
  for (const [name, schema] of Object.entries(properties)) {
    const list = isObject(body) ? body[name] : undefined
    const isLong = Array.isArray(list) && list.length > (schema.maxItems ?? Infinity)
    if (isLong)
      throw refusalOf({ path: [name], nearest: schema, isMissing: false, detail: brokenRule(schema, list) })
  }
}

/** Removes optional fields that are `null`, and reads `[]` as an empty object, as PHP writes it. */
function withoutAbsentFields(schema: Schema, body: unknown): unknown {
  if (!isObject(body)) return body
  const { properties = {}, required = [] } = branchOf(schema, body) ?? schema
  const read = { ...body }
  for (const [name, { type, forbidden }] of Object.entries(properties)) {
    const value = read[name]
    if (value === null && !forbidden && !required.includes(name)) delete read[name]
    if (type === 'object' && Array.isArray(value) && value.length === 0) read[name] = {}
  }
  return read
}

function readHeaders(operationId: OperationId, { headers }: WireRequest): Record<string, string> {
  const named = RULES[operationId].parameters.filter((parameter) => parameter.in === 'header')
  const found = named.flatMap(({ name }): [string, string][] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return Object.fromEntries(found)
}

/** @throws Refusal for a missing or invalid value */
function readValue(parameter: Parameter, text: unknown): unknown {
  if (text === undefined) {
    if (parameter.required) throw refusalOfParameter(parameter, text)
    return undefined
  }
  const decoded = parameter.in === 'path' ? decode(String(text)) : text
  const value = parameter.schema.type === 'integer' ? Number(decoded) : decoded
  if (decoded === undefined || findViolation(parameter.schema, value))
    throw refusalOfParameter(parameter, value)
  return value
}

/** Undefined for an invalid escape such as `%zz`. */
function decode(text: string): string | undefined {
  try {
    return storedSpelling(decodeURIComponent(text))
  } catch {
    return undefined
  }
}

function refusalOf({ nearest, path, isMissing, detail }: Violation): Refusal {
  const missing = isMissing ? nearest['x-error-missing'] : undefined
  return refusalWith(missing ?? nearest['x-error'], path.join('.') || 'body', detail)
}
