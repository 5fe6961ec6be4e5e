import { brokenRule } from '@merchantpay/core/broken-rule'
import { DomainError, type ErrorCode } from '../../domain/shared/errors.js'
import { ERRORS } from '../errors.js'
import type { Finding } from './findings.js'
import { type Contract, type Messages, type Operation, resolve, type Schema } from './operations.js'

/** The part of the contract that a request breaks. */
interface Place {
  /** Dotted path for `invalid parameter: <name>`. */
  readonly name: string
  readonly messages: Messages
  /** The broken rule, where it can be named. */
  readonly detail: string | undefined
  /** Its position in the contract: of several faults the first one is reported. */
  readonly rank: number
}

/** The values of a request that details are about. */
interface Values {
  readonly body?: unknown
  readonly query: object
}

/** The rank of names that the contract does not have: after all others. */
const LAST = Number.MAX_SAFE_INTEGER
/** Parameters come before the body. */
const BODY_RANK = 1_000

/** Returns the error for a request that breaks the contract: the contract's message nearest to the first fault. */
export function toValidationError(
  contract: Contract,
  operation: Operation,
  { body, query }: Values,
  findings: readonly Finding[],
): DomainError {
  const schema = branchOf(contract, operation.body ?? {}, body)
  let first: Place | undefined
  for (const finding of findings) {
    const place =
      finding.part === 'body'
        ? locateInBody(contract, schema, body, finding)
        : locateParameter(operation, query, finding)
    if (!first || place.rank < first.rank) first = place
  }
  return toError(first?.messages ?? {}, first?.name ?? 'body', first?.detail)
}

/**
 * Refuses an array with more than `maxItems`, before the validator checks each of its items.
 *
 * @throws the contract's message for that property
 */
export function requireShortArrays({ boundedArrays }: Operation, body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  for (const { name, maxItems, schema } of boundedArrays) {
    const value: unknown = Reflect.get(body, name)
    if (Array.isArray(value) && value.length > maxItems)
      throw toError(schema, name, brokenRule(schema, value))
  }
}

/** Returns the error that the contract defines for a parameter or property; one that is not a 400 names neither. */
export function toError(
  { 'x-error': message, 'x-error-status': status }: Messages,
  name: string,
  detail: string | undefined,
): DomainError {
  const rule = detail === undefined ? {} : { detail }
  if (message === undefined) return new DomainError('invalid_parameter', { parameter: name, ...rule })
  const code = message.replaceAll(' ', '_')
  if (!isErrorCode(code)) throw new Error(`the contract names an unknown message: ${message}`)
  return new DomainError(code, status === undefined ? { param: name, ...rule } : { status })
}

function locateParameter(operation: Operation, query: object, finding: Finding): Place {
  const name = finding.segments.join('.')
  const rank = operation.parameters.findIndex(
    (parameter) => parameter.in === finding.part && parameter.name.toLowerCase() === name,
  )
  const parameter = operation.parameters[rank]
  if (!parameter) return { name, messages: {}, detail: knownNames(operation), rank: LAST }
  const value = finding.part === 'query' && Reflect.get(query, name)
  const detail = finding.isMissing ? REQUIRED : brokenRule(parameter.schema, value || '')
  return { name: parameter.name, messages: parameter, detail, rank }
}

const REQUIRED = 'is required'

/** Names the query's parameters to a caller who sent an unknown one. */
function knownNames({ parameters }: Operation): string | undefined {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  return names.length === 0 ? undefined : `allowed: ${names.join(', ')}`
}

function locateInBody(
  contract: Contract,
  body: Schema,
  sent: unknown,
  { segments, isMissing }: Finding,
): Place {
  let [nearest, schema, value] = [body, body, sent]
  const known: string[] = []
  for (const segment of segments) {
    const next: Schema | undefined = propertyOf(schema, segment) ?? schema.items
    if (!next) break
    schema = resolve<Schema>(contract, next)
    value = Object(value)[segment]
    known.push(segment)
    if (schema['x-error'] !== undefined) nearest = schema
  }
  const missing = isMissing ? nearest['x-error-missing'] : undefined
  const messages = missing === undefined ? nearest : { 'x-error': missing }
  const position = Object.keys(body.properties ?? {}).indexOf(segments[0] ?? '')
  const rank = segments.length === 0 ? 0 : position < 0 ? LAST : BODY_RANK + position
  const choices = schema.discriminator?.propertyName === segments[known.length] && choicesOf(contract, schema)
  if (choices) return { name: segments.join('.'), messages, detail: choices, rank }
  const detail = isMissing ? REQUIRED : brokenRule(schema, value)
  // A name below the last known one is the caller's own, such as one in `metadata`.
  const name = messages['x-error'] === undefined ? segments : known
  return { name: name.join('.') || 'body', messages, detail, rank }
}

/** Names the values of a discriminator; undefined for a schema without one. */
function choicesOf(contract: Contract, { discriminator, oneOf = [] }: Schema): string | undefined {
  const name = discriminator?.propertyName
  if (name === undefined) return undefined
  const branches = oneOf.map((branch) => resolve<Schema>(contract, branch))
  return brokenRule({ enum: branches.flatMap(({ properties }) => properties?.[name]?.enum ?? []) }, undefined)
}

/** Ignores inherited names: a caller may send one such as `constructor`. */
const propertyOf = ({ properties = {} }: Schema, name: string): Schema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined

/**
 * Returns the branch that the body names by the discriminator. Otherwise returns the schema itself, which has the message for
 * a body that names no branch.
 */
export function branchOf(contract: Contract, schema: Schema, body: unknown): Schema {
  const name = schema.discriminator?.propertyName
  if (name === undefined || typeof body !== 'object' || body === null) return schema
  const value: unknown = Reflect.get(body, name)
  const branches = (schema.oneOf ?? []).map((branch) => resolve<Schema>(contract, branch))
  return branches.find((branch) => branch.properties?.[name]?.enum?.includes(value)) ?? schema
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)
