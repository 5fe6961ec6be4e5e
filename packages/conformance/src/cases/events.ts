import { vPaymentOverpaidEvent } from '@merchantpay/sdk/schemas'
import { type Case, type RefusedRequest, refusals } from '../case.js'
import { requireEqual, requireThat } from '../http/answer.js'
import { type Reply, readSchema } from '../http/replies.js'
import type { Merchant } from '../session/merchant.js'
import { makeOrder, simulate, WEBHOOK } from './samples.js'

type Events = Reply<'listEvents'>['events']

/** `0 1`, a cursor of the list that is older than any event. */
const OLD_CURSOR = 'MCAx'

/** Queries that the list refuses. */
const REFUSED: readonly (readonly [query: string, row: string])[] = [
  ['after=', '400 invalid cursor'],
  ['after=x', '400 invalid cursor'],
  ['after=../../etc', '400 invalid cursor'],
  ['types=', '400 invalid event type'],
  ['types=payment.lost', '400 invalid event type'],
  ['types=payment.expired,payment.expired', '400 invalid event type'],
  ['types=payment.expired,', '400 invalid event type'],
  ['created_from=2026-01-01', '400 invalid parameter: created_from'],
  [`after=${OLD_CURSOR}&created_from=2026-01-01T00%3A00%3A00Z`, '400 invalid parameter: created_from'],
  ['limit=0', '400 invalid limit'],
  ['limit=101', '400 invalid limit'],
  ['offset=1', '400 invalid parameter: offset'],
]

/** The list of events. */
export const events: Case[] = [
  {
    name: 'listEvents tells what happened without an endpoint, oldest first, page by page, by type and by time',
    operationId: 'listEvents',
    covers: ['listEvents'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const list = (query: string) => merchant.succeeds('listEvents', { query })
      const before = await list('limit=100')
      requireEqual([before.events, before.next], [[], null], 'the list of a new merchant')
      const orders = [await expired(merchant), await expired(merchant), await paid(merchant)]
      const all = await listed(merchant, `after=${before.cursor}`, orders.length)
      requireEqual(subjectsOf(all), orders, 'the orders, in the order of their events')
      const [first, second, last] = all
      const page = await list(`after=${before.cursor}&limit=2&types=payment.expired,payment.confirmed`)
      requireEqual(page.events, [first, second], 'the first page')
      requireEqual(page.cursor, second?.cursor, 'the cursor of a page that another follows')
      const next = await list(page.next?.replace(/^.*\?/, '') ?? '')
      requireEqual([next.events, next.next], [[last], null], 'the last page')
      requireEqual((await list(`after=${next.cursor}`)).events, [], 'what follows the last page')
      requireEqual((await list(`after=${first?.cursor}&limit=1`)).events, [second], 'what follows an event')
      requireEqual((await list('types=payment.confirmed')).events, [last], 'the events of one type')
      const at = new URLSearchParams({ created_from: first?.payload.timestamp ?? '' })
      requireEqual((await list(`${at}`)).events, all, 'the events since the first')
    },
  },
  {
    name: 'listEvents shows the body that a webhook carries, and neither samples nor redeliveries',
    operationId: 'listEvents',
    covers: ['listEvents'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const { id: webhookId } = await merchant.succeeds('createWebhook', { body: WEBHOOK })
      await merchant.succeeds('sendTestWebhook', { id: webhookId })
      const id = await paid(merchant)
      const [event] = await listed(merchant, 'limit=100', 1)
      const { deliveries } = await merchant.succeeds('listOrderDeliveries', { id })
      const text = JSON.stringify(deliveries[0]?.payload)
      requireEqual(JSON.stringify(event?.payload), text, 'the body')
      const { id: sent = '' } = deliveries[0] ?? {}
      await merchant.succeeds('redeliverWebhookDelivery', { id: webhookId, deliveryId: sent })
      await expired(merchant)
      const names = (await listed(merchant, 'limit=100', 2)).map(({ payload }) => payload.event)
      requireEqual(names, ['payment.confirmed', 'payment.expired'], 'what happened')
    },
  },
  {
    name: 'payment.overpaid tells of money for a paid order, at endpoints and not at the order’s own URL',
    operationId: 'listEvents',
    covers: ['listEvents', 'createWebhook'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const { id: webhookId } = await merchant.succeeds('createWebhook', {
        body: { ...WEBHOOK, events: ['payment.overpaid'] },
      })
      const { id } = await makeOrder(merchant, { webhook_url: WEBHOOK.url })
      await simulate(merchant, id, { action: 'pay' })
      await merchant.reachOrder(id, 'PAID')
      await simulate(merchant, id, { action: 'pay', amount: '10' })
      const [, event] = await listed(merchant, 'limit=100', 2)
      readSchema(vPaymentOverpaidEvent, JSON.stringify(event?.payload), 'payment.overpaid')
      const { order_id, overpaid_amount, transfer_amount } = event?.payload.data ?? {}
      requireEqual([order_id, overpaid_amount, transfer_amount], [id, '10.00', '10.00'], 'the second payment')
      const { deliveries } = await merchant.succeeds('listOrderDeliveries', { id })
      const told = deliveries.map(({ event_type, webhook_id }) => [event_type, webhook_id])
      const own = ['payment.confirmed', undefined]
      requireEqual(told, [['payment.overpaid', webhookId], own], 'the deliveries, newest first')
    },
  },
  {
    name: 'listEvents shows a key no event of another merchant, nor of the other environment',
    operationId: 'listEvents',
    covers: ['listEvents'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const id = await expired(merchant)
      await listed(merchant, 'limit=100', 1)
      const other = await session.register()
      requireEqual((await other.succeeds('listEvents', { query: 'limit=100' })).events, [], `not ${id}`)
    },
  },
  {
    name: 'listEvents refuses a cursor of events that are not kept any more, and names the time to go on from',
    operationId: 'listEvents',
    covers: ['listEvents invalid_cursor'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      await expired(merchant)
      await listed(merchant, 'limit=100', 1)
      const query = `after=${OLD_CURSOR}`
      const { text } = await merchant.call('listEvents', { query })
      await merchant.isRefused('listEvents', { query }, '400 invalid cursor')
      const { read_from: from } = JSON.parse(text) as { read_from?: string } // compared with the row just now
      requireThat(from !== undefined, 'the time to read from')
      const since = new URLSearchParams({ created_from: from ?? '' })
      requireEqual((await merchant.succeeds('listEvents', { query: `${since}` })).events.length, 1, 'events')
    },
  },
  ...refusals(
    'listEvents',
    REFUSED.map(([query, row]): RefusedRequest => [`?${query}`, { query }, row]),
  ),
]

/** An order that expires. */
async function expired(merchant: Merchant): Promise<string> {
  const { id } = await makeOrder(merchant)
  await simulate(merchant, id, { action: 'expire' })
  await merchant.reachOrder(id, 'EXPIRED')
  return id
}

/** An order that is paid. */
async function paid(merchant: Merchant): Promise<string> {
  const { id } = await makeOrder(merchant)
  await simulate(merchant, id, { action: 'pay' })
  await merchant.reachOrder(id, 'PAID')
  return id
}

/** Waits until the list has as many events. */
async function listed(merchant: Merchant, query: string, length: number): Promise<Events> {
  const read = () => merchant.succeeds('listEvents', { query })
  return (await merchant.until(read, ({ events: found }) => found.length === length)).events
}

const subjectsOf = (found: Events): unknown[] => found.map(({ payload }) => payload.data.order_id)
