import { describe, expectTypeOf, it } from 'vitest'
import type {
  CreateCustomAppOrder,
  EventPayload,
  EventType,
  FrozenReason,
  MerchantPay,
  Order,
  OrderDelivery,
  OrderId,
  OrderStatus,
  OrderSummary,
  WebhookDelivery,
  Withdrawal,
} from '../src/index.js'

declare const mp: MerchantPay

describe('types', () => {
  it('types of statuses know the known ones and allow others', () => {
    expectTypeOf<'PAID'>().toExtend<OrderStatus>()
    expectTypeOf<'NEW'>().toExtend<OrderStatus>()
  })

  it('types of reasons know the known ones and allow others, whichever kind of order carries them', () => {
    expectTypeOf<'OTHER'>().toExtend<FrozenReason>()
    expectTypeOf<Order['frozen_reason']>().toEqualTypeOf<FrozenReason | undefined>()
    expectTypeOf<'other' | null>().toExtend<Withdrawal['failure_code']>()
  })

  it('types of a field that must be absent allow nothing', () => {
    expectTypeOf<Pick<CreateCustomAppOrder, 'amount'>>().toEqualTypeOf<{ amount?: never }>()
  })

  it('types of bodies cover every event of the contract', () => {
    expectTypeOf<EventPayload['event']>().toEqualTypeOf<EventType>()
  })

  it('types of results are those of the contract', () => {
    expectTypeOf<Awaited<ReturnType<typeof mp.orders.list>>['orders']>().toEqualTypeOf<OrderSummary[]>()
    expectTypeOf<OrderSummary>().not.toExtend<Order>()
    expectTypeOf<WebhookDelivery>().toExtend<OrderDelivery>()
    expectTypeOf<OrderDelivery>().not.toExtend<WebhookDelivery>()
    expectTypeOf<string>().toExtend<OrderId>()
  })
})
