import {
  vPaymentConfirmedEvent,
  vPaymentExpiredEvent,
  vPaymentFrozenEvent,
  vPaymentUnderpaidEvent,
  vWithdrawalCompletedEvent,
  vWithdrawalFailedEvent,
} from '@merchantpay/sdk/schemas'
import type * as v from 'valibot'
import { type Case, refusals } from '../case.js'
import { requireEqual } from '../http/answer.js'
import { readSchema } from '../http/replies.js'
import { FOR_REVIEW, fund, makeOrder, simulate, UNKNOWN_UUID, WEBHOOK, WITHDRAWAL } from './samples.js'

/** The actions on an order, the final status and its event. */
const EVENTS: readonly [action: string, status: string, event: string, schema: v.GenericSchema][] = [
  ['pay', 'PAID', 'payment.confirmed', vPaymentConfirmedEvent],
  ['expire', 'EXPIRED', 'payment.expired', vPaymentExpiredEvent],
  ['underpay', 'UNDERPAID', 'payment.underpaid', vPaymentUnderpaidEvent],
  ['freeze', 'FROZEN', 'payment.frozen', vPaymentFrozenEvent],
]

/** The deliveries of orders and withdrawals in their lists. */
export const deliveries: Case[] = [
  ...EVENTS.map(
    ([action, status, event, schema]): Case => ({
      name: `listOrderDeliveries shows the ${event} of an order, as the contract describes it`,
      operationId: 'listOrderDeliveries',
      covers: ['listOrderDeliveries'],
      async run(session) {
        const merchant = await session.merchant()
        const metadata = { cart: 'A-1' }
        const order = await makeOrder(merchant, { metadata, webhook_url: WEBHOOK.url })
        await simulate(merchant, order.id, { action })
        await merchant.reachOrder(order.id, status)
        const { deliveries, total } = await merchant.succeeds('listOrderDeliveries', { id: order.id })
        const { event_type, payload, webhook_id, max_attempts } = deliveries[0] ?? {}
        requireEqual([total, event_type, max_attempts], [1, event, 6], 'the delivery')
        requireEqual(webhook_id, undefined, 'the endpoint of a delivery to the order’s own URL')
        readSchema(schema, JSON.stringify(payload), event)
        requireEqual(payload?.environment, 'test', 'the environment of the event')
        const { order_id, status: told, metadata: kept } = payload?.data ?? {}
        requireEqual([order_id, told, kept], [order.id, status, metadata], 'what it tells of the order')
      },
    }),
  ),
  {
    name: 'listWebhookDeliveries shows withdrawal.failed and withdrawal.completed of a subscribed endpoint',
    operationId: 'listWebhookDeliveries',
    covers: ['listWebhookDeliveries'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const events = ['withdrawal.completed', 'withdrawal.failed']
      const { id } = await merchant.succeeds('createWebhook', { body: { ...WEBHOOK, events } })
      await fund(merchant, '2000.00')
      const review = { ...WITHDRAWAL, amount: FOR_REVIEW }
      const canceled = await merchant.succeeds('createWithdrawal', { body: review })
      await merchant.succeeds('cancelWithdrawal', { id: canceled.id })
      const completed = await merchant.succeeds('createWithdrawal', { body: WITHDRAWAL })
      await merchant.reachWithdrawal(completed.id, 'COMPLETED')
      const { deliveries, total } = await merchant.succeeds('listWebhookDeliveries', { id })
      requireEqual(total, 2, 'deliveries')
      const [newest, oldest] = deliveries
      readSchema(vWithdrawalCompletedEvent, JSON.stringify(newest?.payload), 'withdrawal.completed')
      readSchema(vWithdrawalFailedEvent, JSON.stringify(oldest?.payload), 'withdrawal.failed')
      requireEqual(
        [newest?.payload.data.withdrawal_id, oldest?.payload.data.withdrawal_id],
        [completed.id, canceled.id],
        'the withdrawals, newest first',
      )
      requireEqual(newest?.webhook_id, id, 'the endpoint')
      requireEqual(newest?.payload.environment, 'test', 'the environment of the event')
    },
  },
  ...refusals('listOrderDeliveries', [
    ['an unknown id', { id: UNKNOWN_UUID }, '404 order not found'],
    ['an id that is not a UUID', { id: 'ord_1' }, '404 order not found'],
  ]),
]
