import { MerchantPay } from '@merchantpay/sdk'

const mp = new MerchantPay() // reads MERCHANTPAY_BASE_URL, MERCHANTPAY_KEY_ID and MERCHANTPAY_SECRET

const order = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
console.log(`Pay ${order.order_amount} USDT at ${order.payment_url}`)

for await (const event of mp.orders.stream(order.id)) {
  console.log(event.order.status)
  // On the sandbox network the customer is us.
  if (event.order.status === 'OPEN' && order.environment === 'test') {
    await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })
  }
}
