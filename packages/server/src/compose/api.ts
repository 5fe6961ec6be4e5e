import { basePathOf, isReachedPrivately } from '../config/public-url.js'
import type { Config } from '../config/settings.js'
import { withServedNetworks } from '../domain/chain/served-chain.js'
import type { Context } from '../domain/context.js'
import type { Caller } from '../domain/merchants/api-key.js'
import type { KeyUse } from '../domain/merchants/key-use.js'
import type { Order } from '../domain/orders/order.js'
import type { MovableClock } from '../domain/sandbox/movable-clock.js'
import { withSecretCache } from '../domain/secrets/secret-cache.js'
import { MERCHANT_RATE_FACTOR, NEW_API_KEYS_PER_HOUR, NEW_LINKS_PER_HOUR } from '../domain/shared/policy.js'
import type { Store } from '../domain/store/store.js'
import { type CheckoutServices, checkoutRouter } from '../http/checkout.js'
import type { AddressOf } from '../http/client-address.js'
import { docsRouter } from '../http/docs.js'
import type { Calls, Handlers } from '../http/handler.js'
import { apiKeyHandlers } from '../http/handlers/api-keys.js'
import { appPaymentHandlers } from '../http/handlers/app-payments.js'
import { clockHandlers } from '../http/handlers/clock.js'
import { deliveryEventHandlers } from '../http/handlers/delivery-events.js'
import { eventHandlers } from '../http/handlers/events.js'
import { merchantHandlers } from '../http/handlers/merchants.js'
import { orderEventHandlers } from '../http/handlers/order-events.js'
import { orderHandlers } from '../http/handlers/orders.js'
import { paymentLinkHandlers } from '../http/handlers/payment-links.js'
import { rateHandlers } from '../http/handlers/rates.js'
import { refundHandlers } from '../http/handlers/refunds.js'
import { testHelperHandlers } from '../http/handlers/test-helpers.js'
import { webhookHandlers } from '../http/handlers/webhooks.js'
import { withdrawalHandlers } from '../http/handlers/withdrawals.js'
import type { FailedAuthentications } from '../http/limits/failed-authentications.js'
import type { RateLimits } from '../http/limits/rate-limit.js'
import { type LinkServices, linkRouter } from '../http/links.js'
import { admitOperator } from '../http/operator-token.js'
import { Presenter } from '../http/present.js'
import { OperationCalls } from '../http/sessions/operation-calls.js'
import { pagesRouter } from '../http/sessions/pages-router.js'
import type { PagesServices } from '../http/sessions/pages-services.js'
import type { Feed } from '../http/streams/feed.js'
import type { ApiStreams } from '../http/streams/open-streams.js'
import { admitMerchant, type ContractServices } from '../http/validator/contract.js'
import { loadContract } from '../http/validator/contracts.js'
import { openDocs } from './docs.js'

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
/** Wrong operator tokens per minute and address. */
const OPERATOR_FAILURES = 10

/** The parts that the API is built from. */
export interface ApiParts {
  readonly config: Config
  readonly context: Context
  readonly store: Store
  readonly feed: Feed<Order>
  readonly deliveryFeed: Feed
  readonly streams: ApiStreams
  readonly keyUse: KeyUse
  readonly limits: RateLimits
  readonly addressOf: AddressOf
  readonly checkout: (CheckoutServices & LinkServices) | undefined
  readonly console: PagesServices | undefined
  /** Opens the dashboard, which calls the operations of the API. */
  readonly dashboard: (calls: Calls) => PagesServices | undefined
  readonly failedAuthentications: FailedAuthentications
  /** Undefined unless business time may be moved. */
  readonly movableClock: MovableClock | undefined
  readonly publicUrl: () => string
  readonly validateResponses: boolean
}

/** Builds the services that `createHttpApp` mounts: merchants' API, operator API, checkout and API reference. */
export function apiServices(parts: ApiParts) {
  const {
    config,
    context,
    store,
    feed,
    deliveryFeed,
    streams,
    keyUse,
    limits,
    addressOf,
    failedAuthentications,
    publicUrl,
  } = parts
  const { text: contractText, contract, checks } = loadContract()
  const perMinute = (name: string, points: number) => limits({ name, points, windowSeconds: MINUTE_SECONDS })
  const present = new Presenter(publicUrl, context.policy)
  const handlers: Handlers = {
    ...orderHandlers(context, present),
    ...refundHandlers(context),
    ...paymentLinkHandlers(context, present, publicUrl),
    ...orderEventHandlers({ store, feed, streams, present }),
    ...deliveryEventHandlers({ store, context, feed: deliveryFeed, streams }),
    ...eventHandlers(context),
    ...merchantHandlers(context, present, {
      hasDashboard: isReachedPrivately(config),
      newLinksPerHour: newPerHour(config, NEW_LINKS_PER_HOUR),
    }),
    ...apiKeyHandlers(context, newPerHour(config, NEW_API_KEYS_PER_HOUR)),
    ...webhookHandlers(context, store, limits),
    ...withdrawalHandlers(context),
    ...rateHandlers(context),
    ...testHelperHandlers(context, present),
  }
  const gate = {
    registration: { mode: config.registration, token: config.registrationToken },
    registrations: limits({
      name: 'registrations of an address',
      points: config.registrationsPerHour,
      windowSeconds: HOUR_SECONDS,
      isClosed: true,
    }),
    gate: {
      store,
      context: { ...context, vault: withSecretCache(context.vault) },
      keyUse,
      addressOf,
      failedAuthentications,
      requests: perMinute('requests of a key', config.rateLimitPerMinute),
      merchantRequests: perMinute(
        'requests of an environment',
        MERCHANT_RATE_FACTOR * config.rateLimitPerMinute,
      ),
      failures: perMinute('failures of an address', config.rateLimitPerMinute),
    },
  }
  const called = { contract, checks, handlers, store, validateResponses: parts.validateResponses }
  const dashboard = parts.dashboard(new OperationCalls(called, gate.gate, context))
  const common = {
    basePath: basePathOf(config),
    store,
    validateResponses: parts.validateResponses,
  }
  return {
    ...common,
    isApiServed: config.roles.has('api'),
    contract,
    checks,
    contractText,
    handlers,
    admit: (...call: Parameters<ContractServices['admit']>) => admitMerchant(gate, ...call),
    explain: (error: unknown, { environment }: Caller) => withServedNetworks(error, context, environment),
    operator: operatorServices(
      config.operatorToken,
      { context, addressOf, limits, failedAuthentications, movableClock: parts.movableClock },
      common,
    ),
    checkout: parts.checkout && checkoutRouter(parts.checkout),
    links: parts.checkout && linkRouter(parts.checkout),
    console: parts.console && pagesRouter(parts.console),
    dashboard: dashboard && pagesRouter(dashboard),
    docs: docsRouter(() => openDocs(contract, context.policy, config)),
  }
}

/** New keys and links are limited only if requests are, since otherwise they cannot evade a limit. */
const newPerHour = ({ rateLimitPerMinute }: Config, limit: number): number =>
  rateLimitPerMinute === 0 ? 0 : limit

/** Builds the operator API, which the client app's backend calls. Undefined without an operator token. */
function operatorServices(
  token: string | undefined,
  {
    context,
    addressOf,
    limits,
    failedAuthentications,
    movableClock,
  }: Pick<ApiParts, 'context' | 'addressOf' | 'limits' | 'failedAuthentications' | 'movableClock'>,
  common: Pick<ContractServices, 'basePath' | 'store' | 'validateResponses'>,
): ContractServices | undefined {
  if (token === undefined) return undefined
  const name = 'operator failures of an address'
  const failures = limits({ name, points: OPERATOR_FAILURES, windowSeconds: MINUTE_SECONDS })
  const gate = { token, addressOf, failedAuthentications, failures }
  const { contract, checks } = loadContract('operator')
  return {
    ...common,
    contract,
    checks,
    handlers: { ...appPaymentHandlers(context), ...clockHandlers(movableClock) },
    admit: (_operation, request) => admitOperator(gate, request),
  }
}
