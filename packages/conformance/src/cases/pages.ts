import { type Case, type RefusedRequest, refusals } from '../case.js'
import { requireEqual, requireThat } from '../http/answer.js'
import { makeOrder, UNKNOWN_UUID, UNKNOWN_WEBHOOK_ID, WEBHOOK } from './samples.js'

/** Pages that a list refuses. */
const REFUSED: readonly (readonly [query: string, row: string])[] = [
  ['limit=0', '400 invalid limit'],
  ['limit=101', '400 invalid limit'],
  ['limit=-1', '400 invalid limit'],
  ['limit=ten', '400 invalid limit'],
  ['limit=1e1', '400 invalid limit'],
  ['limit=', '400 invalid limit'],
  ['offset=-1', '400 invalid offset'],
  ['offset=x', '400 invalid offset'],
  ['offset=1.5', '400 invalid offset'],
  ['page=2', '400 invalid parameter: page'],
  ['cursor=', '400 invalid parameter: cursor'],
  ['cursor=x', '400 invalid parameter: cursor'],
  ['cursor=../../etc', '400 invalid parameter: cursor'],
  ['cursor=MSB4&offset=1', '400 invalid offset'],
]

const refused = (id?: string): RefusedRequest[] =>
  REFUSED.map(([query, row]) => [`?${query}`, { id, query }, row])

/** Lists, page by page. */
export const pages: Case[] = [
  {
    name: 'a list is cut into pages that leave nothing out, and counts all its rows on each of them',
    operationId: 'listOrders',
    covers: ['listOrders'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const made: string[] = []
      for (let count = 0; count < 5; count += 1) made.unshift((await makeOrder(merchant)).id)
      const list = (query: string) => merchant.succeeds('listOrders', { query })
      const found: string[] = []
      for (const offset of [0, 2, 4]) {
        const { orders, total } = await list(`limit=2&offset=${offset}`)
        requireEqual(total, 5, 'total')
        found.push(...orders.map(({ id }) => id))
      }
      requireEqual(found, made, 'all orders, newest first')
      const none = { orders: [], total: 5, next: null }
      requireEqual(await list('offset=5'), none, 'the page behind the last')
      requireEqual(await list('offset=999999999'), none, 'a page far behind the last')
      requireEqual((await list('limit=100')).orders.length, 5, 'the longest page')
      const other = await session.other()
      const theirs = await other.succeeds('listOrders', { query: 'limit=100' })
      requireEqual(
        theirs.orders.filter(({ id }) => made.includes(id)),
        [],
        'orders of another merchant',
      )
    },
  },
  {
    name: 'next leads from page to page and skips no row, though new rows arrive meanwhile',
    operationId: 'listOrders',
    covers: ['listOrders', 'listWithdrawals', 'listOrderDeliveries', 'listWebhookDeliveries'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const made: string[] = []
      for (let count = 0; count < 5; count += 1) made.unshift((await makeOrder(merchant)).id)
      const found: string[] = []
      let added = 0
      let query = 'limit=2'
      for (;;) {
        const { orders, total, next } = await merchant.succeeds('listOrders', { query })
        found.push(...orders.map(({ id }) => id))
        requireEqual(total, made.length + added, 'total')
        requireThat(
          next === null || next.startsWith('/v1/orders?limit=2&cursor='),
          'the target of the next page',
        )
        if (next === null) break
        query = next.replace(/^.*\?/, '')
        await makeOrder(merchant)
        added += 1
      }
      requireEqual(found, made, 'all orders that were there, newest first')
    },
  },
  {
    name: 'next leads through the lists of deliveries and of withdrawals as well',
    operationId: 'listWebhookDeliveries',
    covers: ['listWithdrawals', 'listOrderDeliveries', 'listWebhookDeliveries'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const { id: webhookId } = await merchant.succeeds('createWebhook', { body: WEBHOOK })
      const [first, second] = [
        await merchant.succeeds('sendTestWebhook', { id: webhookId }),
        await merchant.succeeds('sendTestWebhook', { id: webhookId }),
      ]
      const page = await merchant.succeeds('listWebhookDeliveries', { id: webhookId, query: 'limit=1' })
      requireThat(page.next?.startsWith(`/v1/webhooks/${webhookId}/deliveries?`) ?? false, 'the next target')
      const query = page.next?.replace(/^.*\?/, '') ?? ''
      const last = await merchant.succeeds('listWebhookDeliveries', { id: webhookId, query })
      requireEqual(
        [...page.deliveries, ...last.deliveries].map(({ id }) => id),
        [second.id, first.id],
        'both deliveries',
      )
      requireEqual([page.total, last.total, last.next], [2, 2, null], 'totals, and no next page')
      const at = encodeURIComponent(first.created_at)
      const list = (filters: string) =>
        merchant.succeeds('listWebhookDeliveries', { id: webhookId, query: `limit=1&${filters}` })
      const since = await list(`created_from=${at}`)
      requireThat(since.next?.endsWith(`&created_from=${at}`) ?? false, 'the filters in the next target')
      requireEqual([since.total, (await list(`created_to=${at}`)).total], [2, 0], 'deliveries of a time')
      requireEqual((await list('status=FAILED')).total, 0, 'deliveries that failed')
      const { id } = await makeOrder(merchant)
      const ofOrder = await merchant.succeeds('listOrderDeliveries', { id, query })
      requireEqual(
        ofOrder,
        { deliveries: [], total: 0, next: null },
        'the deliveries of an order without any',
      )
      const withdrawals = await merchant.succeeds('listWithdrawals')
      requireEqual(withdrawals, { withdrawals: [], total: 0, next: null }, 'no withdrawals')
    },
  },
  ...refusals('listOrders', refused()),
  ...refusals('listWithdrawals', [
    ...refused(),
    ['?status=paid', { query: 'status=paid' }, '400 invalid parameter: status'],
    ['?updated_to=now', { query: 'updated_to=now' }, '400 invalid parameter: updated_to'],
  ]),
  ...refusals('listOrderDeliveries', refused(UNKNOWN_UUID)),
  ...refusals('listWebhookDeliveries', [
    ...refused(UNKNOWN_WEBHOOK_ID),
    ['?status=LOST', { id: UNKNOWN_WEBHOOK_ID, query: 'status=LOST' }, '400 invalid parameter: status'],
  ]),
]
