import type { OperationId } from '@merchantpay/sdk'
import { ROUTES } from '../generated/routes.gen.js'
import { paymentLinkHandlers } from '../links/payment-links.js'
import { apiKeyHandlers } from '../merchants/api-keys.js'
import { balanceHandlers } from '../merchants/balance.js'
import { dashboardLinkHandlers } from '../merchants/dashboard-links.js'
import { merchantHandlers } from '../merchants/merchants.js'
import { orderHandlers } from '../orders/order-operations.js'
import { rateHandlers } from '../orders/rates.js'
import { simulationHandlers } from '../orders/simulation.js'
import { validate } from '../validation/validate.js'
import { deliveryStreamHandlers } from '../webhooks/delivery-streams.js'
import { webhookHandlers } from '../webhooks/endpoints.js'
import { eventListHandlers } from '../webhooks/event-list.js'
import { destinationHandlers } from '../withdrawals/destinations.js'
import { refundHandlers } from '../withdrawals/refunds.js'
import { withdrawalHandlers } from '../withdrawals/withdrawals.js'
import type { World } from '../world.js'
import type { Answer } from './answer.js'
import { authenticate } from './authentication.js'
import type { Caller, Handlers } from './handler.js'
import { countCall } from './rate-limit.js'
import { Refusal, refuse, statusOf } from './refusal.js'
import type { Route } from './router.js'
import type { WireRequest } from './wire.js'

/** A handler whose types were checked where it was written. */
type AnyHandler = (input: unknown) => Answer | Promise<Answer>

const MAX_BODY_BYTES = 65_536
/** Writes that a suspended merchant may still do. */
const WHILE_SUSPENDED: ReadonlySet<OperationId> = new Set(['revokeApiKey', 'rotateWebhookSecret'])

/** Makes the function that answers the operations of the contract. `now` is the server's clock, Unix milliseconds. */
export function createApi(
  world: World,
): (route: Route, request: WireRequest, now: number) => Promise<Answer> {
  const handlers: Handlers = {
    ...merchantHandlers(world),
    ...apiKeyHandlers(world),
    ...dashboardLinkHandlers(world),
    ...orderHandlers(world),
    ...paymentLinkHandlers(world),
    ...simulationHandlers(world),
    ...deliveryStreamHandlers(world),
    ...webhookHandlers(world),
    ...eventListHandlers(world),
    ...refundHandlers(world),
    ...withdrawalHandlers(world),
    ...destinationHandlers(world),
    ...balanceHandlers(world),
    ...rateHandlers(world),
  }
  return async (route, request, now) => {
    try {
      const caller = await admit(world, route.operationId, request, now)
      const input = { ...validate(route, request), caller }
      const handle = handlers[route.operationId] as AnyHandler // its input has just been validated
      return await handle(input)
    } catch (error) {
      if (error instanceof Refusal) return refuse(error, statusOf(route.operationId, error))
      throw error
    }
  }
}

/** Checks size, signature, rate, the merchant's status and the scope of the key, in this order. */
async function admit(
  world: World,
  operationId: OperationId,
  request: WireRequest,
  now: number,
): Promise<Caller | undefined> {
  if (request.body.length > MAX_BODY_BYTES) throw new Refusal('request_body_too_large')
  const route = ROUTES[operationId]
  if ('open' in route) return undefined
  const caller = await authenticate(world, request, now)
  countCall(world, caller.key)
  const isEarly = caller.key.environment === 'live' && caller.merchant.activatedAt === null
  if (isEarly) throw new Refusal('merchant_not_active')
  const isWrite = route.method !== 'GET' && !WHILE_SUSPENDED.has(operationId)
  if (isWrite && caller.merchant.status === 'SUSPENDED') throw new Refusal('merchant_suspended')
  if (!caller.key.scopes.includes(route.scope)) throw new Refusal('forbidden')
  return caller
}
