import type {
  CreateDashboardLink,
  CreatedWebhookSecret,
  DashboardLink,
  Merchant,
  RegisteredMerchant,
  RegisterMerchant,
} from '../generated/contract.gen.js'
import type { CallPromise } from '../http/call-promise.js'
import type { RegisterOptions, RequestOptions } from '../http/request-options.js'
import { send } from '../http/send.js'
import type { Settings } from '../options.js'

/** The merchant behind the key. */
export interface Merchants {
  /**
   * Registers a merchant; the only call without a key. Only this answer has the secret of the first API key and the
   * webhook secret.
   *
   * @throws ApiError `merchant_already_exists`; OutcomeUnknownError when it may have been registered
   */
  register(body: RegisterMerchant, options?: RegisterOptions): CallPromise<RegisteredMerchant>

  /** Retrieves the merchant that owns the key. */
  me(options?: RequestOptions): CallPromise<Merchant>

  /**
   * Creates or rotates the webhook secret of the key's environment. Only this answer has it.
   *
   * @throws OutcomeUnknownError when the secret may have been rotated
   */
  rotateWebhookSecret(options?: RequestOptions): CallPromise<CreatedWebhookSecret>

  /**
   * Creates a link that signs a person in to the merchant's dashboard, once and within 10 minutes. The session has the
   * environment of the key, and the scopes of the key or the narrower ones of `body`.
   *
   * @throws ApiError `forbidden` for a scope that the key lacks; OutcomeUnknownError when the link may have been created
   *
   * @example
   * const { url } = await mp.merchants.createDashboardLink({ scopes: ['orders', 'read'] })
   */
  createDashboardLink(body?: CreateDashboardLink, options?: RequestOptions): CallPromise<DashboardLink>
}

/** Makes the resource. */
export function createMerchants(settings: Settings): Merchants {
  return {
    register: (body, options) => send(settings, 'registerMerchant', { body }, options),
    me: (options) => send(settings, 'getCurrentMerchant', {}, options),
    rotateWebhookSecret: (options) => send(settings, 'rotateWebhookSecret', {}, options),
    createDashboardLink: (body = {}, options) => send(settings, 'createDashboardLink', { body }, options),
  }
}
