import type { DeliveryId, MerchantPay, OrderId, WebhookId, WithdrawalId } from '@merchantpay/sdk'

declare const mp: MerchantPay
declare const orderId: OrderId
declare const webhookId: WebhookId
declare const withdrawalId: WithdrawalId

export const refused = () => {
  // @ts-expect-error a webhook id is no order id
  mp.orders.get(webhookId)
  // @ts-expect-error nor is it one of a stream
  mp.orders.stream(webhookId)
  // @ts-expect-error an order id is no webhook id
  mp.webhooks.listDeliveries(orderId)
  // @ts-expect-error an order id is no withdrawal id
  mp.withdrawals.cancel(orderId)
  // @ts-expect-error an id is text
  mp.orders.get(7)
}

export const passed = async (text: string, id: DeliveryId) => {
  mp.orders.get(text)
  mp.orders.get(orderId)
  mp.withdrawals.get(withdrawalId)
  const { id: created } = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'ERC20' })
  mp.orders.get(created)
  const asText: string = id
  return asText.length
}
