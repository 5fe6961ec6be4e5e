/** The code of the payment handler, by which a payment method of the shop chooses it. */
export const HANDLER_CODE = 'merchantpay'
