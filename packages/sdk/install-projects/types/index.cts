// TypeScript resolves this file, which compiles to `require`, to the declarations of the CommonJS files.
import sdk = require('@merchantpay/sdk')
import signing = require('@merchantpay/sdk/signing')

const mp = new sdk.MerchantPay({ baseUrl: 'https://pay.example' })
export const me = (): PromiseLike<sdk.Merchant> => mp.merchants.me()
export const header: string = signing.formatAuthorization({ keyId: '', timestamp: '', signature: '' })
