import { brokenRule } from '@merchantpay/core/broken-rule'
import type { Request, RequestHandler, Response } from 'express'
import type { Caller } from '../../domain/merchants/api-key.js'
import { merchantEnvironment } from '../../domain/merchants/merchant.js'
import { DomainError } from '../../domain/shared/errors.js'
import type { Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { readTraceparent } from '../../domain/webhooks/trace-context.js'
import { httpActivity } from '../../runtime/diagnostics.js'
import { admitCaller, type GateServices } from '../authenticate.js'
import type { Handlers, OperationId, OperatorHandlers } from '../handler.js'
import type { RateLimit } from '../limits/rate-limit.js'
import { type RegistrationRule, requireOpenRegistration } from '../registration.js'
import { readAbsentFields } from './absent-fields.js'
import { parseBody, readBody } from './body.js'
import { takeMetadata } from './metadata-filter.js'
import { type Contract, type Operation, OperationTable, type Route } from './operations.js'
import type { ContractChecks } from './request-checks.js'
import { readPath, readQueryTexts } from './request-texts.js'
import { findUnstorable } from './storable-text.js'
import { requireShortArrays, toError } from './validation-errors.js'
import { createPartsValidator, createValidator, type Validate, type ValidateParts } from './validator.js'

export interface ContractServices {
  readonly contract: Contract
  readonly checks: ContractChecks
  readonly basePath: string
  readonly handlers: Handlers | OperatorHandlers
  readonly store: Store
  /** Returns the caller, or undefined for an operation without a merchant's key. @throws DomainError that refuses the request */
  admit(operation: Operation, request: Request, bytes: Buffer): Promise<Caller | undefined>
  /** Names in an error of the validation what this server has switched on. */
  explain?(error: unknown, caller: Caller): unknown
  /** For tests: responses that break the contract become 500. */
  readonly validateResponses: boolean
}

export interface MerchantGate {
  readonly gate: GateServices
  readonly registration: RegistrationRule
  /** Per address. */
  readonly registrations: RateLimit
}

/** An admitted request. */
interface Call extends Route {
  readonly caller: Caller | undefined
}

/** A suspended merchant may read, revoke keys and rotate its webhook secret. */
const WHILE_SUSPENDED: ReadonlySet<OperationId> = new Set(['revokeApiKey', 'rotateWebhookSecret'])
const INTEGER = /^-?[0-9]{1,9}$/

/**
 * Serves the contract's operations. Checks run in one order: path, method, size, authentication, rate limit, merchant
 * status and scope or registration, content type, JSON, fields; then the handler runs in its transaction.
 */
export async function serveContract(services: ContractServices): Promise<[RequestHandler]> {
  const { basePath } = services
  const { operations, validate } = await compileContract(services)
  const serve: RequestHandler = async (request, response) => {
    const found = operations.match(request.method, pathOf(request, basePath))
    const { operation } = found
    response.operation = operation.id
    traceRequest(operation, request, response)
    const bytes = await readBody(request)
    const caller = await services.admit(operation, request, bytes)
    const body = operation.body && parseBody(request, bytes)
    if (body) request.body = readAbsentFields(services.contract, operation, body.value)
    requireShortArrays(operation, request.body)
    requireIntegers(operation, request)
    const route = { operation, params: readPath(found) }
    const metadata = takeMetadata(operation, request)
    readQueryTexts(operation, request)
    const unstorable = body && findUnstorable(body.text, body.value, operation.bodyProperties)
    try {
      await validate(route, request, response, unstorable)
    } catch (error) {
      throw caller && services.explain ? services.explain(error, caller) : error
    }
    if (metadata) Object.assign(request.query, { metadata })
    await answer(services, { caller, ...route }, request, response)
  }
  return [serve]
}

/** Publishes the start and the end of a request to an operation. */
function traceRequest({ id: operationId }: Operation, request: Request, response: Response): void {
  const end = httpActivity.begin(() => ({
    operationId,
    requestId: `${request.id}`,
    traceparent: readTraceparent(request.get('traceparent')),
  }))
  if (end) response.once('close', () => end({ status: response.headersSent ? response.statusCode : null }))
}

interface Compiled {
  readonly operations: OperationTable
  readonly validate: Validate
  readonly validateParts: ValidateParts
}

type Compiling = Pick<ContractServices, 'contract' | 'checks' | 'validateResponses'>

const compiledContracts = new WeakMap<Contract, Map<boolean, Promise<Compiled>>>()

/** The servers of one process share what they compile: with responses it takes seconds. */
export async function compileContract(services: Compiling): Promise<Compiled> {
  const { contract, validateResponses } = services
  const known = compiledContracts.get(contract) ?? new Map<boolean, Promise<Compiled>>()
  compiledContracts.set(contract, known)
  const compiling = known.get(validateResponses) ?? compile(services)
  known.set(validateResponses, compiling)
  return compiling
}

async function compile({ contract, checks, validateResponses }: Compiling): Promise<Compiled> {
  const operations = new OperationTable(contract)
  const all = operations.list()
  const validateParts = createPartsValidator(contract, all, checks)
  if (!validateResponses) return { operations, validateParts, validate: createValidator(validateParts) }
  const { openLibrary } = await import('./library.js')
  const checkResponse = await openLibrary(contract, all, 'responses')
  return { operations, validateParts, validate: createValidator(validateParts, checkResponse) }
}

/** Admits a request that is signed with an active key, and to the public operation any request that may register. */
export async function admitMerchant(
  { gate, registration, registrations }: MerchantGate,
  operation: Operation,
  request: Request,
  bytes: Buffer,
): Promise<Caller | undefined> {
  if (operation.isPublic) {
    await registrations.take(gate.addressOf(request))
    requireOpenRegistration(registration, request)
    return undefined
  }
  const caller = await admitCaller(gate, request, bytes)
  requireAllowed(operation, caller)
  return caller
}

/** A handler without the types of its operation, which are checked where it is defined. */
interface AnyHandler {
  readonly access: 'read' | 'write'
  limit?(input: unknown): Promise<void>
  run(tx: Tx, input: unknown): Promise<HandlerReply>
}

interface HandlerReply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Record<string, string>
}

interface AnyStreamHandler {
  readonly access: 'stream'
  open(input: unknown, response: Response): Promise<void>
}

/** Returns the handler of an operation. Each contract has one for each of its operations. */
export function handlerOf(
  handlers: Handlers | OperatorHandlers,
  { id }: Operation,
): AnyHandler | AnyStreamHandler {
  const handler = (handlers as Readonly<Record<string, AnyHandler | AnyStreamHandler>>)[id] // the input was validated for this operation
  if (!handler) throw new Error(`no handler for the operation ${id}: contract and handlers do not match`)
  return handler
}

/**
 * Runs a handler in its transaction.
 *
 * @param input valid
 * @param refresh reads the caller again in a transaction that writes
 */
export async function runHandler(
  store: Store,
  handler: AnyHandler,
  input: object,
  refresh: (tx: Tx) => Promise<Caller | undefined>,
): Promise<HandlerReply> {
  await handler.limit?.(input)
  const { access, run } = handler
  return access === 'read'
    ? store.read((tx) => run(tx, input))
    : store.write(async (tx) => run(tx, { ...input, caller: await refresh(tx) }))
}

async function answer(
  services: ContractServices,
  { operation, params, caller }: Call,
  request: Request,
  response: Response,
): Promise<void> {
  const inHeaders = operation.parameters.filter((parameter) => parameter.in === 'header')
  const headers = Object.fromEntries(inHeaders.map(({ name }) => [name, request.get(name)]))
  const input = { body: request.body, params, query: request.query, headers, caller }
  const handler = handlerOf(services.handlers, operation)
  // The validator has checked the input against the types of this operation.
  if (handler.access === 'stream') return handler.open(input, response)
  const reply = await runHandler(services.store, handler, input, (tx) => refreshCaller(tx, operation, caller))
  response
    .status(reply.status)
    .set(reply.headers ?? {})
    .json(reply.body)
}

/**
 * Reads the caller again in the write transaction, with the current tier, status and scopes. A key that was revoked or lost
 * the scope, or a merchant that was suspended, after authentication writes nothing.
 */
async function refreshCaller(
  tx: Tx,
  operation: Operation,
  caller: Caller | undefined,
): Promise<Caller | undefined> {
  if (!caller) return undefined
  const key = await tx.apiKeys.findOwned(caller.keyId)
  if (!key || key.revokedAt !== null) throw new DomainError('api_key_is_inactive')
  // The column alone grants nothing: the secret has been decrypted for the caller's scopes.
  const scopes = caller.scopes.filter((scope) => key.scopes.includes(scope))
  const fresh = { ...caller, scopes, merchant: key.merchant }
  requireAllowed(operation, fresh)
  return fresh
}

/** @throws merchant_not_active, merchant_suspended; forbidden if the key lacks the operation's scope, or the operation names none */
export function requireAllowed(
  { id, method, scope }: Operation,
  { environment, merchant, scopes }: Caller,
): void {
  if (environment === 'live' && merchantEnvironment(merchant) === 'test')
    throw new DomainError('merchant_not_active')
  const isBarred = merchant.status === 'SUSPENDED' && method !== 'GET' && !WHILE_SUSPENDED.has(id)
  if (isBarred) throw new DomainError('merchant_suspended')
  if (scope === undefined || !scopes.includes(scope)) throw new DomainError('forbidden')
}

/** Refuses integers such as `limit=1e1` and `limit=`, which a number parser would accept. */
function requireIntegers(operation: Operation, request: Request): void {
  for (const parameter of operation.parameters) {
    const isInteger = parameter.in === 'query' && parameter.schema.type === 'integer'
    const value = isInteger ? request.query[parameter.name] : undefined
    if (value === undefined || (typeof value === 'string' && INTEGER.test(value))) continue
    throw toError(parameter, parameter.name, brokenRule(parameter.schema, value))
  }
}

function pathOf(request: Request, basePath: string): string {
  const [path = ''] = request.originalUrl.split('?')
  return path.startsWith(basePath) ? path.slice(basePath.length) : ''
}
