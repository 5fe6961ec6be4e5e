import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { middleware as openApiValidator } from 'express-openapi-validator'
import type {
  OpenApiRequest,
  OpenApiRequestMetadata,
} from 'express-openapi-validator/dist/framework/types.js'
import type { Contract, Operation, Route } from './operations.js'
import { type Finding, toValidationError } from './validation-errors.js'

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

interface ValidatorOptions {
  readonly validateResponses: boolean
}

/** A reference to a component, or to a part of one. */
const REFERENCE = /"#\/components\/([^/"]+)\/([^/"]+)/g
const DECIMAL = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/
const PARTS: Readonly<Record<string, Finding['part']>> = {
  body: 'body',
  params: 'path',
  query: 'query',
  headers: 'header',
}
/** The steps of the validator that check a request. The steps before them find the operation, which `OperationTable` does. */
const CHECKS: ReadonlySet<string> = new Set(['requestMiddleware', 'responseMiddleware'])

/**
 * Compiles the contract's schemas. A contract that cannot be served stops the start here.
 *
 * @returns a function that checks a request against its operation
 * @throws Error when the contract does not compile
 */
export async function createValidator(
  contract: Contract,
  operations: readonly Operation[],
  { validateResponses }: ValidatorOptions,
): Promise<Validate> {
  const steps = openApiValidator({
    // The validator's own copy. Paths are matched without the base path.
    apiSpec: {
      ...structuredClone(validateResponses ? contract : requestsOf(contract)),
      servers: [{ url: '/' }],
    } as never,
    // The contract is linted before it ships and compiled below; validating the document would add a fifth to the start.
    validateApiSpec: false,
    validateRequests: { allErrors: true },
    validateResponses,
    validateSecurity: false,
    fileUploader: false,
    ajvFormats: { mode: 'full' },
    formats: { decimal: { type: 'string', validate: (text: string) => DECIMAL.test(text) } },
    $refParser: { mode: 'bundle' },
  })
  const found = await compile(steps, operations)
  const checks = steps.filter(({ name }) => CHECKS.has(name))
  if (checks.length !== (validateResponses ? 2 : 1))
    throw new Error('this version of express-openapi-validator has different steps')

  return async ({ operation, params }, request, response, known = []) => {
    const pathParams = decodeAll(params)
    fixContentType(operation, request)
    Object.assign(request, { openapi: { ...found.get(operation), pathParams }, params: pathParams })
    const findings = [
      ...known,
      ...(withoutKind(operation, request.body) ?? (await findingsOfFirst(checks, request, response))),
    ]
    if (findings.length > 0) throw toValidationError(contract, operation, request, findings)
  }
}

/**
 * Returns the contract without its responses, since the validator walks the whole document for each operation and most of it
 * describes responses.
 */
function requestsOf({ openapi, paths, components }: Contract): object {
  const requests = mapValues(paths, (item) =>
    mapValues(item, (operation) => ({ ...operation, responses: {} })),
  )
  const needed: Record<string, Record<string, unknown>> = {}
  const follow = (node: unknown) => {
    for (const [, section = '', name = ''] of JSON.stringify(node).matchAll(REFERENCE)) {
      const found = components[section]?.[name]
      // The validator reports references without a target.
      if (found === undefined || needed[section]?.[name] !== undefined) continue
      needed[section] = { ...needed[section], [name]: found }
      follow(found)
    }
  }
  follow(requests)
  return { openapi, paths: requests, components: needed }
}

const mapValues = <Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

/**
 * Sends one synthetic request per operation through the validator, which compiles a schema at its first request. A fault in
 * the contract therefore stops the start instead of answering every request with 500.
 *
 * @returns the validator's metadata of each operation
 */
async function compile(
  steps: RequestHandler[],
  operations: readonly Operation[],
): Promise<Map<Operation, OpenApiRequestMetadata>> {
  const app = express().use(...steps)
  const found = new Map<Operation, OpenApiRequestMetadata>()
  for (const operation of operations) {
    const { method, path } = operation
    const raw = Object.assign(new IncomingMessage(new Socket()), { method, url: path, headers: {}, body: {} })
    const request = raw as Request & OpenApiRequest // the app makes it one
    fixContentType(operation, request)
    const error = await faultOf(app, request, new ServerResponse(request) as Response)
    if ((error && !findingsOf(error)) || !request.openapi || !('schema' in request.openapi))
      throw new Error(`the contract does not compile: ${method} ${path}`, { cause: error })
    found.set(operation, request.openapi)
  }
  return found
}

/**
 * Sets the one content type that the validator sees. It compiles once for each spelling, and no caller may make the server
 * compile. The content type of the caller is already checked, or irrelevant.
 */
function fixContentType({ body }: Operation, { headers }: Request): void {
  if (body) headers['content-type'] = 'application/json'
  else delete headers['content-type']
}

const decodeAll = (params: Route['params']): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]))

/** Reports a `null` body where the contract has a discriminator: the validator would read a property of it and fail with a 500. */
function withoutKind({ body: { discriminator } = {} }: Operation, sent: unknown): Finding[] | undefined {
  if (sent !== null || !discriminator) return undefined
  return [{ part: 'body', segments: [discriminator.propertyName], isMissing: false }]
}

/** Returns the findings of the first check that has any. @throws the error of a check if it carries no findings */
async function findingsOfFirst(
  checks: readonly RequestHandler[],
  request: Request,
  response: Response,
): Promise<readonly Finding[]> {
  for (const check of checks) {
    const error = await faultOf(check, request, response)
    if (!error) continue
    const findings = findingsOf(error)
    if (!findings) throw error
    return findings
  }
  return []
}

const faultOf = (step: RequestHandler, request: Request, response: Response): Promise<unknown> =>
  new Promise((settle) => step(request, response, settle))

function findingsOf(error: unknown): Finding[] | undefined {
  if (typeof error !== 'object' || error === null || !('errors' in error)) return undefined
  return Array.isArray(error.errors) ? error.errors.map(toFinding) : undefined
}

/**
 * Converts an error of the validator. Its paths are `/body/events/1`, `/query/limit` or `/headers/idempotency-key`; with a
 * discriminator, paths in the body lack `/body`. Names in a body are those of the contract: the validator checks no others.
 */
function toFinding({ path, errorCode }: { path: string; errorCode?: string }): Finding {
  const [first = '', ...rest] = path.split('/').slice(1)
  const part = PARTS[first]
  const isMissing = errorCode?.startsWith('required') ?? false
  return part ? { part, segments: rest, isMissing } : { part: 'body', segments: [first, ...rest], isMissing }
}
