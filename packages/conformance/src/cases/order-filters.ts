import { type Case, type RefusedRequest, refusals } from '../case.js'
import { requireEqual, requireThat } from '../http/answer.js'
import { FIXED, makeOrder, simulate } from './samples.js'

const METADATA = { cart: 42, channel: 'web', gift: true, note: 'größer & "kleiner"', nested: { cart: 'A-1' } }

/** Filters that a list of orders refuses. */
const REFUSED: readonly (readonly [query: string, row: string])[] = [
  ['status=LOST', '400 invalid parameter: status'],
  ['status=paid', '400 invalid parameter: status'],
  ['network=BEP20', '400 unsupported network'],
  ['order_number=ord_1', '400 invalid parameter: order_number'],
  ['created_from=2026-01-01', '400 invalid parameter: created_from'],
  ['created_from=2026-02-30T00%3A00%3A00Z', '400 invalid parameter: created_from'],
  ['created_to=2026-01-01T00%3A00%3A00', '400 invalid parameter: created_to'],
  ['created_to=2026-01-01T00%3A00%3A00%2B24%3A00', '400 invalid parameter: created_to'],
  ['updated_from=yesterday', '400 invalid parameter: updated_from'],
  ['paid_to=2026-01-01', '400 invalid parameter: paid_to'],
  ['metadata=42', '400 invalid metadata'],
  ['metadata[cart]=', '400 invalid metadata'],
  ['metadata[]=42', '400 invalid metadata'],
  ['metadata[cart][id]=42', '400 invalid metadata'],
  ['metadata[cart]=42&metadata[gift]=true', '400 invalid metadata'],
  [`metadata[cart]=${'x'.repeat(201)}`, '400 invalid metadata'],
  [`metadata[${'x'.repeat(101)}]=42`, '400 invalid metadata'],
  ['metadata[cart]=42&surprise=1', '400 invalid parameter: surprise'],
]

/** Lists of orders with filters. */
export const orderFilters: Case[] = [
  {
    name: 'listOrders finds orders by status, network, number, time and a member of the metadata, and counts them',
    operationId: 'listOrders',
    covers: ['listOrders'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const tron = await makeOrder(merchant, { metadata: METADATA })
      const ether = await makeOrder(merchant, { network: 'ERC20', metadata: { channel: 'web' } })
      const body = { ...FIXED, metadata: { channel: 'web' } }
      const app = await merchant.succeeds('createAppOrder', { body })
      await simulate(merchant, app.id, { action: 'pay' })
      const found: readonly (readonly [filters: Record<string, string>, ids: string[]])[] = [
        [{ status: 'OPEN' }, [ether.id, tron.id]],
        [{ status: 'PAID' }, [app.id]],
        [{ network: 'TRC20' }, [tron.id]],
        [{ network: 'ERC20', status: 'PAID' }, []],
        [{ order_number: tron.order_number }, [tron.id]],
        [{ order_number: tron.order_number, network: 'ERC20' }, []],
        [{ created_from: tron.created_at }, [app.id, ether.id, tron.id]],
        [{ created_to: tron.created_at }, []],
        [{ created_from: '2000-01-01T01:30:00+01:30', created_to: '2000-01-01T00:00:00.001Z' }, []],
        // A blank is written as `+`, as a `+` that was not escaped is read.
        [{ created_from: '2000-01-01t01:30:60 01:30', created_to: '2000-01-01T00:01:00z' }, []],
        [{ created_from: '2000-01-01T01:30:00 01:30' }, [app.id, ether.id, tron.id]],
        [{ updated_from: tron.created_at }, [app.id, ether.id, tron.id]],
        [{ updated_to: tron.created_at }, []],
        [{ updated_from: tron.created_at, network: 'ERC20' }, [ether.id]],
        [{ paid_from: '2000-01-01T00:00:00Z' }, [app.id]],
        [{ paid_from: '2000-01-01T00:00:00Z', status: 'OPEN' }, []],
        [{ paid_from: '2000-01-01T00:00:00Z', 'metadata[channel]': 'web' }, [app.id]],
        [{ paid_to: tron.created_at }, []],
        [{ 'metadata[channel]': 'web' }, [app.id, ether.id, tron.id]],
        [{ 'metadata[channel]': 'web', status: 'OPEN', network: 'ERC20' }, [ether.id]],
        [{ 'metadata[cart]': '42' }, [tron.id]],
        [{ 'metadata[gift]': 'true' }, [tron.id]],
        [{ 'metadata[note]': METADATA.note }, [tron.id]],
        [{ 'metadata[cart]': '4' }, []],
        [{ 'metadata[Cart]': '42' }, []],
        [{ 'metadata[nested]': 'A-1' }, []],
      ]
      for (const [filters, ids] of found) {
        const query = new URLSearchParams(filters).toString()
        const { orders, total } = await merchant.succeeds('listOrders', { query })
        requireEqual([orders.map(({ id }) => id), total], [ids, ids.length], query)
      }
    },
  },
  {
    name: 'listOrders finds the first 16 members of the metadata, with values of at most 200 characters',
    operationId: 'listOrders',
    covers: ['listOrders'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const named = Array.from({ length: 17 }, (_, at) => [
        `m${at}`,
        at === 3 ? 'é'.repeat(201) : 'é'.repeat(200),
      ])
      await makeOrder(merchant, { metadata: Object.fromEntries(named) })
      const value = 'é'.repeat(200)
      for (const [name, total] of [
        ['m0', 1],
        ['m15', 1],
        ['m16', 0],
        ['m3', 0],
      ] as const) {
        const query = new URLSearchParams({ [`metadata[${name}]`]: value }).toString()
        requireEqual((await merchant.succeeds('listOrders', { query })).total, total, `orders by ${name}`)
      }
    },
  },
  {
    name: 'next repeats the filters, and its cursor is refused without them',
    operationId: 'listOrders',
    covers: ['listOrders', 'listOrders invalid_parameter'],
    needs: ['registration'],
    async run(session) {
      const merchant = await session.register()
      const made: string[] = []
      for (let count = 0; count < 3; count += 1) {
        made.unshift((await makeOrder(merchant, { metadata: METADATA })).id)
        await makeOrder(merchant)
      }
      const filters = new URLSearchParams({ status: 'OPEN', 'metadata[note]': METADATA.note }).toString()
      const first = await merchant.succeeds('listOrders', { query: `${filters}&limit=2` })
      const query = first.next?.replace(/^.*\?/, '') ?? ''
      requireThat(query.startsWith('limit=2&cursor=') && query.endsWith(`&${filters}`), 'the next target')
      const last = await merchant.succeeds('listOrders', { query })
      requireEqual(
        [...first.orders, ...last.orders].map(({ id }) => id),
        made,
        'the orders that match',
      )
      requireEqual([first.total, last.total, last.next], [3, 3, null], 'totals, and no next page')
      const cursor = new URLSearchParams(query).get('cursor')
      for (const other of [`cursor=${cursor}`, `cursor=${cursor}&status=OPEN`, `cursor=MSB4&${filters}`])
        await merchant.isRefused('listOrders', { query: other }, '400 invalid parameter: cursor')
    },
  },
  ...refusals(
    'listOrders',
    REFUSED.map(([query, row]): RefusedRequest => [`?${query}`, { query }, row]),
  ),
]
