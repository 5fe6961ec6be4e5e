import { MerchantPay } from '@merchantpay/sdk'

/** The client, with the account that the environment names: `MERCHANTPAY_BASE_URL`, `MERCHANTPAY_KEY_ID` and `MERCHANTPAY_SECRET`. */
export const merchantPay = (): MerchantPay => new MerchantPay()

/** The webhook secret of the merchant, `whsec_` included; undefined unless `WEBHOOK_SECRET` is set. */
export const webhookSecret = (): string | undefined => process.env.WEBHOOK_SECRET
