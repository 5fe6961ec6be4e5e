import { withCaller } from '../errors/caller.js'
import type { operations } from '../generated/contract.gen.js'
import type { OperationId } from '../generated/operations.gen.js'
import type { Settings } from '../options.js'
import { requestIdOf } from './call.js'
import { CallPromise, type CallResult } from './call-promise.js'
import { execute } from './execute.js'
import { type CallInput, prepare } from './prepare.js'
import type { CallOptions } from './request-options.js'

/** The body of an operation's success, as the contract types it. */
export type Success<Id extends OperationId> = operations[Id]['responses'] extends infer Responses
  ? Responses[keyof Responses & (200 | 201)] extends { content: { 'application/json': infer Body } }
    ? Body
    : never
  : never

/** The body of an operation's request, as the contract types it; undefined where it has none. */
type RequestBody<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body extends object } }
}
  ? Body
  : undefined

/** The input of a method, checked against the contract. */
type Input<Id extends OperationId> = Omit<CallInput, 'body'> &
  (RequestBody<Id> extends undefined ? { body?: undefined } : { body: RequestBody<Id> })

/**
 * Starts a call. Every error rejects the promise; nothing is thrown here.
 *
 * @param read makes the result of the body; by default the result is the body
 */
export function send<Id extends OperationId, T = Success<Id>>(
  settings: Settings,
  operationId: Id,
  input: Input<Id>,
  options: CallOptions = {},
  read: (body: Success<Id>) => T = (body) => body as unknown as T, // T is the body's own type where none is given
): CallPromise<T> {
  const caller = new Error() // captured here: the stack of an awaited promise no longer shows the caller
  const result = run(settings, operationId, input, options, read, caller)
  return new CallPromise(() => result)
}

async function run<Body, T>(
  settings: Settings,
  operationId: OperationId,
  input: CallInput,
  options: CallOptions,
  read: (body: Body) => T,
  caller: Error,
): Promise<CallResult<T>> {
  try {
    const call = prepare(settings, operationId, input, options)
    const outcome = await execute(settings, call)
    if (outcome.kind === 'failure') throw outcome.error
    const { answer, data, attempts, kind } = outcome
    const { status, headers } = answer
    return {
      data: read(data as Body), // the contract's type; answers are checked for their kind only, so they may grow
      status,
      requestId: requestIdOf(call, attempts.length, answer),
      attempts,
      idempotencyKey: call.idempotencyKey,
      replayed: headers.get('idempotent-replayed') === 'true',
      confirmedByRetry: kind === 'confirmed',
    }
  } catch (error) {
    throw withCaller(error, caller)
  }
}
