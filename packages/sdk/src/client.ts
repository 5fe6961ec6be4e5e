import type { Client } from 'openapi-fetch'
import type { paths } from './generated/contract.gen.js'
import { type ClientOptions, type KeyEnvironment, readOptions, type Settings } from './options.js'
import type { RateLimitState } from './rate-limit/rate-limiter.js'
import { limiterOf } from './rate-limit/slot-limiter.js'
import { type ApiKeys, createApiKeys } from './resources/api-keys.js'
import { type AppOrders, createAppOrders } from './resources/app-orders.js'
import { type Balances, createBalance } from './resources/balance.js'
import { createEvents, type Events } from './resources/events.js'
import { createMerchants, type Merchants } from './resources/merchants.js'
import { createOrders, type Orders } from './resources/orders.js'
import { createPaymentLinks, type PaymentLinks } from './resources/payment-links.js'
import { createRates, type Rates } from './resources/rates.js'
import { createRaw } from './resources/raw.js'
import { createTestHelpers, type TestHelpers } from './resources/test-helpers.js'
import { createWebhooks, type Webhooks } from './resources/webhooks.js'
import { createWithdrawals, type Withdrawals } from './resources/withdrawals.js'

/**
 * The client of the MerchantPay API. One instance serves a whole process. Without a key it can only register a
 * merchant.
 *
 * @throws UsageError for options that cannot work; the message suggests a fix
 *
 * @example
 * const mp = new MerchantPay({ baseUrl: 'https://pay.example', keyId, secret })
 * const order = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
 */
export class MerchantPay {
  // The fields are declared only: the constructor assigns them.

  /** The URL of the API, with its path prefix. */
  declare readonly baseUrl: string
  /** The key id of signatures; undefined without a key. */
  declare readonly keyId: string | undefined
  /** The environment of the key; undefined without a key and without the option. */
  declare readonly environment: KeyEnvironment | undefined
  /** Payment orders. */
  declare readonly orders: Orders
  /** Orders paid inside the client app. */
  declare readonly appOrders: AppOrders
  /** Pages that live for months, and give each payer an order. */
  declare readonly paymentLinks: PaymentLinks
  /** Registration, the merchant of the key, the webhook secret. */
  declare readonly merchants: Merchants
  /** Keys that sign requests. */
  declare readonly apiKeys: ApiKeys
  /** Webhook endpoints and deliveries. */
  declare readonly webhooks: Webhooks
  /** The events of orders and withdrawals, with or without a webhook. */
  declare readonly events: Events
  /** Paying the balance out. */
  declare readonly withdrawals: Withdrawals
  /** The balance. */
  declare readonly balance: Balances
  /** Exchange rates. */
  declare readonly rates: Rates
  /** Acts on sandbox orders. */
  declare readonly testHelpers: TestHelpers
  /**
   * The same API by path, as an openapi-fetch client. It resolves with `{ data, error, response }` and rejects only
   * without an answer. It generates no idempotency key, and without one it repeats no creation.
   */
  declare readonly raw: Client<paths>
  readonly #settings: Settings

  constructor(options: ClientOptions = {}) {
    const settings = readOptions(options)
    this.baseUrl = settings.origin + settings.prefix
    this.keyId = settings.signer?.keyId
    this.environment = settings.environment
    this.orders = createOrders(settings)
    this.appOrders = createAppOrders(settings)
    this.paymentLinks = createPaymentLinks(settings)
    this.merchants = createMerchants(settings)
    this.apiKeys = createApiKeys(settings)
    this.webhooks = createWebhooks(settings)
    this.events = createEvents(settings)
    this.withdrawals = createWithdrawals(settings)
    this.balance = createBalance(settings)
    this.rates = createRates(settings)
    this.testHelpers = createTestHelpers(settings)
    this.raw = createRaw(settings)
    this.#settings = settings
    // For console.log in Node. A method with this name would keep bundlers from leaving the class out.
    Object.defineProperty(this, Symbol.for('nodejs.util.inspect.custom'), { value: () => this.toJSON() })
  }

  /** The present state of the key's limiter; undefined with `rateLimit: false` or a limiter of your own. */
  get rateLimit(): RateLimitState | undefined {
    const { rateLimit } = this.#settings
    return rateLimit && !('acquire' in rateLimit) ? limiterOf(this.#settings, rateLimit).state : undefined
  }

  /** The client without its secret, fit for a log line. */
  toJSON(): { baseUrl: string; keyId: string | undefined; environment: KeyEnvironment | undefined } {
    const { baseUrl, keyId, environment } = this
    return { baseUrl, keyId, environment }
  }
}
