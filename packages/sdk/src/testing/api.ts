import type { OperationId } from '../generated/operations.gen.js'
import { OPERATIONS } from '../generated/operations.gen.js'
import { apiKeyHandlers } from './api-keys.js'
import { authenticate } from './authentication.js'
import { balanceHandlers } from './balance.js'
import { deliveryStreamHandlers } from './delivery-streams.js'
import type { Caller, Handlers } from './handler.js'
import { merchantHandlers } from './merchants.js'
import { orderHandlers } from './order-operations.js'
import { takeCall } from './rate-limit.js'
import { Refusal, refuse, statusOf } from './refusal.js'
import type { Route } from './router.js'
import { simulationHandlers } from './simulation.js'
import { validate } from './validation.js'
import { webhookHandlers } from './webhooks.js'
import type { WireRequest } from './wire.js'
import { withdrawalHandlers } from './withdrawals.js'
import type { World } from './world.js'

/** What an operation answers. */
export interface Answer {
  readonly status: number
  /** JSON, or the bytes of an event stream. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A handler whose types were checked where it was written. */
type AnyHandler = (input: unknown) => Answer | Promise<Answer>

const MOST_BODY_BYTES = 65_536
/** What a suspended merchant may do besides reading. */
const WHILE_SUSPENDED: ReadonlySet<OperationId> = new Set(['revokeApiKey', 'rotateWebhookSecret'])

/** Makes what answers the operations of the contract. `now` is the server's clock, Unix milliseconds. */
export function createApi(
  world: World,
): (route: Route, request: WireRequest, now: number) => Promise<Answer> {
  const handlers: Handlers = {
    ...merchantHandlers(world),
    ...apiKeyHandlers(world),
    ...orderHandlers(world),
    ...simulationHandlers(world),
    ...deliveryStreamHandlers(world),
    ...webhookHandlers(world),
    ...withdrawalHandlers(world),
    ...balanceHandlers(world),
  }
  return async (route, request, now) => {
    try {
      const caller = await admit(world, route.operationId, request, now)
      const input = { ...validate(route, request), caller }
      const handle = handlers[route.operationId] as AnyHandler // its input was just held against the contract
      return await handle(input)
    } catch (error) {
      if (error instanceof Refusal) return refuse(error, statusOf(route.operationId, error))
      throw error
    }
  }
}

/** Size, signature, rate and the merchant's status, in this order. */
async function admit(
  world: World,
  operationId: OperationId,
  request: WireRequest,
  now: number,
): Promise<Caller | undefined> {
  if (request.body.length > MOST_BODY_BYTES) throw new Refusal('request_body_too_large')
  if ('open' in OPERATIONS[operationId]) return undefined
  const caller = await authenticate(world, request, now)
  takeCall(world, caller.key)
  const isWrite = OPERATIONS[operationId].method !== 'GET' && !WHILE_SUSPENDED.has(operationId)
  if (isWrite && caller.merchant.status === 'SUSPENDED') throw new Refusal('merchant_suspended')
  return caller
}
