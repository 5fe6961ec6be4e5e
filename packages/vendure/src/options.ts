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
   * Converts a total into USDT with at most 6 decimals. The customer pays this amount, and it is fixed while the payment page is
   * open. Default: one USDT for one USD, and no other currency.
   */
  readonly toUsdt?: ((total: Total) => DecimalString | Promise<DecimalString>) | undefined
}

/** The total of a cart. */
export interface Total {
  /** Decimal text, such as `25.00`. */
  readonly amount: string
  /** ISO 4217. */
  readonly currency: string
}
