import sdk = require('@merchantpay/sdk')
import money = require('@merchantpay/sdk/money')

const mp = new sdk.MerchantPay({ baseUrl: 'https://pay.example' })

export const refused = (webhookId: sdk.WebhookId) => {
  // @ts-expect-error a webhook id is no order id
  mp.orders.get(webhookId)
  // @ts-expect-error an amount is text
  money.usdt(25)
}

export const passed = async (): Promise<sdk.OrderStatus> => {
  const amount = money.format(money.usdt('25.00'))
  return (await mp.orders.create({ amount, currency: 'USDT', network: 'TRC20' })).status
}
