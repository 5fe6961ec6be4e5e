import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../../test-support/processes/sandbox-server.js'
import { AbortError, ApiError, ConnectionError, UsageError } from '../src/errors.js'
import { MerchantPay, type Page, type RateLimiter } from '../src/index.js'
import { answer, refuse, type Sent, scripted } from './support/fake.js'
import { rejection } from './support/loopback.js'

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

/** A list that tells where the next page begins. */
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

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const queries = (sent: readonly Sent[]) => sent.map(({ url }) => new URL(url).search)

describe('a walk over a list', () => {
  it('loads page after page, 100 rows each, until it has all of them', async () => {
    const list = new FakeList(250)
    const { mp, sent } = listClient(list)
    expect(idsOf(await all(mp.orders.iterate()))).toEqual(list.ids)
    expect(queries(sent)).toEqual(['?limit=100&offset=0', '?limit=100&offset=100', '?limit=100&offset=200'])
  })

  it('follows next from page to page: what is added meanwhile neither comes twice nor pushes a row away', async () => {
    const list = new CursorList(250)
    const { mp, sent } = listClient(list, [3, 1])
    const known = [...list.ids]
    const pages = await all(mp.orders.iterate().pages())
    expect(pages.flatMap(({ items }) => idsOf(items))).toEqual(known)
    expect(pages.map(({ offset, total, drifted }) => [offset, total, drifted])).toEqual([
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

  it('ends where next is null, though the page is full, and begins where next of a page leads', async () => {
    const { mp, sent } = listClient(new CursorList(4))
    expect(idsOf(await all(mp.orders.iterate({ limit: 2 })))).toHaveLength(4)
    expect(queries(sent)).toEqual(['?limit=2&offset=0', '?limit=2&cursor=old-1'])
    const { next } = await mp.orders.list({ limit: 1 })
    const cursor = new URLSearchParams(next?.split('?')[1]).get('cursor') ?? undefined
    expect(idsOf((await mp.orders.list({ limit: 1, cursor })).orders)).toEqual(['old-1'])
    expect(idsOf(await all(mp.orders.iterate({ cursor })))).toEqual(['old-1', 'old-2', 'old-3'])
  })

  it('takes of next its cursor alone: the host and path of a call do not come from an answer', async () => {
    const page = { orders: [{ id: 'a' }], total: 2, next: 'https://evil.example/v1/x?limit=9&cursor=a' }
    const { mp, sent } = scripted([answer(200, page), answer(200, { orders: [], total: 2, next: null })])
    expect(idsOf(await all(mp.orders.iterate({ limit: 1 })))).toEqual(['a'])
    const [first, second] = sent.map(({ url }) => new URL(url))
    expect([second?.origin, second?.pathname, second?.search]).toEqual([
      first?.origin,
      first?.pathname,
      '?limit=1&cursor=a',
    ])
  })

  it('starts where it is told to, in pages of the given size', async () => {
    const { mp, sent } = listClient(new FakeList(5))
    expect(idsOf(await all(mp.orders.iterate({ limit: 2, offset: 1 })))).toHaveLength(4)
    expect(queries(sent)).toEqual(['?limit=2&offset=1', '?limit=2&offset=3'])
  })

  it('goes on by the rows it got, where a server gives fewer than it was asked for', async () => {
    const list = new FakeList(5)
    const { mp } = scripted([
      () => (sent) => list.page({ ...sent, url: sent.url.replace('limit=100', 'limit=3') }),
    ])
    expect(idsOf(await all(mp.orders.iterate()))).toEqual(list.ids)
  })

  it('of nothing asks once', async () => {
    const { mp, sent } = listClient(new FakeList(0))
    expect(await all(mp.orders.iterate())).toEqual([])
    expect(sent).toHaveLength(1)
  })

  it('ends at an empty page, though the total promises more', async () => {
    const page = (ids: string[]) => answer(200, { orders: ids.map((id) => ({ id })), total: 9 })
    const { mp, sent } = scripted([page(['a', 'b']), page([])])
    expect(idsOf(await all(mp.orders.iterate()))).toEqual(['a', 'b'])
    expect(sent).toHaveLength(2)
  })

  it.each([
    ['withdrawals', '/v1/withdrawals', (mp: MerchantPay) => mp.withdrawals.iterate()],
    ['deliveries', '/v1/orders/o1/deliveries', (mp: MerchantPay) => mp.orders.iterateDeliveries('o1')],
    ['deliveries', '/v1/webhooks/w1/deliveries', (mp: MerchantPay) => mp.webhooks.iterateDeliveries('w1')],
  ])('of %s at %s goes the same way', async (items, path, iterate) => {
    const list = new FakeList(101)
    const { mp, sent } = listClient(list, [], items)
    expect(idsOf(await all<{ id: string }>(iterate(mp)))).toEqual(list.ids)
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([path, path])
  })

  it('lets other calls go first from its second page on', async () => {
    const lanes: string[] = []
    const permit = { answered: () => {}, failed: () => {}, blocked: () => {} }
    const rateLimit: RateLimiter = {
      acquire: (lane) => {
        lanes.push(lane)
        return permit
      },
    }
    const list = new FakeList(5)
    const { mp } = scripted([() => (sent) => list.page(sent)], { rateLimit })
    await all(mp.orders.iterate({ limit: 2 }))
    expect(lanes).toEqual(['read', 'background', 'background'])
  })
})

describe('a walk over a list that grows', () => {
  it('yields each row once and misses none that was there at the start', async () => {
    const added = fc.array(fc.nat(4), { maxLength: 20 })
    const property = fc.asyncProperty(fc.nat(40), fc.integer({ min: 1, max: 7 }), added, async (...given) => {
      const [length, limit, counts] = given
      const list = new FakeList(length)
      const first = [...list.ids]
      const { mp } = listClient(list, counts)
      const pages = await all(mp.orders.iterate({ limit }).pages())
      const ids = pages.flatMap(({ items }) => idsOf(items))
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.filter((id) => first.includes(id))).toEqual(first)
      const grown = pages.map((_, page) => page > 0 && (counts[page - 1] ?? 0) > 0)
      for (const [page, { drifted }] of pages.entries()) {
        if (grown[page]) expect(drifted).toBe(true)
        if (!grown.slice(0, page + 1).includes(true)) expect(drifted).toBe(false)
      }
    })
    await fc.assert(property, { seed: 20_260_101, numRuns: 200 })
  })

  it('tells by pages where it was and that rows came twice', async () => {
    const { mp } = listClient(new FakeList(4), [1])
    const pages: Page<{ id: string }>[] = await all(mp.orders.iterate({ limit: 2 }).pages())
    expect(pages.map((page) => ({ ...page, items: idsOf(page.items) }))).toEqual([
      { items: ['old-0', 'old-1'], offset: 0, total: 4, drifted: false },
      { items: ['old-2'], offset: 2, total: 5, drifted: true },
      { items: ['old-3'], offset: 4, total: 5, drifted: false },
    ])
  })

  it('drops a row that came twice though the total is the same', async () => {
    const page = (...ids: string[]) => answer(200, { orders: ids.map((id) => ({ id })), total: 4 })
    const { mp } = scripted([page('a', 'b'), page('b', 'c')])
    const pages = await all(mp.orders.iterate({ limit: 2 }).pages())
    expect(pages.map(({ items, drifted }) => [idsOf(items), drifted])).toEqual([
      [['a', 'b'], false],
      [['c'], true],
    ])
  })

  it('tells when it shrank, since rows may be missed then', async () => {
    const list = new FakeList(4)
    const { mp } = scripted([
      () => (sent) => list.page(sent),
      () => (sent) => {
        list.ids.shift()
        return list.page(sent)
      },
    ])
    const pages = await all(mp.orders.iterate({ limit: 2 }).pages())
    expect(pages.map(({ items, drifted }) => [idsOf(items), drifted])).toEqual([
      [['old-0', 'old-1'], false],
      [['old-3'], true],
    ])
  })

  it('does so on the real server too', async () => {
    const sandbox = await startSandbox()
    onTestFinished(sandbox.stop)
    const merchant = { name: 'Walk', email: 'walk@shop.example', platform_user_id: 'walk' }
    const { api_key } = await new MerchantPay({ baseUrl: sandbox.url }).merchants.register(merchant)
    const mp = new MerchantPay({ baseUrl: sandbox.url, keyId: api_key.key_id, secret: api_key.secret })
    const first: string[] = []
    for (let left = 5; left > 0; left -= 1) first.unshift((await mp.orders.create(ORDER)).id)

    const pages: Page<{ id: string }>[] = []
    for await (const page of mp.orders.iterate({ limit: 2 }).pages()) {
      pages.push(page)
      if (pages.length < 3) await mp.orders.create(ORDER)
    }
    expect(pages.flatMap(({ items }) => idsOf(items))).toEqual(first)
    expect(pages.map(({ total, drifted }) => [total, drifted])).toEqual([
      [5, false],
      [6, true],
      [7, true],
    ])
    const newest = await mp.orders.iterate({ limit: 3 }).toArray({ max: 4 })
    expect(idsOf(newest).slice(2)).toEqual(first.slice(0, 2))
  }, 60_000)
})

describe('whoever reads a walk', () => {
  it('may ask ten times at once, and no page is loaded twice', async () => {
    const list = new FakeList(7)
    const { mp, sent } = listClient(list)
    const walk = mp.orders.iterate({ limit: 2 })
    const results = await Promise.all(Array.from({ length: 10 }, () => walk.next()))
    expect(results.flatMap(({ done, value }) => (done ? [] : [value.id]))).toEqual(list.ids)
    expect(results.filter(({ done }) => done)).toHaveLength(3)
    expect(queries(sent).map((query) => query.split('=').at(-1))).toEqual(['0', '2', '4', '6'])
  })

  it('may ask for ten pages at once too', async () => {
    const { mp, sent } = listClient(new FakeList(7))
    const walk = mp.orders.iterate({ limit: 2 }).pages()
    const results = await Promise.all(Array.from({ length: 10 }, () => walk.next()))
    expect(results.filter(({ done }) => !done)).toHaveLength(4)
    expect(sent).toHaveLength(4)
  })

  it('and leaves early loads nothing more', async () => {
    const { mp, sent } = listClient(new FakeList(7))
    const walk = mp.orders.iterate({ limit: 2 })
    for await (const { id } of walk) if (id === 'old-2') break
    expect(await walk.next()).toEqual({ done: true, value: undefined })
    expect(sent).toHaveLength(2)
  })

  it('loads nothing before asking', () => {
    const { mp, sent } = listClient(new FakeList(7))
    mp.orders.iterate()
    expect(sent).toEqual([])
  })

  it('as an array gets no more than was asked for, and everything with Infinity', async () => {
    const list = new FakeList(7)
    const { mp, sent } = listClient(list)
    expect(idsOf(await mp.orders.iterate({ limit: 2 }).toArray({ max: 3 }))).toEqual(list.ids.slice(0, 3))
    expect(sent).toHaveLength(2)
    expect(await mp.orders.iterate({ limit: 4 }).toArray({ max: 4 })).toHaveLength(4)
    expect(sent).toHaveLength(3)
    expect(await mp.orders.iterate().toArray({ max: Infinity })).toHaveLength(7)
  })

  it.each([undefined, {}, { max: 0 }, { max: Number.NaN }])(
    'as an array must say how many at most, not %s',
    async (given) => {
      const { mp, sent } = listClient(new FakeList(7))
      const limits = given as { max: number } // what a caller without types may pass
      const error = await rejection(mp.orders.iterate().toArray(limits))
      expect(error).toBeInstanceOf(UsageError)
      expect(error).toMatchObject({ code: 'invalid_option', message: 'toArray needs { max }, 1 or more' })
      expect(sent).toEqual([])
    },
  )
})

describe('a walk that fails', () => {
  it('ends with the error of its page, which names the line that began the walk', async () => {
    const page = answer(200, { orders: [{ id: 'a' }], total: 2 })
    const { mp } = scripted([page, refuse(403, 'merchant suspended')])
    const walk = mp.orders.iterate({ limit: 1 })
    expect((await walk.next()).value).toEqual({ id: 'a' })
    const error = await rejection(walk.next())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'merchant_suspended', operationId: 'listOrders' })
    expect(String((error as ApiError).stack?.split('\n')[2])).toContain('pages.test.ts')
    expect(await walk.next()).toEqual({ done: true, value: undefined })
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
  ])('on %j, which is no page, says so', async (body) => {
    const { mp } = scripted([answer(200, body, { 'x-request-id': 'r1' })])
    const walk = mp.orders.iterate()
    const error = await rejection(walk.next())
    expect(error).toBeInstanceOf(ConnectionError)
    const known = { operationId: 'listOrders', requestId: 'r1', attempts: [{ status: 200 }] }
    expect(error).toMatchObject({ code: 'unreadable_response', ...known })
    expect(String((error as ConnectionError).stack?.split('\n')[2])).toContain('pages.test.ts')
    expect(await walk.next()).toEqual({ done: true, value: undefined })
  })

  it('on an id that cannot be one sends nothing', async () => {
    const { mp, sent } = scripted([answer(200, {})])
    const error = await rejection(mp.webhooks.iterateDeliveries('..').next())
    expect(error).toMatchObject({ name: 'UsageError', code: 'invalid_path_parameter' })
    expect(sent).toEqual([])
  })

  it('by an aborted signal ends as AbortError, in the middle of a page and after the last row', async () => {
    for (const rows of [1, 2]) {
      const { mp, sent } = listClient(new FakeList(2))
      const controller = new AbortController()
      const walk = mp.orders.iterate({ signal: controller.signal })
      for (let row = 0; row < rows; row += 1) expect((await walk.next()).done).toBe(false)
      controller.abort('enough')
      const error = await rejection(walk.next())
      expect(error).toBeInstanceOf(AbortError)
      expect(error).toMatchObject({ cause: 'enough' })
      expect(sent).toHaveLength(1)
      expect(await walk.next()).toEqual({ done: true, value: undefined })
    }
  })

  it('before its start sends nothing', async () => {
    const { mp, sent } = listClient(new FakeList(2))
    const error = await rejection(mp.orders.iterate({ signal: AbortSignal.abort() }).pages().next())
    expect(error).toBeInstanceOf(AbortError)
    expect(sent).toEqual([])
  })
})
