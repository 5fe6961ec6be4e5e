import type { Request, Response } from 'express'
import type { Finding } from './findings.js'
import type { LibraryStep } from './library.js'
import type { Contract, Operation, Route } from './operations.js'
import { type ContractChecks, faultFinder, type RequestChecks, type RequestParts } from './request-checks.js'
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

/** Like {@link Validate}, for a call that is no HTTP request. */
export type ValidateParts = (route: Route, parts: RequestParts, known?: readonly Finding[]) => void

/** Returns a function that checks the parts of a request against its operation. @throws Error when an operation has no checks */
export function createPartsValidator(
  contract: Contract,
  operations: readonly Operation[],
  checks: ContractChecks,
): ValidateParts {
  const finders = new Map(
    operations.map((operation) => [operation, faultFinder(operation, checksOf(checks, operation))]),
  )
  return ({ operation, params }, parts, known = []) => {
    Object.assign(parts, { params: { ...params } }) // the checks may convert them
    const findings = [...known, ...(finders.get(operation)?.(parts) ?? [])]
    if (findings.length > 0) throw toValidationError(contract, operation, parts, findings)
  }
}

/**
 * Returns a function that checks a request against its operation.
 *
 * @param checkResponse for tests: makes a response that breaks the contract a 500
 */
export function createValidator(validateParts: ValidateParts, checkResponse?: LibraryStep): Validate {
  return async (route, request, response, known) => {
    validateParts(route, request, known)
    await checkResponse?.(route, request, response)
  }
}

function checksOf(checks: ContractChecks, { id }: Operation): RequestChecks {
  const found = checks[id]
  if (!found) throw new Error(`the operation ${id} has no checks: run npm run generate`)
  return found
}
