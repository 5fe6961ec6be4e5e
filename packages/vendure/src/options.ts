import type { DecimalString } from '@merchantpay/sdk'

/** Options of the plugin. */
export interface MerchantPayPluginOptions {
  /** The URL of the MerchantPay server. Default: `MERCHANTPAY_BASE_URL`. */
  readonly baseUrl?: string | undefined
  /** The API key, with the scopes `orders`, `read` and `withdrawals`. Default: `MERCHANTPAY_KEY_ID`. */
  readonly keyId?: string | undefined
  /** The secret of the API key. Default: `MERCHANTPAY_SECRET`. */
  readonly secret?: string | undefined
  /** The webhook secret of the merchant, `whsec_` included. */
  readonly webhookSecret: string | undefined
  /** The https URL of the storefront to which the payment page leads back. Default: the page has no such link. */
  readonly returnUrl?: ((orderCode: string) => string) | undefined
  /**
   * Converts a total into USDT with at most 6 decimals, once for each payment page. Default: the server converts it by its own
   * exchange rate.
   */
  readonly toUsdt?: ((total: Total) => DecimalString | Promise<DecimalString>) | undefined
}

/** The total of a cart. */
export interface Total {
  readonly amount: DecimalString
  /** ISO 4217. */
  readonly currency: string
}
