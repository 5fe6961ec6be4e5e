import { type Injector, LanguageCode, PaymentMethodHandler, UserInputError } from '@vendure/core'
import { HANDLER_CODE } from './handler-code.js'
import { Refunds } from './refunds.js'

let refunds: Refunds

/** The payment handler that a payment method of the shop chooses. */
export const merchantPayHandler = new PaymentMethodHandler({
  code: HANDLER_CODE,
  description: [{ languageCode: LanguageCode.en, value: 'MerchantPay (USDT)' }],
  args: {},
  init: (injector: Injector) => {
    refunds = injector.get(Refunds)
  },
  // A payment is entered when the money has arrived. A customer cannot claim one.
  createPayment: () => {
    throw new UserInputError('Pay on the page to which the mutation createMerchantPayCheckout leads.')
  },
  settlePayment: () => ({ success: true }),
  createRefund: (ctx, { reason }, amount, order, payment) =>
    refunds.send(ctx, { order, payment, amount, reason: reason ?? undefined }),
})
