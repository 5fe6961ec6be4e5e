import { DomainError, type ErrorCode } from '../../domain/shared/errors.js'
import { ERRORS } from '../errors.js'
import {
  type Contract,
  type Messages,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from './operations.js'

/** One fault of a request: its location, and whether a required value is absent there. */
export interface Finding {
  readonly part: 'body' | Parameter['in']
  /** Names of nested properties and positions in arrays, or the one name of a parameter. Empty for the body itself. */
  readonly segments: readonly string[]
  readonly isMissing: boolean
}

/** The part of the contract that a request breaks. */
interface Place {
  /** Dotted path for `invalid parameter: <name>`. */
  readonly name: string
  readonly messages: Messages
  /** Its position in the contract: of several faults the first one is reported. */
  readonly rank: number
}

/** The rank of names that the contract does not have: after all others. */
const LAST = Number.MAX_SAFE_INTEGER
/** Parameters come before the body. */
const BODY_RANK = 1_000

/** Returns the error for a request that breaks the contract: the contract's message nearest to the first fault. */
export function toValidationError(
  contract: Contract,
  operation: Operation,
  body: unknown,
  findings: readonly Finding[],
): DomainError {
  const schema = branchOf(contract, operation.body ?? {}, body)
  let first: Place | undefined
  for (const finding of findings) {
    const place =
      finding.part === 'body'
        ? locateInBody(contract, schema, finding)
        : locateParameter(operation, finding.part, finding.segments.join('.'))
    if (!first || place.rank < first.rank) first = place
  }
  return toError(first?.messages ?? {}, first?.name ?? 'body')
}

/**
 * Refuses an array with more than `maxItems`, before the validator checks each of its items.
 *
 * @throws the contract's message for that property
 */
export function requireShortArrays({ boundedArrays }: Operation, body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  for (const { name, maxItems, messages } of boundedArrays) {
    const value: unknown = Reflect.get(body, name)
    if (Array.isArray(value) && value.length > maxItems) throw toError(messages, name)
  }
}

/** Returns the error that the contract defines for a parameter or property. */
export function toError(
  { 'x-error': message, 'x-error-status': status }: Messages,
  name: string,
): DomainError {
  if (message === undefined) return new DomainError('invalid_parameter', { parameter: name })
  const code = message.replaceAll(' ', '_')
  if (!isErrorCode(code)) throw new Error(`the contract names an unknown message: ${message}`)
  return new DomainError(code, status === undefined ? {} : { status })
}

function locateParameter(operation: Operation, place: Parameter['in'], name: string): Place {
  const rank = operation.parameters.findIndex(
    (parameter) => parameter.in === place && parameter.name.toLowerCase() === name,
  )
  const parameter = operation.parameters[rank]
  return parameter ? { name: parameter.name, messages: parameter, rank } : { name, messages: {}, rank: LAST }
}

function locateInBody(contract: Contract, body: Schema, { segments, isMissing }: Finding): Place {
  let nearest = body
  let schema: Schema | undefined = body
  for (const segment of segments) {
    const next: Schema | undefined = propertyOf(schema, segment) ?? schema.items
    if (!next) break
    schema = resolve<Schema>(contract, next)
    if (schema['x-error'] !== undefined) nearest = schema
  }
  const missing = isMissing ? nearest['x-error-missing'] : undefined
  const messages = missing === undefined ? nearest : { 'x-error': missing }
  const position = Object.keys(body.properties ?? {}).indexOf(segments[0] ?? '')
  const rank = segments.length === 0 ? 0 : position < 0 ? LAST : BODY_RANK + position
  return { name: segments.join('.') || 'body', messages, rank }
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
