import { isMemberParameter, readMember } from '@merchantpay/core/metadata-members'
import type { Request } from 'express'
import { DomainError } from '../../domain/shared/errors.js'
import type { Contract, Operation } from './operations.js'

/** Whether a parameter is an object, each member of which is written as `name[key]=value`. */
export const isObjectInQuery = (parameter: object): boolean =>
  'style' in parameter && parameter.style === 'deepObject'

/**
 * Takes the filter by metadata out of the query of an operation that has it.
 *
 * @returns the filter as an object; undefined without one
 * @throws invalid_metadata
 */
export function takeMetadata(
  { parameters }: Operation,
  request: Request,
): Record<string, string> | undefined {
  if (!parameters.some(isObjectInQuery)) return undefined
  const entries = Object.entries(request.query)
  const own = entries.filter(([name]) => isMemberParameter(name))
  if (own.length === 0) return undefined
  const values = own.flatMap(([name, value]) => [value].flat().map((one) => [name, `${one}`] as const))
  const member = readMember(values)
  if (typeof member === 'string')
    throw new DomainError('invalid_metadata', { param: 'metadata', detail: member })
  const rest = Object.fromEntries(entries.filter(([name]) => !isMemberParameter(name)))
  setQuery(request, rest)
  return Object.fromEntries([[member.name, member.value]])
}

/** Replaces the query, which Express otherwise computes at each access. */
export function setQuery(request: Request, query: object): void {
  Object.defineProperty(request, 'query', { value: query, configurable: true, writable: true })
}

/** Returns a contract without objects in the query: the library would accept unknown parameters beside them. */
export function withoutObjectsInQuery(contract: Contract): Contract {
  const paths = mapValues(contract.paths, (item) =>
    mapValues(item, ({ parameters = [], ...operation }) => ({
      ...operation,
      parameters: parameters.filter((parameter) => !isObjectInQuery(parameter)),
    })),
  )
  return { ...contract, paths }
}

const mapValues = <Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
