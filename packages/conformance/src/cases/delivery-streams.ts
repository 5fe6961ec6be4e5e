import { type Case, refusals } from '../case.js'
import { requireEqual, requireThat } from '../http/answer.js'
import type { DeliveryMessage, OpenDeliveryStream } from '../http/event-stream.js'
import type { Merchant } from '../session/merchant.js'
import { CUSTOM, simulate, UNKNOWN_DELIVERY_ID } from './samples.js'

/** Expires an order, which causes an event. @returns the order's id */
async function expireOrder(merchant: Merchant): Promise<string> {
  const { id } = await merchant.succeeds('createAppOrder', { body: CUSTOM })
  await simulate(merchant, id, { action: 'expire' })
  await merchant.reachOrder(id, 'EXPIRED')
  return id
}

/** The next message about one of these orders. Other orders of the merchant may expire at any time. */
async function next({ messages }: OpenDeliveryStream, orders: readonly string[]): Promise<DeliveryMessage> {
  for (;;) {
    const { value } = await messages.next()
    if (!value) throw new Error('the stream of deliveries ended')
    if (orders.includes(orderOf(value))) return value
  }
}

const orderOf = ({ delivery }: DeliveryMessage): string => `${JSON.parse(delivery.body).data.order_id}`

const SIGNATURE = /^t=[0-9]{10}(,v1=[0-9a-f]{64}){1,2}$/
const STANDARD = /^v1,[0-9A-Za-z+/]{43}=( v1,[0-9A-Za-z+/]{43}=)?$/

/** Streams of the deliveries of the test environment. */
export const deliveryStreams: Case[] = [
  {
    name: 'a stream of deliveries sends events without a subscriber too, signed like webhooks',
    operationId: 'streamTestDeliveries',
    covers: ['streamTestDeliveries', 'simulateOrder'],
    async run(session) {
      const merchant = await session.merchant()
      const stream = await merchant.openDeliveryStream()
      const id = await expireOrder(merchant)
      const message = await next(stream, [id])
      stream.close()
      const { delivery_id, event_type, headers } = message.delivery
      requireEqual(event_type, 'payment.expired', 'event_type')
      const { 'X-Merchant-Signature': signature = '', 'webhook-signature': standard = '', ...rest } = headers
      requireThat(SIGNATURE.test(signature), `a signature, not ${signature}`)
      requireThat(STANDARD.test(standard), `a standard signature, not ${standard}`)
      requireEqual(
        rest,
        {
          'Content-Type': 'application/json',
          'X-Webhook-Event': 'payment.expired',
          'X-Webhook-Id': delivery_id,
          'X-Webhook-Attempt': '1',
          'webhook-id': delivery_id,
          'webhook-timestamp': /^t=([0-9]+)/.exec(signature)?.[1],
        },
        'the other headers',
      )
    },
  },
  {
    name: 'a stream of deliveries continues after Last-Event-ID: each delivery once, with the same bytes and id',
    operationId: 'streamTestDeliveries',
    covers: ['streamTestDeliveries'],
    async run(session) {
      const merchant = await session.merchant()
      const before = await merchant.openDeliveryStream()
      const orders = [await expireOrder(merchant)]
      const first = await next(before, orders)
      orders.push(await expireOrder(merchant), await expireOrder(merchant))
      const seen = [await next(before, orders), await next(before, orders)]
      before.close()
      const after = await merchant.openDeliveryStream({ 'last-event-id': first.id })
      const again = [await next(after, orders), await next(after, orders)]
      orders.push(await expireOrder(merchant))
      const told = [first, ...again, await next(after, orders)]
      after.close()
      requireEqual(told.map(orderOf), orders, 'orders that are told of')
      const bytesOf = ({ delivery: { delivery_id, body } }: DeliveryMessage) => [delivery_id, body]
      requireEqual(again.map(bytesOf), seen.map(bytesOf), 'what is told again')
    },
  },
  {
    name: 'a stream of deliveries starts with the next event for any other Last-Event-ID',
    operationId: 'streamTestDeliveries',
    covers: ['streamTestDeliveries'],
    async run(session) {
      const merchant = await session.merchant()
      const orders = [await expireOrder(merchant)]
      for (const text of ['x', '-1', '1-2', '1-a-b', '1'.repeat(129)]) {
        const stream = await merchant.openDeliveryStream({ 'last-event-id': text })
        orders.push(await expireOrder(merchant))
        requireEqual(
          orderOf(await next(stream, orders)),
          orders.at(-1),
          `the order after Last-Event-ID ${text}`,
        )
        stream.close()
      }
    },
  },
  {
    name: 'resendTestDelivery sends the bytes of a message once more, under a new id',
    operationId: 'resendTestDelivery',
    covers: ['resendTestDelivery', 'streamTestDeliveries'],
    async run(session) {
      const merchant = await session.merchant()
      const stream = await merchant.openDeliveryStream()
      const orders = [await expireOrder(merchant)]
      let { delivery } = await next(stream, orders)
      const { delivery_id: first, event_type, body } = delivery
      for (const _ of [1, 2]) {
        const made = await merchant.succeeds('resendTestDelivery', { deliveryId: delivery.delivery_id })
        const again = await next(stream, orders)
        requireEqual(made, { delivery_id: again.delivery.delivery_id, event_type }, 'the answer')
        requireEqual(again.delivery.body, body, 'the bytes')
        requireThat(![first, delivery.delivery_id].includes(made.delivery_id), 'a new id')
        ;({ delivery } = again)
      }
      stream.close()
      const other = await session.other()
      await other.isRefused('resendTestDelivery', { deliveryId: first }, '404 delivery not found')
    },
  },
  ...refusals('resendTestDelivery', [
    ['an unknown id', { deliveryId: UNKNOWN_DELIVERY_ID }, '404 delivery not found'],
    ['an id that is not a delivery id', { deliveryId: 'wd_1' }, '404 delivery not found'],
    ['a query', { deliveryId: UNKNOWN_DELIVERY_ID, query: 'force=1' }, '400 invalid parameter: force'],
  ]),
  ...refusals('streamTestDeliveries', [['a query', { query: 'since=1' }, '400 invalid parameter: since']]),
]
