import { requireEqual } from '../answer.js'
import { type Case, type RefusedRequest, refusals } from '../case.js'
import { makeOrder, UNKNOWN_UUID, UNKNOWN_WEBHOOK_ID } from './samples.js'

/** Pages that no list has. */
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
      requireEqual(await list('offset=5'), { orders: [], total: 5 }, 'the page behind the last')
      requireEqual((await list('limit=100')).orders.length, 5, 'the longest page')
      const other = await session.other()
      const theirs = await other.succeeds('listOrders', { query: 'limit=100' })
      requireEqual(
        theirs.orders.filter(({ id }) => made.includes(id)),
        [],
        'orders of somebody else',
      )
    },
  },
  ...refusals('listOrders', refused()),
  ...refusals('listWithdrawals', refused()),
  ...refusals('listOrderDeliveries', refused(UNKNOWN_UUID)),
  ...refusals('listWebhookDeliveries', refused(UNKNOWN_WEBHOOK_ID)),
]
