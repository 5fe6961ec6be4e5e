import type { Clock, OperationId } from '@merchantpay/sdk'
import { createTestClock, isTestClock, withoutHold } from './clock/test-clock.js'
import { type Fault, FaultPlan } from './faults/faults.js'
import { connectionError, unlessAborted } from './http/connection.js'
import { createResponder, type TestCall } from './http/responder.js'
import { readCall, type WireRequest } from './http/wire.js'
import { createIds } from './ids.js'
import { type ApiKey, addApiKey } from './merchants/api-keys.js'
import { addMerchant, addWebhookSecret, setMerchantStatus, validSecrets } from './merchants/merchants.js'
import { forceStatus } from './orders/forced-status.js'
import { type OrderBody, type OrderStatus, presentOrder } from './orders/orders.js'
import { setReceiver } from './webhooks/deliveries.js'
import type { WebhookEvent } from './webhooks/events.js'
import { type SignedWebhook, signWebhook } from './webhooks/webhook-signature.js'
import { createWorld, type WebhookHandler, type World } from './world.js'

/** Seeds that were given to doubles in real time. */
let seeds = 0

/** Options of the double. */
export interface TestServerOptions {
  /**
   * Every id, key and secret follows from it. Default: 1; for doubles in real time 1, 2, 3 and so on, since all
   * clients of one key share one limit there.
   */
  readonly seed?: number | undefined
  /** Default: a new test clock that stands at the present. */
  readonly clock?: Clock | undefined
  /** Where it lives, with a path prefix if any. Default: `https://merchantpay.test`. */
  readonly baseUrl?: string | undefined
  /**
   * Requests per key and minute; all keys of a merchant have ten times as many in an environment. Infinity is no limit, and
   * none of new keys. Default: 60.
   */
  readonly requestsPerMinute?: number | undefined
}

/** A key as client options. */
export interface TestKey {
  readonly keyId: string
  readonly secret: string
}

/** The service in memory: the same contract, the same refusals, and as many faults as a test asks for. */
export interface TestServer {
  /** Scheme, host and path prefix. */
  readonly baseUrl: string
  /** The time that it lives in; give the client the same one. */
  readonly clock: Clock
  /** Keys of the one merchant that exists from the start. */
  readonly keys: { readonly test: TestKey; readonly live: TestKey }
  /** The secret that signs that merchant's test webhooks now. */
  readonly webhookSecret: string
  /** Every request, in order. */
  readonly calls: readonly TestCall[]
  /** Every event of orders and withdrawals, in order, whether anybody is told or not. */
  readonly events: readonly WebhookEvent[]
  /**
   * Answers in place of the global `fetch`, and may be taken off the double as it is. A redirect is returned, not
   * followed.
   *
   * @throws TypeError for another origin and for a connection that breaks; the reason of an aborted signal. A mistake
   * of the double itself is a 500 with its message
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** What `fetch` does, for a server of your own that has the bytes of the wire. */
  answer(request: WireRequest): Promise<Response>
  /**
   * Plans a fault for the next request of an operation; `*` is any.
   *
   * @returns a function that calls it off
   * @throws RangeError for a refusal that the operation does not document, and for what cannot be played: details
   * of several faults at once, a status that no response with a body has, a number that is out of bounds
   */
  fault(operationId: OperationId | '*', fault: Fault): () => void
  /**
   * Lets time pass on the test clock, with everything that is due in it.
   *
   * @param ms milliseconds, 0 or more
   * @throws TypeError when the clock is no test clock
   */
  advance(ms: number): Promise<void>
  /**
   * Puts an order into a status, with amounts that fit it: streams and webhooks tell it.
   *
   * @returns the order as it stands then
   * @throws RangeError for an unknown order, and for a status that one of its kind never has
   */
  emit(orderId: string, status: OrderStatus): Promise<OrderBody>
  /** Signs an event of yours, or one of `events`, as a webhook of the first attempt. */
  sign(event: WebhookEvent): SignedWebhook
  /**
   * Sends webhooks to a handler, what has waited for one too, by the service's schedule: a failed attempt is made
   * again after 1 min, 5 min, 30 min, 2 h and 24 h of the clock. Events that no endpoint is subscribed to come too.
   *
   * @returns a function that ends it
   */
  deliverTo(handler: WebhookHandler): () => void
  /** Does what the operator does: a new merchant is `PENDING_KYB`. @throws RangeError for an unknown merchant */
  setMerchantStatus(merchantId: string, status: 'ACTIVE' | 'SUSPENDED'): void
}

/**
 * Makes a service double. Nothing leaves the process, and it runs wherever `fetch` does.
 *
 * @example
 * const server = createTestServer()
 * const { baseUrl, fetch, clock, keys } = server
 * const mp = new MerchantPay({ ...keys.test, baseUrl, fetch, clock })
 * const order = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
 * await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })
 * await server.advance(4_000) // three blocks
 * const { status } = await mp.orders.get(order.id) // PAID
 */
export function createTestServer(options: TestServerOptions = {}): TestServer {
  const { clock = createTestClock(), requestsPerMinute = 60 } = options
  const passing = isTestClock(clock) ? clock : undefined
  const { seed = passing ? 1 : nextSeed() } = options
  const { origin, pathname } = new URL(options.baseUrl ?? 'https://merchantpay.test')
  const baseUrl = origin + pathname.replace(/\/+$/, '')
  const world = createWorld({ clock: withoutHold(clock), ids: createIds(seed), baseUrl, requestsPerMinute })
  const { test, live } = addFirstMerchant(world)
  const calls: TestCall[] = []
  const plan = new FaultPlan()
  const responder = createResponder(world, plan, calls)
  passing?.waitWhile(responder.isBusy)

  const answer = (request: WireRequest) => unlessAborted(() => responder.respond(request), request.signal)
  return {
    baseUrl,
    clock,
    keys: { test: optionsOf(test), live: optionsOf(live) },
    get webhookSecret() {
      return validSecrets(world, test)[0] ?? ''
    },
    calls,
    events: world.events,
    async fetch(input, init) {
      const { origin: called, ...request } = await readCall(input, init)
      if (called !== origin) throw connectionError('ENOTFOUND')
      return answer(request)
    },
    answer,
    fault: (operationId, fault) => plan.add(operationId, fault),
    async advance(ms) {
      if (!passing) throw new TypeError('time passes by itself here: make the double with createTestClock()')
      await passing.advance(ms)
    },
    async emit(orderId, status) {
      const order = world.orders.find(({ id }) => id === orderId)
      if (!order) throw new RangeError(`there is no order ${orderId}`)
      forceStatus(world, order, status)
      const told = presentOrder(world, order)
      await passing?.advance(0)
      return told
    },
    sign(event) {
      const id = `wd_${world.ids.uuid().replaceAll('-', '')}`
      return signWebhook(event, { id, attempt: 1, now: clock.now(), secrets: validSecrets(world, test) })
    },
    deliverTo: (handler) => setReceiver(world, handler),
    setMerchantStatus: (merchantId, status) => setMerchantStatus(world, merchantId, status),
  }
}

/** Keys of doubles that live in one time differ. */
function nextSeed(): number {
  seeds += 1
  return seeds
}

/** An active merchant with a key and a webhook secret of each environment. */
function addFirstMerchant(world: World): Record<'test' | 'live', ApiKey> {
  const fields = { name: 'Test Merchant', email: 'merchant@example.com', platformUserId: 'test-merchant' }
  const { id: merchantId } = addMerchant(world, fields)
  setMerchantStatus(world, merchantId, 'ACTIVE')
  const addKey = (environment: 'test' | 'live') => {
    addWebhookSecret(world, { merchantId, environment })
    return addApiKey(world, { merchantId, environment }, 'first key')
  }
  return { test: addKey('test'), live: addKey('live') }
}

function optionsOf({ keyId, secret }: ApiKey): TestKey {
  return { keyId, secret }
}
