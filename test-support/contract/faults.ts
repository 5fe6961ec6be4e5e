import {
  type Contract,
  kindsOf,
  type Messages,
  type Parameter,
  resolve,
  type Schema,
} from '../../tools/contract/document.js'
import type { Operation } from './operations.js'

/** The answer that the contract promises for a fault. */
export interface Refusal {
  readonly status: number
  readonly message: string
}

/** One thing that is wrong with a request, beside which all else is valid. */
export interface Fault {
  readonly name: string
  readonly refusal: Refusal
  readonly in: 'path' | 'query' | 'header' | 'member' | 'body'
  /** The parameter or the member of the body. */
  readonly at: string
  /** Its wrong value, or the bytes of a whole body; undefined for one that is absent. */
  readonly value: unknown
  /** Wrong members belong to one kind of body. */
  readonly kind?: Schema
}

/** Texts of which some are wrong for each rule. */
const TEXTS = [
  '',
  ' ',
  'nonsense',
  '-1',
  '1e3',
  '1,5',
  '0x10',
  '0101',
  'é',
  '🙂',
  'a b',
  '1'.repeat(40),
  `https://${'a'.repeat(2_050)}`,
]
const UNSTORABLE = ['a\u0000b', 'a\ud800b']
const NO_TEXTS = [7, true, {}, []]

/** Every fault that the contract lets one expect of an operation. */
export function faultsOf(contract: Contract, operation: Operation): Fault[] {
  const { parameters, body } = operation
  return [
    ...parameters.flatMap(parameterFaults),
    {
      name: 'an unknown query parameter',
      refusal: { status: 400, message: 'invalid parameter: planted' },
      in: 'query',
      at: 'planted',
      value: '1',
    },
    ...(body ? bodyFaults(contract, body) : []),
  ]
}

function parameterFaults(parameter: Parameter): Fault[] {
  const { name, in: place, schema, required, example } = parameter
  const refusal = refusalOf([parameter, schema], name)
  const fault = (value: string | undefined): Fault => ({
    name: `${place} ${name} = ${show(value)}`,
    refusal: value === undefined ? refusalOf([parameter, schema], name, true) : refusal,
    in: place,
    at: name,
    value,
  })
  // A value that is right but for its last character.
  const near = typeof example === 'string' ? [`${example}!`] : []
  const wrong = [...TEXTS, ...near]
    .filter((text) => isWrongText(schema, text))
    .filter((text) => isSendable(place, text))
  const long = schema.maxLength === undefined ? [] : ['x'.repeat(schema.maxLength + 1)]
  return [
    ...[...wrong, ...long].map(fault),
    ...(place === 'path' ? ['%00', '%zz'].map((text) => ({ ...fault(text), value: { raw: text } })) : []),
    ...(place !== 'path' && required ? [fault(undefined)] : []),
  ]
}

/** A path needs a segment, and a header cannot carry every text. */
const isSendable = (place: string, text: string): boolean =>
  place === 'path' ? text !== '' : place !== 'header' || /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)

function isWrongText(schema: Schema, text: string): boolean {
  if (schema.type !== 'integer') return isWrong(schema, text)
  return !/^-?[0-9]{1,9}$/.test(text) || isWrong(schema, parseInt(text, 10))
}

function bodyFaults(contract: Contract, body: Schema): Fault[] {
  const whole = refusalOf([resolve(contract, body)], 'body')
  const fault = (name: string, refusal: Refusal, value: unknown): Fault => ({
    name,
    refusal,
    in: 'body',
    at: '',
    value,
  })
  return [
    ...['[]', '7', '"text"', 'null', 'true'].map((text) => fault(`the body ${text}`, whole, text)),
    ...['', '{', '{}{}', "{'a': 1}"].map((text) =>
      fault(`the body ${show(text)}`, { status: 400, message: 'invalid json' }, text),
    ),
    fault(
      'a large body',
      { status: 413, message: 'request body too large' },
      `{"a":"${'x'.repeat(65_536)}"}`,
    ),
    ...kindsOf(contract, body).flatMap((kind) => memberFaults(contract, resolve(contract, body), kind)),
  ]
}

function memberFaults(contract: Contract, body: Schema, kind: Schema): Fault[] {
  return Object.entries(kind.properties ?? {}).flatMap(([at, property]) => {
    const schema = resolve(contract, property)
    const isRequired = kind.required?.includes(at) ?? false
    const chooses = body.discriminator?.propertyName === at
    const messages = chooses ? [body] : [schema]
    const fault = (value: unknown): Fault => ({
      name: `${at} = ${show(value)}`,
      refusal: refusalOf(messages, at, value === undefined),
      in: 'member',
      at,
      value,
      kind,
    })
    return [...wrongValues(contract, schema, isRequired), ...(isRequired ? [undefined] : [])].map(fault)
  })
}

/** Values of every type that break a rule of the schema, each for itself. */
function wrongValues(contract: Contract, schema: Schema, isRequired: boolean): unknown[] {
  const { maxItems = 0, maxLength = 0, items } = schema
  const values = [
    ...NO_TEXTS,
    ...TEXTS,
    ...UNSTORABLE,
    -1,
    0.123456,
    1e9,
    ...(maxLength > 0 ? ['x'.repeat(maxLength + 1)] : []),
    ...(maxItems > 0 ? [Array.from({ length: maxItems + 1 }, (_, at) => `x${at}`)] : []),
  ].filter((value) => isWrong(schema, value))
  const listed = items && resolve(contract, items).enum
  const inList = listed ? [['nonsense'], [7], [listed[0], listed[0]], [listed[0], null]] : []
  return [...values, ...inList, ...(isRequired || schema.not ? [null] : [])]
}

/** Whether a value breaks a rule of the schema itself. Items are another schema's. */
function isWrong(schema: Schema, value: unknown): boolean {
  const [type] = [schema.type ?? []].flat()
  if (schema.not) return true
  if (schema.enum) return !schema.enum.includes(value)
  if (typeof value === 'string') return type !== 'string' || isWrongString(schema, value)
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity } = schema
    const isNumber = type === 'number' || (type === 'integer' && Number.isInteger(value))
    return !isNumber || value < minimum || value > maximum
  }
  if (typeof value === 'boolean') return type !== 'boolean'
  if (!Array.isArray(value)) return type !== 'object'
  // An empty list stands for an empty object.
  if (type === 'object') return value.length > 0
  const { minItems = 0, maxItems = Infinity } = schema
  return type !== 'array' || value.length < minItems || value.length > maxItems
}

function isWrongString(schema: Schema, text: string): boolean {
  const { pattern, format, minLength = 0, maxLength = Infinity } = schema
  const length = [...text].length
  return (
    length < minLength ||
    length > maxLength ||
    UNSTORABLE.includes(text) ||
    (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) ||
    format === 'email' ||
    format === 'uuid'
  )
}

/** The message next to the fault, or the one that names its place. */
function refusalOf(from: readonly Messages[], name: string, isMissing = false): Refusal {
  const missing = isMissing ? from.map((messages) => messages['x-error-missing']).find(Boolean) : undefined
  const found = from.find((messages) => messages['x-error'] !== undefined)
  return {
    status: found?.['x-error-status'] ?? 400,
    message: missing ?? found?.['x-error'] ?? `invalid parameter: ${name}`,
  }
}

const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'absent'
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
