import type { EventType, MerchantPay, Network, OrderStatus } from '@merchantpay/sdk'

declare const mp: MerchantPay
declare const status: OrderStatus

// @ts-expect-error a status may be a new one, so not every path returns
export const incomplete = (): string => {
  switch (status) {
    case 'PENDING':
    case 'OPEN':
    case 'PENDING_CONFIRM':
    case 'CONFIRMING':
      return 'wait'
    case 'PAID':
    case 'EXPIRED_PAID':
      return 'ship'
    case 'EXPIRED':
    case 'UNDERPAID':
    case 'FROZEN':
      return 'stop'
  }
}

export const complete = (): string => (status === 'PAID' ? 'ship' : 'look')

export const refused = () => {
  // @ts-expect-error requests know no other network
  mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'SOL' })
  // @ts-expect-error nor another currency
  mp.orders.create({ amount: '25.00', currency: 'USDC', network: 'TRC20' })
  // @ts-expect-error nor another action
  mp.testHelpers.simulateOrder('o1', { action: 'refund' })
  // @ts-expect-error what one subscribes to is closed
  mp.webhooks.create({ url: 'https://shop.example/hooks', events: ['payment.refunded'] })
  // @ts-expect-error so is the type of it
  const event: EventType = 'payment.refunded'
  // @ts-expect-error and that of a network
  const network: Network = 'SOL'
  return [event, network]
}

export const passed = () => {
  const later: OrderStatus = 'REFUNDED'
  return later
}
