import { describe, expectTypeOf, it } from 'vitest'
import type {
  CreateCustomAppOrder,
  CreateWithdrawal,
  FrozenReason,
  MerchantPay,
  Order,
  OrderDelivery,
  OrderId,
  OrderStatus,
  OrderSummary,
  WebhookDelivery,
  WebhookId,
  Withdrawal,
} from '../src/index.js'

declare const mp: MerchantPay
declare const webhookId: WebhookId
declare const orderId: OrderId
declare const payout: CreateWithdrawal
declare const maybe: string | undefined

// Compiled only: each line that must not compile is expected to fail.
export const compiled = () => {
  void mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20', description: maybe })
  // @ts-expect-error an amount is text
  void mp.orders.create({ amount: 25, currency: 'USDT', network: 'TRC20' })
  // @ts-expect-error an amount is a number in text
  void mp.orders.create({ amount: 'ten', currency: 'USDT', network: 'TRC20' })
  // @ts-expect-error request enums are closed
  void mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'SOL' })
  // @ts-expect-error FIXED needs an amount
  void mp.appOrders.create({ amount_mode: 'FIXED', currency: 'USDT' })
  // @ts-expect-error CUSTOM has none
  void mp.appOrders.create({ amount_mode: 'CUSTOM', amount: '1.00', currency: 'USDT' })
  void mp.orders.get('any string')
  // @ts-expect-error a webhook id is no order id
  void mp.orders.get(webhookId)
  // @ts-expect-error only keyed operations take a key
  void mp.orders.get('o1', { idempotencyKey: 'x' })
  void mp.withdrawals.create(payout, { idempotencyKey: 'payout-1' })
  // @ts-expect-error a withdrawal needs an address
  void mp.withdrawals.create({ amount: '100.00', currency: 'USDT', network: 'TRC20' })
  // @ts-expect-error an order id is no withdrawal id
  void mp.withdrawals.get(orderId)
  // @ts-expect-error cancelling takes no key
  void mp.withdrawals.cancel('w1', { idempotencyKey: 'x' })
  // @ts-expect-error a quote needs a network
  void mp.withdrawals.quote({ amount: '100.00' })
  // @ts-expect-error request enums are closed
  void mp.testHelpers.simulateOrder('o1', { action: 'refund' })
  // @ts-expect-error unknown options are refused
  void mp.orders.list({ timeoutMS: 5 })
  // @ts-expect-error a body of another operation is refused
  void mp.apiKeys.create({ action: 'pay' })
}

describe('types', () => {
  it('of statuses know the known ones and allow others', () => {
    expectTypeOf<'PAID'>().toExtend<OrderStatus>()
    expectTypeOf<'NEW'>().toExtend<OrderStatus>()
  })

  it('of reasons do so too, whichever kind of order carries them', () => {
    expectTypeOf<'OTHER'>().toExtend<FrozenReason>()
    expectTypeOf<Order['frozen_reason']>().toEqualTypeOf<FrozenReason | undefined>()
    expectTypeOf<'other' | null>().toExtend<Withdrawal['failure_code']>()
  })

  it('of a field that must be absent allow nothing', () => {
    expectTypeOf<Pick<CreateCustomAppOrder, 'amount'>>().toEqualTypeOf<{ amount?: never }>()
  })

  it('of results are those of the contract', () => {
    expectTypeOf<Awaited<ReturnType<typeof mp.orders.list>>['orders']>().toEqualTypeOf<OrderSummary[]>()
    expectTypeOf<OrderSummary>().not.toExtend<Order>()
    expectTypeOf<WebhookDelivery>().toExtend<OrderDelivery>()
    expectTypeOf<OrderDelivery>().not.toExtend<WebhookDelivery>()
    expectTypeOf<string>().toExtend<OrderId>()
  })
})
