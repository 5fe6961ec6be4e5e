import type { Request, Response } from 'express'
import type { Finding } from './findings.js'
import type { LibraryStep } from './library.js'
import type { Contract, Operation, Route } from './operations.js'
import { type ContractChecks, faultFinder, type RequestChecks } from './request-checks.js'
import { toValidationError } from './validation-errors.js'

/**
 * @param known faults of the body that were found before
 * @throws DomainError with the contract's message for the first fault
 */
export type Validate = (
  route: Route,
  request: Request,
  response: Response,
  known?: readonly Finding[],
) => Promise<void>

/**
 * Returns a function that checks a request against its operation.
 *
 * @param checkResponse for tests: makes a response that breaks the contract a 500
 * @throws Error when an operation has no checks
 */
export function createValidator(
  contract: Contract,
  operations: readonly Operation[],
  checks: ContractChecks,
  checkResponse?: LibraryStep,
): Validate {
  const finders = new Map(
    operations.map((operation) => [operation, faultFinder(operation, checksOf(checks, operation))]),
  )
  return async (route, request, response, known = []) => {
    const { operation, params } = route
    Object.assign(request, { params: decodeAll(params) })
    const findings = [...known, ...(finders.get(operation)?.(request) ?? [])]
    if (findings.length > 0) throw toValidationError(contract, operation, request, findings)
    await checkResponse?.(route, request, response)
  }
}

function checksOf(checks: ContractChecks, { id }: Operation): RequestChecks {
  const found = checks[id]
  if (!found) throw new Error(`the operation ${id} has no checks: run npm run generate`)
  return found
}

const decodeAll = (params: Route['params']): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]))
