import type { CreateWebhook, MerchantPay } from '@merchantpay/sdk'
import type { Harness } from '../server/harness.js'
import { PAYEE } from '../withdrawals/withdrawals.js'
import type { Environment } from './sample-languages.js'

/** Environment of the samples besides the key. */
export interface SampleWorld {
  readonly env: Environment
  /** Overrides for single operations, so that no operation removes an object that another needs. */
  readonly only: Readonly<Record<string, Environment>>
}

/** Gives a new merchant a balance, orders, webhooks, a withdrawal, a destination, payment links and a second key. */
export async function makeSampleWorld(mp: MerchantPay, harness: Harness): Promise<SampleWorld> {
  const paid = await mp.appOrders.create({ amount_mode: 'FIXED', amount: '1300', currency: 'USDT' })
  await mp.testHelpers.simulateOrder(paid.id, { action: 'pay' })
  const open = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
  const abandoned = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
  const refunded = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
  const overpaid = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
  await mp.testHelpers.simulateOrder(refunded.id, { action: 'pay' })
  await mp.testHelpers.simulateOrder(overpaid.id, { action: 'overpay' })
  await harness.pass(10_000)
  const endpoint: CreateWebhook = { url: 'https://shop.example/webhooks', events: ['payment.confirmed'] }
  const webhook = await mp.webhooks.create(endpoint)
  const deleted = await mp.webhooks.create(endpoint)
  const delivery = await mp.webhooks.test(webhook.id)
  const withdrawal = await mp.withdrawals.create({
    amount: '10.00',
    currency: 'USDT',
    network: 'TRC20',
    destination_address: PAYEE.TRC20,
  })
  const listed = { label: 'Treasury', network: 'ERC20', address: PAYEE.ERC20 } as const
  const destination = await mp.withdrawals.destinations.create(listed)
  const sold = { amount_mode: 'FIXED', amount: '25.00', currency: 'USDT' } as const
  const link = await mp.paymentLinks.create(sold)
  const closed = await mp.paymentLinks.create(sold)
  const { key_id } = await mp.apiKeys.create({ environment: 'test' })
  return {
    env: {
      ORDER_ID: paid.id,
      WEBHOOK_ID: webhook.id,
      DELIVERY_ID: delivery.id,
      WITHDRAWAL_ID: withdrawal.id,
      DESTINATION_ID: destination.id,
      PAYMENT_LINK_ID: link.id,
      KEY_ID: key_id,
    },
    only: {
      simulateOrder: { ORDER_ID: open.id },
      expireOrder: { ORDER_ID: abandoned.id },
      acceptOrder: { ORDER_ID: overpaid.id },
      createRefund: { ORDER_ID: refunded.id },
      closePaymentLink: { PAYMENT_LINK_ID: closed.id },
      deleteWebhook: { WEBHOOK_ID: deleted.id },
    },
  }
}
