import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { middleware as openApiValidator } from 'express-openapi-validator'
import type {
  OpenApiRequest,
  OpenApiRequestMetadata,
} from 'express-openapi-validator/dist/framework/types.js'
import { type Finding, findingsOf } from './findings.js'
import { withoutObjectsInQuery } from './metadata-filter.js'
import type { Contract, Operation, Route } from './operations.js'

const DECIMAL = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/

/** How the library reads our contracts. */
export const LIBRARY_OPTIONS = {
  // The contract is linted before it ships.
  validateApiSpec: false,
  validateSecurity: false,
  fileUploader: false,
  ajvFormats: { mode: 'full' },
  formats: { decimal: DECIMAL },
  $refParser: { mode: 'bundle' },
} as const

const STEPS = { requests: 'requestMiddleware', responses: 'responseMiddleware' } as const

/** Passes a request to one step of the library. */
export type LibraryStep = (route: Route, request: Request, response: Response) => Promise<readonly Finding[]>

/**
 * Opens the library's middleware, which compiles the contract now and takes seconds.
 *
 * @throws Error when the contract does not compile
 */
export async function openLibrary(
  contract: Contract,
  operations: readonly Operation[],
  part: keyof typeof STEPS,
): Promise<LibraryStep> {
  const steps = openApiValidator({
    ...LIBRARY_OPTIONS,
    // The library's own copy. Paths are matched without the base path.
    apiSpec: { ...structuredClone(withoutObjectsInQuery(contract)), servers: [{ url: '/' }] } as never,
    validateRequests: part === 'requests' && { allErrors: true },
    validateResponses: part === 'responses',
  })
  const found = await metadataOf(steps, operations)
  const step = steps.find(({ name }) => name === STEPS[part])
  if (!step) throw new Error('this version of express-openapi-validator has different steps')
  return async ({ operation, params }, request, response) => {
    Object.assign(request, { openapi: { ...found.get(operation), pathParams: params } })
    const error = await faultOf(step, request, response)
    return error ? findingsOf(error) : []
  }
}

/** Sends one synthetic request per operation through the library, which finds its metadata at the first request. */
async function metadataOf(
  steps: RequestHandler[],
  operations: readonly Operation[],
): Promise<Map<Operation, OpenApiRequestMetadata>> {
  const app = express().use(...steps)
  const found = new Map<Operation, OpenApiRequestMetadata>()
  for (const operation of operations) {
    const { method, path, body } = operation
    const headers = body ? { 'content-type': 'application/json' } : {}
    const raw = Object.assign(new IncomingMessage(new Socket()), { method, url: path, headers, body: {} })
    const request = raw as Request & OpenApiRequest // the app makes it one
    const error = await faultOf(app, request, new ServerResponse(request) as Response)
    if (error) findingsOf(error)
    if (!request.openapi || !('schema' in request.openapi))
      throw new Error(`the library does not find ${method} ${path}`)
    found.set(operation, request.openapi)
  }
  return found
}

const faultOf = (step: RequestHandler, request: Request, response: Response): Promise<unknown> =>
  new Promise((settle) => step(request, response, settle))
