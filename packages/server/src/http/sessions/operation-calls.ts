import type { Context } from '../../domain/context.js'
import type { Caller } from '../../domain/merchants/api-key.js'
import { findDashboardCaller } from '../../domain/merchants/dashboard-access.js'
import type { Session } from '../../domain/sessions/session.js'
import { requireSession } from '../../domain/sessions/sessions.js'
import { DomainError } from '../../domain/shared/errors.js'
import { claimKey } from '../../domain/shared/idempotency.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { countRequest, type GateServices } from '../authenticate.js'
import type { CalledOperation, CallInput, Calls, Reply, SessionCall } from '../handler.js'
import {
  type ContractServices,
  compileContract,
  handlerOf,
  requireAllowed,
  runHandler,
} from '../validator/contract.js'
import type { Operation } from '../validator/operations.js'
import { findUnstorable } from '../validator/storable-text.js'

/** The operation under which the keys of forms are kept, apart from those of the API. */
const FORM = 'form'

/**
 * Calls operations for people who are signed in to the dashboard. All checks of a signed request run: rate limit, status of
 * the merchant, scope, fields, and in the transaction the key once more. So a session does nothing that its key could not.
 */
export class OperationCalls implements Calls {
  constructor(
    private readonly services: Omit<ContractServices, 'admit' | 'basePath'>,
    private readonly gate: Pick<GateServices, 'requests' | 'merchantRequests'>,
    private readonly context: Context,
  ) {}

  async call<Op extends CalledOperation>(
    id: Op,
    session: Session,
    { body, params, environment, formKey }: CallInput<Op> & SessionCall,
  ): Promise<Reply<Op>['body']> {
    const { services, context } = this
    const { operations, validateParts } = await compileContract(services)
    const operation = operations.get(id)
    const visitor = () => ({ session, environment, now: context.clock.real() })
    const admit = async (tx: Tx) => requireCaller(tx, operation, visitor())
    const caller = await services.store.read(admit)
    await countRequest(this.gate, caller)
    const named = Object.entries(params ?? {}).map(([name, value]) => [name, `${value}`] as const)
    const route = { operation, params: Object.fromEntries(named) }
    const unstorable = findUnstorable(JSON.stringify(body ?? null), body, operation.bodyProperties)
    validateParts(
      route,
      { originalUrl: operation.path, body, params: {}, query: {}, headers: {} },
      unstorable,
    )
    const input = { body, params: params ?? {}, query: {}, headers: {}, caller }
    const handler = handlerOf(services.handlers, operation)
    if (handler.access === 'stream') throw new Error(`${id} answers with a stream`)
    const reply = await runHandler(services.store, handler, input, async (tx) => {
      await requireSession(tx, context, session)
      const fresh = await admit(tx)
      await requireFirst(tx, context, fresh, formKey)
      return fresh
    })
    return reply.body as Reply<Op>['body'] // the handler of this operation
  }
}

/** @throws api_key_is_inactive, and the refusals of a signed request */
async function requireCaller(
  tx: Tx,
  operation: Operation,
  visitor: Parameters<typeof findDashboardCaller>[1],
): Promise<Caller> {
  const caller = await findDashboardCaller(tx, visitor)
  if (!caller) throw new DomainError('api_key_is_inactive')
  // A role may refund orders without the scope of all withdrawals.
  const isRefund = operation.id === 'createRefund' && caller.rights.has('refunds')
  requireAllowed(operation, isRefund ? { ...caller, scopes: ['withdrawals'] } : caller)
  return caller
}

/** Refuses a form that was sent already. @throws duplicate_idempotency_key */
async function requireFirst(
  tx: Tx,
  context: Context,
  caller: Caller,
  key: string | undefined,
): Promise<void> {
  const resourceId = context.ids.uuid()
  const call = { operation: FORM, key, input: [], resourceId, inputOf: async () => [] }
  if ((await claimKey(tx, context, caller, call)) !== undefined)
    throw new DomainError('duplicate_idempotency_key', { detail: 'the form was sent already' })
}
