import type { Request } from 'express'
import type { OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js'
// Of the library only these two files are loaded: the others compile schemas, which `npm run generate` has done.
import { RequestParameterMutator } from 'express-openapi-validator/dist/middlewares/parsers/req.parameter.mutator.js'
import { ajvErrorsToValidatorError } from 'express-openapi-validator/dist/middlewares/util.js'
import { type Finding, findingsOf } from './findings.js'
import { isObjectInQuery } from './metadata-filter.js'
import type { Operation } from './operations.js'

/** A check of a value against a schema, as the library compiles it. */
export interface Check {
  (value: unknown): boolean
  readonly errors?: Parameters<typeof ajvErrorsToValidatorError>[1] | null
}

/** The checks of an operation. */
export interface RequestChecks {
  /** Checks path, query and headers. Text of a number becomes the number. */
  readonly parameters: Check
  /** Absent for an operation without a body. */
  readonly body?: Check
  /** The checks of a body with a discriminator, by its value; they replace `body`. */
  readonly kinds?: Readonly<Record<string, Check>>
}

/** The checks of every operation, by its id. */
export type ContractChecks = Readonly<Record<string, RequestChecks>>

/** The parts of a request that are checked. */
export type RequestParts = Pick<Request, 'originalUrl' | 'query' | 'headers' | 'params' | 'body'>

/** Finds the faults of a request. */
export type FindFaults = (request: RequestParts) => readonly Finding[]

/** Returns a function that finds what the library finds, with checks that were compiled ahead. */
export function faultFinder(operation: Operation, checks: RequestChecks): FindFaults {
  const readQuery = queryReader(operation)
  return (request) => {
    const inQuery = readQuery(request)
    if (inQuery.length > 0) return inQuery
    const { query, headers, params, body } = request
    const data = { query, headers, params, body }
    if (!checks.kinds) return [checks.parameters, checks.body].flatMap((check) => faultsOf(check, data))
    const { propertyName = '' } = operation.body?.discriminator ?? {}
    const kind: unknown = Object(body)[propertyName]
    if (typeof kind !== 'string' || !Object.hasOwn(checks.kinds, kind))
      return [{ part: 'body', segments: [propertyName], isMissing: false }]
    return [...faultsOf(checks.parameters, data), ...faultsOf(checks.kinds[kind], body)]
  }
}

function faultsOf(check: Check | undefined, value: unknown): readonly Finding[] {
  if (!check || check(value)) return []
  return findingsOf(ajvErrorsToValidatorError(400, [...(check.errors ?? [])]))
}

/** Returns a function that reads the query as the library does, and reports a name that is unknown or without a value. */
function queryReader({ parameters, path }: Operation): FindFaults {
  const own = structuredClone(parameters.filter((parameter) => !isObjectInQuery(parameter))) // the library adds defaults to them
  const inQuery = own.filter((parameter) => parameter.in === 'query')
  const names = new Set(inQuery.map(({ name }) => name))
  const properties = Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]))
  // The two empty arguments resolve references, which these parameters do not have.
  const reader = new RequestParameterMutator({} as never, {} as never, path, {
    query: { properties },
  } as never)
  return (request) => {
    // Express computes the query at each access; the library replaces it.
    Object.defineProperty(request, 'query', { value: request.query, writable: true })
    Object.assign(request, { openapi: { schema: { parameters: own } } })
    try {
      reader.modifyRequest(request as OpenApiRequest)
    } catch (error) {
      return findingsOf(error)
    }
    const wrong = Object.entries(request.query).find(([name, value]) => !names.has(name) || value === '')
    return wrong ? [{ part: 'query', segments: [wrong[0]], isMissing: false }] : []
  }
}
