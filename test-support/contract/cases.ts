import fc from 'fast-check'
import type { Contract, Schema } from '../../tools/contract/document.js'
import { WRONG_AUTHENTICATIONS, type WrongAuthentication } from './authentications.js'
import { type Fault, faultsOf } from './faults.js'
import type { Operation } from './operations.js'
import type { Resources } from './resources.js'
import { valuesOf } from './values.js'

/** The value of a path parameter. */
interface PathValue {
  /** Any text that the contract allows. */
  readonly text: string
  /** Names an id that a merchant got, which is sent instead where there is one. */
  readonly id?: { readonly from: 'own' | 'other'; readonly brand: string; readonly at: number }
}

export interface Case {
  readonly operation: Operation
  readonly path: Readonly<Record<string, PathValue>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** At most one of both is set; everything else is valid. */
  readonly fault?: Fault | undefined
  readonly authentication?: WrongAuthentication | undefined
}

/** A request as it is sent. */
export interface Wire {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

const HEADER_TEXT = '^[!-~]([ -~]{0,60}[!-~])?$'

/** A number of requests of some operations in any order, the same ones for the same seed. */
export function sampleCases(
  contract: Contract,
  operations: readonly Operation[],
  seed: number,
  count: number,
): Case[] {
  const cases = fc.oneof(...operations.map((operation) => casesOf(contract, operation)))
  return fc.sample(cases, { seed, numRuns: count })
}

/** A number of valid requests of an operation, and one for each fault and each wrong signature. */
export function everyCase(
  contract: Contract,
  operation: Operation,
  seed: number,
  validCount: number,
): Case[] {
  const valid = validCasesOf(contract, operation)
  const sample = (cases: fc.Arbitrary<Case>, numRuns = 1) => fc.sample(cases, { seed, numRuns })
  const authentications = operation.isPublic ? [] : WRONG_AUTHENTICATIONS
  return [
    ...sample(valid, validCount),
    ...faultsOf(contract, operation).flatMap((fault) =>
      sample(valid.chain((one) => withFault(contract, one, fault))),
    ),
    ...authentications.flatMap((authentication) => sample(valid.map((one) => ({ ...one, authentication })))),
  ]
}

/** Requests of an operation: half of them valid, the others with one fault or a wrong signature. */
function casesOf(contract: Contract, operation: Operation): fc.Arbitrary<Case> {
  const valid = validCasesOf(contract, operation)
  const faults = fc.constantFrom(...faultsOf(contract, operation))
  const faulty = fc.tuple(valid, faults).chain(([one, fault]) => withFault(contract, one, fault))
  const wrong = fc
    .tuple(fc.oneof(valid, faulty), fc.constantFrom(...WRONG_AUTHENTICATIONS))
    .map(([one, authentication]) => ({ ...one, authentication }))
    .filter(({ fault }) => fault?.refusal.status !== 413)
  return operation.isPublic
    ? fc.oneof(valid, faulty)
    : fc.oneof({ weight: 3, arbitrary: valid }, { weight: 2, arbitrary: faulty }, wrong)
}

function validCasesOf(contract: Contract, operation: Operation): fc.Arbitrary<Case> {
  const { parameters, body } = operation
  const values = (place: string) => {
    const rows = parameters.filter(({ in: where }) => where === place)
    const members = rows.map(({ name, schema, example }) => {
      const rules = place === 'header' ? { pattern: HEADER_TEXT, ...schema } : schema
      return [name, valuesOf(contract, { example, ...rules })] as const
    })
    const requiredKeys = rows.filter(({ required }) => required).map(({ name }) => name)
    return fc.record(Object.fromEntries(members), { requiredKeys })
  }
  const paths = parameters
    .filter(({ in: where }) => where === 'path')
    .map(({ name, schema }) => [name, pathValues(contract, schema)] as const)
  return fc.record({
    operation: fc.constant(operation),
    path: fc.record(Object.fromEntries(paths)),
    query: values('query'),
    headers: values('header'),
    body: body ? valuesOf(contract, body) : fc.constant(undefined),
  })
}

/** A wrong member belongs into a body of its kind. */
function withFault(contract: Contract, one: Case, fault: Fault): fc.Arbitrary<Case> {
  const body = fault.kind ? valuesOf(contract, { ...fault.kind, example: undefined }) : fc.constant(one.body)
  return body.map((valid) => ({ ...one, body: valid, fault }))
}

function pathValues(contract: Contract, schema: Schema): fc.Arbitrary<PathValue> {
  const brand = schema['x-brand']
  const texts = valuesOf(contract, { ...schema, example: undefined }).map((value) => ({ text: `${value}` }))
  if (brand === undefined) return texts
  const from = fc.constantFrom<('own' | 'other')[]>('own', 'own', 'own', 'own', 'own', 'own', 'other')
  // The newest resources change most, and the oldest are prepared.
  const at = fc.oneof(fc.constant(0), fc.integer({ min: -3, max: 3 }), fc.nat({ max: 49 }))
  const known = fc.record({ from, at }).map((id) => ({ ...id, brand }))
  const withId = fc.tuple(texts, known).map(([{ text }, id]) => ({ text, id }))
  return fc.oneof({ weight: 7, arbitrary: withId }, texts)
}

/** Whether a request names a resource of another merchant, so that it must not succeed. */
export const isForeign = ({ path, fault }: Case, others: Resources): boolean =>
  fault?.in !== 'path' &&
  Object.values(path).some(({ id }) => id?.from === 'other' && others.find(id.brand, id.at) !== undefined)

/** The request of a case. Its ids are chosen when it is sent. */
export function wireOf(one: Case, own: Resources, others: Resources): Wire {
  const { operation, fault } = one
  const idOf = (name: string): string => {
    if (fault?.in === 'path' && fault.at === name) return pathText(fault.value)
    const { text, id } = one.path[name] ?? { text: 'absent' }
    const known = id && (id.from === 'own' ? own : others).find(id.brand, id.at)
    return known ?? encodeURIComponent(text)
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => idOf(name))
  const query = new URLSearchParams(texts(withWrong(one.query, 'query', fault))).toString()
  const hasBody = operation.body !== undefined
  return {
    method: operation.method,
    target: query === '' ? path : `${path}?${query}`,
    headers: {
      ...texts(withWrong(one.headers, 'header', fault)),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    bytes: hasBody ? Buffer.from(bodyText(one)) : Buffer.alloc(0),
  }
}

const pathText = (value: unknown): string =>
  typeof value === 'string' ? encodeURIComponent(value) : `${Reflect.get(Object(value), 'raw')}`

function withWrong(
  values: Readonly<Record<string, unknown>>,
  place: Fault['in'],
  fault: Fault | undefined,
): Record<string, unknown> {
  return fault?.in === place ? { ...values, [fault.at]: fault.value } : { ...values }
}

/** A member of an object is `name[member]`. */
const texts = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .flatMap(([name, value]) =>
        typeof value === 'object'
          ? Object.entries(Object(value)).map(([member, text]) => [`${name}[${member}]`, `${text}`])
          : [[name, `${value}`]],
      ),
  )

function bodyText({ body, fault }: Case): string {
  if (fault?.in === 'body') return `${fault.value}`
  return JSON.stringify(fault?.in === 'member' ? { ...Object(body), [fault.at]: fault.value } : body)
}
