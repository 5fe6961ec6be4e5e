import type { MerchantPay } from '../../src/client.js'
import type { OperationId } from '../../src/generated/operations.gen.js'

const order = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
const withdrawal = { ...order, destination_address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' } as const
const options = { deadlineMs: 600_000, maxRetries: 2 }

type StreamOperationId = 'streamOrderEvents' | 'streamTestDeliveries'

/** One call of every operation that is not a stream. */
export const CALLS: Record<Exclude<OperationId, StreamOperationId>, (mp: MerchantPay) => Promise<unknown>> = {
  createOrder: (mp) => mp.orders.create(order, options),
  getOrder: (mp) => mp.orders.get('o1', options),
  listOrders: (mp) => mp.orders.list(options),
  acceptOrder: (mp) => mp.orders.accept('o1', options),
  expireOrder: (mp) => mp.orders.expire('o1', options),
  createRefund: (mp) => mp.orders.refund('o1', { destination_address: 'T' }, options),
  listRefunds: (mp) => mp.orders.listRefunds('o1', options),
  listOrderDeliveries: (mp) => mp.orders.listDeliveries('o1', options),
  createAppOrder: (mp) => mp.appOrders.create({ amount_mode: 'CUSTOM', currency: 'USDT' }, options),
  createPaymentLink: (mp) =>
    mp.paymentLinks.create({ amount_mode: 'FIXED', amount: '25.00', currency: 'USDT' }, options),
  getPaymentLink: (mp) => mp.paymentLinks.get('l1', options),
  listPaymentLinks: (mp) => mp.paymentLinks.list(options),
  closePaymentLink: (mp) => mp.paymentLinks.close('l1', options),
  listPaymentLinkOrders: (mp) => mp.paymentLinks.listOrders('l1', options),
  registerMerchant: (mp) =>
    mp.merchants.register({ name: 'A', email: 'a@b.example', platform_user_id: '1' }, options),
  getCurrentMerchant: (mp) => mp.merchants.me(options),
  rotateWebhookSecret: (mp) => mp.merchants.rotateWebhookSecret(options),
  createDashboardLink: (mp) => mp.merchants.createDashboardLink({ scopes: ['read'] }, options),
  listApiKeys: (mp) => mp.apiKeys.list(options),
  createApiKey: (mp) => mp.apiKeys.create({ environment: 'test' }, options),
  revokeApiKey: (mp) => mp.apiKeys.revoke('k1', options),
  createWebhook: (mp) => mp.webhooks.create({ url: 'https://a.example', events: [] }, options),
  listWebhooks: (mp) => mp.webhooks.list(options),
  updateWebhook: (mp) => mp.webhooks.update('w1', { is_active: false }, options),
  deleteWebhook: (mp) => mp.webhooks.delete('w1', options),
  sendTestWebhook: (mp) => mp.webhooks.test('w1', options),
  redeliverWebhookDelivery: (mp) => mp.webhooks.redeliver('w1', 'd1', options),
  getWebhookDelivery: (mp) => mp.webhooks.getDelivery('w1', 'd1', options),
  listWebhookDeliveries: (mp) => mp.webhooks.listDeliveries('w1', options),
  listEvents: (mp) => mp.events.list(options),
  createWithdrawal: (mp) => mp.withdrawals.create(withdrawal, options),
  getWithdrawal: (mp) => mp.withdrawals.get('w1', options),
  listWithdrawals: (mp) => mp.withdrawals.list(options),
  cancelWithdrawal: (mp) => mp.withdrawals.cancel('w1', options),
  quoteWithdrawal: (mp) => mp.withdrawals.quote({ network: 'TRC20', amount: '100.00' }, options),
  createWithdrawalDestination: (mp) =>
    mp.withdrawals.destinations.create({ label: 'A', network: 'TRC20', address: 'T' }, options),
  listWithdrawalDestinations: (mp) => mp.withdrawals.destinations.list(options),
  deleteWithdrawalDestination: (mp) => mp.withdrawals.destinations.delete('d1', options),
  getRate: (mp) => mp.rates.get({ currency: 'EUR' }, options),
  getBalance: (mp) => mp.balance.get(options),
  resendTestDelivery: (mp) => mp.testHelpers.resendDelivery('d1', options),
  simulateOrder: (mp) => mp.testHelpers.simulateOrder('o1', { action: 'pay' }, options),
}
