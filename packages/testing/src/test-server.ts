import type { Clock, OperationId } from '@merchantpay/sdk'
import { createTestClock, isTestClock, withUnrefTimers } from './clock/test-clock.js'
import { type Fault, FaultPlan } from './faults/faults.js'
import { connectionError, unlessAborted } from './http/connection.js'
import { createResponder, type TestCall } from './http/responder.js'
import { readCall, type WireRequest } from './http/wire.js'
import { createIds, newDeliveryId } from './ids.js'
import type { ApiKey } from './merchants/api-key.js'
import { addApiKey } from './merchants/api-keys.js'
import { addMerchant, addWebhookSecret, setMerchantStatus, validSecrets } from './merchants/merchants.js'
import { forceStatus } from './orders/forced-status.js'
import type { OrderStatus } from './orders/order.js'
import { type OrderBody, presentOrder } from './orders/orders.js'
import { DEFAULT_RATES, readRates } from './orders/rates.js'
import { setReceiver } from './webhooks/deliveries.js'
import type { WebhookEvent } from './webhooks/event.js'
import { type SignedWebhook, signWebhook } from './webhooks/webhook-signature.js'
import { createWorld, type WebhookHandler, type World } from './world.js'

/** Number of default seeds given to services in real time. */
let seeds = 0

/** Options of the in-memory service. */
export interface TestServerOptions {
  /**
   * Every id, key and secret is derived from it. Default: 1; for services in real time 1, 2, 3 and so on, since all
   * clients of one key share one limit there.
   */
  readonly seed?: number | undefined
  /** Default: a new test clock at the current time. */
  readonly clock?: Clock | undefined
  /** URL of the service, with an optional path prefix. Default: `https://merchantpay.test`. */
  readonly baseUrl?: string | undefined
  /**
   * Requests per key and minute. All keys of a merchant together have ten times as many per environment. Infinity removes
   * this limit and that of new keys. Default: 60.
   */
  readonly requestsPerMinute?: number | undefined
  /** USDT for one of each currency, as decimals. Default: EUR, GBP, JPY and USD. */
  readonly rates?: Readonly<Record<string, string>> | undefined
}

/** A key as client options. */
export interface TestKey {
  readonly keyId: string
  readonly secret: string
}

/** The service in memory: the same contract and the same refusals, with the faults that a test plans. */
export interface TestServer {
  /** Scheme, host and path prefix. */
  readonly baseUrl: string
  /** The clock of the service. Give the client the same one. */
  readonly clock: Clock
  /** Keys of the merchant that exists from the start. */
  readonly keys: { readonly test: TestKey; readonly live: TestKey }
  /** The current secret of that merchant's test webhooks. */
  readonly webhookSecret: string
  /** Every request, in order. */
  readonly calls: readonly TestCall[]
  /** Every event of orders and withdrawals, in order, delivered or not. */
  readonly events: readonly WebhookEvent[]
  /**
   * Replaces the global `fetch`; it works without its object. A redirect is returned, not followed.
   *
   * @throws TypeError for another origin and for a connection that breaks; the reason of an aborted signal. An error of
   * the service itself is a 500 with its message
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** As `fetch`, for a server of your own that has the raw request. */
  answer(request: WireRequest): Promise<Response>
  /**
   * Plans a fault for the next request of an operation, or of any for `*`.
   *
   * @returns a function that cancels it
   * @throws RangeError for a refusal that the operation does not document, and for an invalid fault: members of several
   * faults at once, a status that no response with a body has, a number that is out of bounds
   */
  fault(operationId: OperationId | '*', fault: Fault): () => void
  /**
   * Advances the test clock and fires everything that is due.
   *
   * @param ms milliseconds, 0 or more
   * @throws TypeError when the clock is not a test clock
   */
  advance(ms: number): Promise<void>
  /**
   * Puts an order into a status with amounts that fit it, and notifies streams and webhooks.
   *
   * @returns the order after the change
   * @throws RangeError for an unknown order, and for a status that an order of its kind never has
   */
  emit(orderId: string, status: OrderStatus): Promise<OrderBody>
  /** Signs an event of your own, or one of `events`, as the first attempt of a webhook. */
  sign(event: WebhookEvent): SignedWebhook
  /**
   * Sends webhooks to a handler, pending ones too, on the service's schedule: a failed attempt is repeated after 1 min,
   * 5 min, 30 min, 2 h and 24 h of the clock. Events without a subscribed endpoint are sent too.
   *
   * @returns a function that stops it
   */
  deliverTo(handler: WebhookHandler): () => void
  /**
   * Replaces the exchange rates; a currency that is left out is unsupported from then on.
   *
   * @param rates USDT for one of each currency, as decimals
   * @throws RangeError for a rate that no server takes
   */
  setRates(rates: Readonly<Record<string, string>>): void
  /** Changes a status as an operator does; a new merchant is `PENDING_KYB`, and activation makes its live webhook secret. @throws RangeError for an unknown merchant */
  setMerchantStatus(merchantId: string, status: 'ACTIVE' | 'SUSPENDED'): void
}

/**
 * Makes a service in memory. No request leaves the process, and it runs wherever `fetch` does.
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
  const world = createWorld({
    clock: withUnrefTimers(clock),
    ids: createIds(seed),
    baseUrl,
    requestsPerMinute,
    rates: readRates(options.rates ?? DEFAULT_RATES),
  })
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
      if (!passing) throw new TypeError('advance needs a test clock: make the service with createTestClock()')
      await passing.advance(ms)
    },
    async emit(orderId, status) {
      const order = world.orders.find(({ id }) => id === orderId)
      if (!order) throw new RangeError(`there is no order ${orderId}`)
      forceStatus(world, order, status)
      const presented = presentOrder(world, order)
      await passing?.advance(0)
      return presented
    },
    sign(event) {
      const id = newDeliveryId(world)
      return signWebhook(event, { id, attempt: 1, now: clock.now(), secrets: validSecrets(world, test) })
    },
    deliverTo: (handler) => setReceiver(world, handler),
    setRates: (rates) => {
      world.rates = readRates(rates)
    },
    setMerchantStatus: (merchantId, status) => setMerchantStatus(world, merchantId, status),
  }
}

/** Services in real time get different keys. */
function nextSeed(): number {
  seeds += 1
  return seeds
}

/** An active merchant with a key and a webhook secret of each environment. */
function addFirstMerchant(world: World): Record<'test' | 'live', ApiKey> {
  const fields = { name: 'Test Merchant', email: 'merchant@example.com', platformUserId: 'test-merchant' }
  const { id: merchantId } = addMerchant(world, fields)
  addWebhookSecret(world, { merchantId, environment: 'test' })
  setMerchantStatus(world, merchantId, 'ACTIVE')
  const addKey = (environment: 'test' | 'live') =>
    addApiKey(world, { merchantId, environment }, { name: 'first key' })
  return { test: addKey('test'), live: addKey('live') }
}

function optionsOf({ keyId, secret }: ApiKey): TestKey {
  return { keyId, secret }
}
