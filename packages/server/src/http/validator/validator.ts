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
 * @param known what is already known to be wrong with the body
 * @throws DomainError the contract's message for what the request broke
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

/** What it points to, and maybe a place inside that. */
const REFERENCE = /"#\/components\/([^/"]+)\/([^/"]+)/g
const DECIMAL = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/
const PARTS: Readonly<Record<string, Finding['part']>> = {
  body: 'body',
  params: 'path',
  query: 'query',
  headers: 'header',
}
/** The steps of the validator that look at a request; before them it finds the operation, which the table has done. */
const CHECKS: ReadonlySet<string> = new Set(['requestMiddleware', 'responseMiddleware'])

/**
 * Compiles the contract's schemas and returns what holds a request against its operation. A contract that cannot be
 * served stops the start here.
 */
export async function createValidator(
  contract: Contract,
  operations: readonly Operation[],
  { validateResponses }: ValidatorOptions,
): Promise<Validate> {
  const steps = openApiValidator({
    // The validator's own copy. It is asked for paths as the contract writes them: the base path is off by then.
    apiSpec: {
      ...structuredClone(validateResponses ? contract : requestsOf(contract)),
      servers: [{ url: '/' }],
    } as never,
    // Linted before it ships, and compiled below: looking at the document's own shape costs a fifth of the start.
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
    throw new Error('the validator has other steps than it had')

  return async ({ operation, params }, request, response, known = []) => {
    const pathParams = decodeAll(params)
    settleContentType(operation, request)
    Object.assign(request, { openapi: { ...found.get(operation), pathParams }, params: pathParams })
    const findings = [
      ...known,
      ...(withoutKind(operation, request.body) ?? (await findingsOfFirst(checks, request, response))),
    ]
    if (findings.length > 0) throw toValidationError(contract, operation, request.body, findings)
  }
}

/**
 * The contract as far as requests go: the validator goes over all of the document for each operation, and most of it is
 * about answers.
 */
function requestsOf({ openapi, paths, components }: Contract): object {
  const asked = mapValues(paths, (item) => mapValues(item, (operation) => ({ ...operation, responses: {} })))
  const needed: Record<string, Record<string, unknown>> = {}
  const follow = (node: unknown) => {
    for (const [, section = '', name = ''] of JSON.stringify(node).matchAll(REFERENCE)) {
      const found = components[section]?.[name]
      // The validator says what leads nowhere.
      if (found === undefined || needed[section]?.[name] !== undefined) continue
      needed[section] = { ...needed[section], [name]: found }
      follow(found)
    }
  }
  follow(asked)
  return { openapi, paths: asked, components: needed }
}

const mapValues = <Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

/**
 * Sends one synthetic request per operation through the validator, which compiles its schemas at the first one. So a fault
 * in the contract stops the start instead of answering 500 to everybody.
 *
 * @returns what the validator knows of each operation
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
    settleContentType(operation, request)
    const error = await faultOf(app, request, new ServerResponse(request) as Response)
    if ((error && !findingsOf(error)) || !request.openapi || !('schema' in request.openapi))
      throw new Error(`the contract does not compile: ${method} ${path}`, { cause: error })
    found.set(operation, request.openapi)
  }
  return found
}

/**
 * The validator compiles once for each spelling of the content type: by now it is known to be right or to mean nothing,
 * and no caller shall make the server compile.
 */
function settleContentType({ body }: Operation, { headers }: Request): void {
  if (body) headers['content-type'] = 'application/json'
  else delete headers['content-type']
}

const decodeAll = (params: Route['params']): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, text]) => [name, decodeURIComponent(text)]))

/** The validator asks a body for the property that tells its kind, and asking `null` is an error of the server's own. */
function withoutKind({ body: { discriminator } = {} }: Operation, sent: unknown): Finding[] | undefined {
  if (sent !== null || !discriminator) return undefined
  return [{ part: 'body', segments: [discriminator.propertyName], isMissing: false }]
}

/** What the first check that finds something finds. @throws what is no finding */
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
 * `/body/events/1`, `/query/limit`, `/headers/idempotency-key`; under a discriminator the body's part lacks `/body`. Inside
 * a body these are names that the contract has: nothing else of a body is looked at.
 */
function toFinding({ path, errorCode }: { path: string; errorCode?: string }): Finding {
  const [first = '', ...rest] = path.split('/').slice(1)
  const part = PARTS[first]
  const isMissing = errorCode?.startsWith('required') ?? false
  return part ? { part, segments: rest, isMissing } : { part: 'body', segments: [first, ...rest], isMissing }
}
