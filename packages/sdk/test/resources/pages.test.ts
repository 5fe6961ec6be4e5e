import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../../../test-support/processes/sandbox-server.js'
import { UsageError } from '../../src/errors/base-error.js'
import { AbortError, ApiError, ConnectionError } from '../../src/errors/errors.js'
import { MerchantPay, type Page } from '../../src/index.js'
import { answer, refuse, type Sent, scripted } from '../support/fake.js'
import { rejection } from '../support/loopback.js'

const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const

/** A list as the API keeps it: newest first, by offset and limit. */
class FakeList {
  readonly ids: string[]
  #added = 0

  constructor(length: number) {
    this.ids = Array.from({ length }, (_, index) => `old-${index}`)
  }

  add(count: number): void {
    for (let left = count; left > 0; left -= 1) this.ids.unshift(`new-${this.#added++}`)
  }

  page({ url }: Sent, items = 'orders'): Response {
    const query = new URL(url).searchParams
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
    const rows = this.ids.slice(offset, offset + limit).map((id) => ({ id }))
    return Response.json({ [items]: rows, total: this.ids.length })
  }
}

/** A list with the target of the next page. */
class CursorList extends FakeList {
  override page({ url }: Sent): Response {
    const query = new URL(url).searchParams
    const limit = Number(query.get('limit'))
    const cursor = query.get('cursor')
    const from = cursor === null ? Number(query.get('offset')) : this.ids.indexOf(cursor) + 1
    const ids = this.ids.slice(from, from + limit)
    const next = from + limit < this.ids.length ? `/v1/orders?limit=${limit}&cursor=${ids.at(-1)}` : null
    return Response.json({ orders: ids.map((id) => ({ id })), total: this.ids.length, next })
  }
}

/** A client of a list, to which rows are added before each page but the first. */
function listClient(list: FakeList, added: readonly number[] = [], items = 'orders') {
  let page = 0
  return scripted([
    () => (request: Sent) => {
      list.add(page > 0 ? (added[page - 1] ?? 0) : 0)
      page += 1
      return list.page(request, items)
    },
  ])
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

const rowsOf = <Row>(list: AsyncIterable<Row>) => list[Symbol.asyncIterator]()
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const queries = (sent: readonly Sent[]) => sent.map(({ url }) => new URL(url).search)

describe('iterating over a list', () => {
  it('requests page after page, 100 rows each, until it has all of them', async () => {
    const list = new FakeList(250)
    const { mp, sent } = listClient(list)
    expect(idsOf(await all(mp.orders.list()))).toEqual(list.ids)
    expect(queries(sent)).toEqual(['?limit=100&offset=0', '?limit=100&offset=100', '?limit=100&offset=200'])
  })

  it('follows next from page to page: rows that are added meanwhile change nothing', async () => {
    const list = new CursorList(250)
    const { mp, sent } = listClient(list, [3, 1])
    const known = [...list.ids]
    const pages = await all(mp.orders.list().pages())
    expect(pages.flatMap(({ items }) => idsOf(items))).toEqual(known)
    expect(pages.map(({ offset, total, changed }) => [offset, total, changed])).toEqual([
      [0, 250, false],
      [100, 253, true],
      [200, 254, true],
    ])
    expect(queries(sent)).toEqual([
      '?limit=100&offset=0',
      '?limit=100&cursor=old-99',
      '?limit=100&cursor=old-199',
    ])
  })

  it('ends where next is null, though the page is full, and starts at the cursor of a page', async () => {
    const { mp, sent } = listClient(new CursorList(4))
    expect(idsOf(await all(mp.orders.list({ limit: 2 })))).toHaveLength(4)
    expect(queries(sent)).toEqual(['?limit=2&offset=0', '?limit=2&cursor=old-1'])
    const { next } = await mp.orders.list({ limit: 1 })
    const cursor = new URLSearchParams(next?.split('?')[1]).get('cursor') ?? undefined
    expect(idsOf((await mp.orders.list({ limit: 1, cursor })).orders)).toEqual(['old-1'])
    expect(idsOf(await all(mp.orders.list({ cursor })))).toEqual(['old-1', 'old-2', 'old-3'])
  })

  it('takes only the cursor of next: the host and path of a call do not come from an answer', async () => {
    const page = { orders: [{ id: 'a' }], total: 2, next: 'https://evil.example/v1/x?limit=9&cursor=a' }
    const { mp, sent } = scripted([answer(200, page), answer(200, { orders: [], total: 2, next: null })])
    expect(idsOf(await all(mp.orders.list({ limit: 1 })))).toEqual(['a'])
    const [first, second] = sent.map(({ url }) => new URL(url))
    expect([second?.origin, second?.pathname, second?.search]).toEqual([
      first?.origin,
      first?.pathname,
      '?limit=1&cursor=a',
    ])
  })

  it('starts at the given offset, in pages of the given size', async () => {
    const { mp, sent } = listClient(new FakeList(5))
    expect(idsOf(await all(mp.orders.list({ limit: 2, offset: 1 })))).toHaveLength(4)
    expect(queries(sent)).toEqual(['?limit=2&offset=1', '?limit=2&offset=3'])
  })

  it('continues after the rows it got, where a server gives fewer than it was asked for', async () => {
    const list = new FakeList(5)
    const { mp } = scripted([
      () => (sent) => list.page({ ...sent, url: sent.url.replace('limit=100', 'limit=3') }),
    ])
    expect(idsOf(await all(mp.orders.list()))).toEqual(list.ids)
  })

  it('iterating over an empty list requests one page', async () => {
    const { mp, sent } = listClient(new FakeList(0))
    expect(await all(mp.orders.list())).toEqual([])
    expect(sent).toHaveLength(1)
  })

  it('ends at an empty page, though the total promises more', async () => {
    const page = (ids: string[]) => answer(200, { orders: ids.map((id) => ({ id })), total: 9 })
    const { mp, sent } = scripted([page(['a', 'b']), page([])])
    expect(idsOf(await all(mp.orders.list()))).toEqual(['a', 'b'])
    expect(sent).toHaveLength(2)
  })

  it.each([
    ['withdrawals', '/v1/withdrawals', (mp: MerchantPay) => mp.withdrawals.list()],
    ['deliveries', '/v1/orders/o1/deliveries', (mp: MerchantPay) => mp.orders.listDeliveries('o1')],
    ['deliveries', '/v1/webhooks/w1/deliveries', (mp: MerchantPay) => mp.webhooks.listDeliveries('w1')],
  ])('iterating over %s at %s works the same way', async (items, path, iterate) => {
    const list = new FakeList(101)
    const { mp, sent } = listClient(list, [], items)
    expect(idsOf(await all<{ id: string }>(iterate(mp)))).toEqual(list.ids)
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([path, path])
  })
})

describe('iterating over a list that grows', () => {
  it('gives each row once and misses none that was there at the start', async () => {
    const added = fc.array(fc.nat(4), { maxLength: 20 })
    const property = fc.asyncProperty(fc.nat(40), fc.integer({ min: 1, max: 7 }), added, async (...given) => {
      const [length, limit, counts] = given
      const list = new FakeList(length)
      const first = [...list.ids]
      const { mp } = listClient(list, counts)
      const pages = await all(mp.orders.list({ limit }).pages())
      const ids = pages.flatMap(({ items }) => idsOf(items))
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.filter((id) => first.includes(id))).toEqual(first)
      const grown = pages.map((_, page) => page > 0 && (counts[page - 1] ?? 0) > 0)
      for (const [page, { changed }] of pages.entries()) {
        if (grown[page]) expect(changed).toBe(true)
        if (!grown.slice(0, page + 1).includes(true)) expect(changed).toBe(false)
      }
    })
    await fc.assert(property, { seed: 20_260_101, numRuns: 200 })
  })

  it('reports with each page its offset and whether rows came twice', async () => {
    const { mp } = listClient(new FakeList(4), [1])
    const pages: Page<{ id: string }>[] = await all(mp.orders.list({ limit: 2 }).pages())
    expect(pages.map((page) => ({ ...page, items: idsOf(page.items) }))).toEqual([
      { items: ['old-0', 'old-1'], offset: 0, total: 4, changed: false },
      { items: ['old-2'], offset: 2, total: 5, changed: true },
      { items: ['old-3'], offset: 4, total: 5, changed: false },
    ])
  })

  it('drops a row that came twice though the total is the same', async () => {
    const page = (...ids: string[]) => answer(200, { orders: ids.map((id) => ({ id })), total: 4 })
    const { mp } = scripted([page('a', 'b'), page('b', 'c')])
    const pages = await all(mp.orders.list({ limit: 2 }).pages())
    expect(pages.map(({ items, changed }) => [idsOf(items), changed])).toEqual([
      [['a', 'b'], false],
      [['c'], true],
    ])
  })

  it('reports when the list shrank, since rows may be missed then', async () => {
    const list = new FakeList(4)
    const { mp } = scripted([
      () => (sent) => list.page(sent),
      () => (sent) => {
        list.ids.shift()
        return list.page(sent)
      },
    ])
    const pages = await all(mp.orders.list({ limit: 2 }).pages())
    expect(pages.map(({ items, changed }) => [idsOf(items), changed])).toEqual([
      [['old-0', 'old-1'], false],
      [['old-3'], true],
    ])
  })

  it('sends the filters with each page', async () => {
    const { mp, sent } = listClient(new CursorList(3))
    const filters = { status: 'PAID', created_from: '2026-01-01T00:00:00+01:00' } as const
    const list = mp.orders.list({ limit: 2, ...filters, metadata: { 'cart id': 'A&1' } })
    expect(idsOf(await all(list))).toHaveLength(3)
    const filtered = 'status=PAID&created_from=2026-01-01T00%3A00%3A00%2B01%3A00&metadata%5Bcart+id%5D=A%261'
    expect(queries(sent)).toEqual([`?limit=2&offset=0&${filtered}`, `?limit=2&cursor=old-1&${filtered}`])
  })

  it('works on the real server too', async () => {
    const sandbox = await startSandbox()
    onTestFinished(sandbox.stop)
    const merchant = { name: 'Pages', email: 'pages@shop.example', platform_user_id: 'pages' }
    const { api_key } = await new MerchantPay({ baseUrl: sandbox.url }).merchants.register(merchant)
    const mp = new MerchantPay({ baseUrl: sandbox.url, keyId: api_key.key_id, secret: api_key.secret })
    const first: string[] = []
    for (let left = 5; left > 0; left -= 1) first.unshift((await mp.orders.create(ORDER)).id)

    const pages: Page<{ id: string }>[] = []
    for await (const page of mp.orders.list({ limit: 2 }).pages()) {
      pages.push(page)
      if (pages.length < 3) await mp.orders.create(ORDER)
    }
    expect(pages.flatMap(({ items }) => idsOf(items))).toEqual(first)
    expect(pages.map(({ total, changed }) => [total, changed])).toEqual([
      [5, false],
      [6, true],
      [7, true],
    ])
    const found = mp.orders.list({ limit: 2, status: 'OPEN', network: 'TRC20', metadata: { cart: '2' } })
    for (const cart of [1, 2, 2, 2]) await mp.orders.create({ ...ORDER, metadata: { cart } })
    expect(await found.toArray({ max: Infinity })).toHaveLength(3)
    const newest = await mp.orders.list({ limit: 7 }).toArray({ max: 8 })
    expect(idsOf(newest).slice(6)).toEqual(first.slice(0, 2))
  }, 60_000)
})

describe('awaiting a list', () => {
  it('requests one page, once, and gives its body and what surrounds it', async () => {
    const list = new CursorList(3)
    const { mp, sent } = listClient(list)
    const orders = mp.orders.list({ limit: 2, offset: 0 })
    const body = {
      orders: [{ id: 'old-0' }, { id: 'old-1' }],
      total: 3,
      next: '/v1/orders?limit=2&cursor=old-1',
    }
    expect(await orders).toEqual(body)
    expect(await orders.withResponse()).toMatchObject({
      data: body,
      status: 200,
      attempts: [{ status: 200 }],
    })
    expect(queries(sent)).toEqual(['?limit=2&offset=0'])
  })

  it('leaves the size of the page to the server', async () => {
    const { mp, sent } = scripted([answer(200, { orders: [], total: 0, next: null })])
    await mp.orders.list()
    expect(queries(sent)).toEqual([''])
  })

  it('changes nothing for an iteration, and each iteration starts anew', async () => {
    const list = new CursorList(3)
    const { mp, sent } = listClient(list)
    const orders = mp.orders.list({ limit: 2 })
    expect(idsOf((await orders).orders)).toEqual(['old-0', 'old-1'])
    for (const _ of [1, 2]) expect(idsOf(await all(orders))).toEqual(list.ids)
    expect(sent).toHaveLength(5)
  })
})

describe('a reader of a list', () => {
  it('may ask for ten rows at once, and no page is requested twice', async () => {
    const list = new FakeList(7)
    const { mp, sent } = listClient(list)
    const rows = rowsOf(mp.orders.list({ limit: 2 }))
    const results = await Promise.all(Array.from({ length: 10 }, () => rows.next()))
    expect(results.flatMap(({ done, value }) => (done ? [] : [value.id]))).toEqual(list.ids)
    expect(results.filter(({ done }) => done)).toHaveLength(3)
    expect(queries(sent).map((query) => query.split('=').at(-1))).toEqual(['0', '2', '4', '6'])
  })

  it('may ask for ten pages at once too', async () => {
    const { mp, sent } = listClient(new FakeList(7))
    const pages = mp.orders.list({ limit: 2 }).pages()
    const results = await Promise.all(Array.from({ length: 10 }, () => pages.next()))
    expect(results.filter(({ done }) => !done)).toHaveLength(4)
    expect(sent).toHaveLength(4)
  })

  it('who leaves early requests nothing more', async () => {
    const { mp, sent } = listClient(new FakeList(7))
    for await (const { id } of mp.orders.list({ limit: 2 })) if (id === 'old-2') break
    expect(sent).toHaveLength(2)
    const rows = rowsOf(mp.orders.list({ limit: 2 }))
    await rows.next()
    await rows.return?.()
    expect(await rows.next()).toEqual({ done: true, value: undefined })
    expect(sent).toHaveLength(3)
  })

  it('requests nothing before it asks', () => {
    const { mp, sent } = listClient(new FakeList(7))
    mp.orders.list()
    expect(sent).toEqual([])
  })

  it('gets as an array at most what it asked for, and everything with Infinity', async () => {
    const list = new FakeList(7)
    const { mp, sent } = listClient(list)
    expect(idsOf(await mp.orders.list({ limit: 2 }).toArray({ max: 3 }))).toEqual(list.ids.slice(0, 3))
    expect(sent).toHaveLength(2)
    expect(await mp.orders.list({ limit: 4 }).toArray({ max: 4 })).toHaveLength(4)
    expect(sent).toHaveLength(3)
    expect(await mp.orders.list().toArray({ max: Infinity })).toHaveLength(7)
  })

  it.each([undefined, {}, { max: 0 }, { max: Number.NaN }])(
    'has to bound an array, not with %s',
    async (given) => {
      const { mp, sent } = listClient(new FakeList(7))
      const limits = given as { max: number } // what a caller without types may pass
      const error = await rejection(mp.orders.list().toArray(limits))
      expect(error).toBeInstanceOf(UsageError)
      expect(error).toMatchObject({ code: 'invalid_option', message: 'toArray needs { max }, 1 or more' })
      expect(sent).toEqual([])
    },
  )
})

describe('an iteration that fails', () => {
  it('ends with the error of its page, which names the line that called list', async () => {
    const page = answer(200, { orders: [{ id: 'a' }], total: 2 })
    const { mp } = scripted([page, refuse(403, 'merchant suspended')])
    const rows = rowsOf(mp.orders.list({ limit: 1 }))
    expect((await rows.next()).value).toEqual({ id: 'a' })
    const error = await rejection(rows.next())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'merchant_suspended', operationId: 'listOrders' })
    expect(String((error as ApiError).stack?.split('\n')[2])).toContain('pages.test.ts')
    expect(await rows.next()).toEqual({ done: true, value: undefined })
  })

  it.each([
    {},
    { orders: [] },
    { total: 1 },
    { orders: null, total: 1 },
    { orders: {}, total: 1 },
    { orders: [{ id: 'a' }] },
    { orders: [{ id: 'a' }], total: 'many' },
    { orders: [null], total: 1 },
    { orders: [{}], total: 1 },
    { orders: [{ id: 'a' }], total: 2, next: 7 },
    { orders: [{ id: 'a' }], total: 2, next: '/v1/orders?limit=9' },
  ])('says that %j is not a page', async (body) => {
    const { mp } = scripted([answer(200, body, { 'x-request-id': 'r1' })])
    const rows = rowsOf(mp.orders.list())
    const error = await rejection(rows.next())
    expect(error).toBeInstanceOf(ConnectionError)
    const known = { operationId: 'listOrders', requestId: 'r1', attempts: [{ status: 200 }] }
    expect(error).toMatchObject({ code: 'unreadable_response', ...known })
    expect(String((error as ConnectionError).stack?.split('\n')[2])).toContain('pages.test.ts')
    expect(await rows.next()).toEqual({ done: true, value: undefined })
  })

  it('sends nothing for an invalid id', async () => {
    const { mp, sent } = scripted([answer(200, {})])
    const error = await rejection(rowsOf(mp.webhooks.listDeliveries('..')).next())
    expect(error).toMatchObject({ name: 'UsageError', code: 'invalid_path_parameter' })
    expect(sent).toEqual([])
  })

  it('rejects with an AbortError after an abort, in the middle of a page and after the last row', async () => {
    for (const length of [1, 2]) {
      const { mp, sent } = listClient(new FakeList(2))
      const controller = new AbortController()
      const rows = rowsOf(mp.orders.list({ signal: controller.signal }))
      for (let row = 0; row < length; row += 1) expect((await rows.next()).done).toBe(false)
      controller.abort('enough')
      const error = await rejection(rows.next())
      expect(error).toBeInstanceOf(AbortError)
      expect(error).toMatchObject({ cause: 'enough' })
      expect(sent).toHaveLength(1)
      expect(await rows.next()).toEqual({ done: true, value: undefined })
    }
  })

  it('sends nothing when it is aborted before its start', async () => {
    const { mp, sent } = listClient(new FakeList(2))
    const error = await rejection(mp.orders.list({ signal: AbortSignal.abort() }).pages().next())
    expect(error).toBeInstanceOf(AbortError)
    expect(sent).toEqual([])
  })
})
