import { describe, expect, it } from 'vitest'
import { type ConsoleClient, signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { consoleWorld } from '../support/console/console-world.js'
import { signInPerson } from '../support/people/people-clients.js'
import { type Answer, Harness, ORDER, useHarness } from '../support/server/harness.js'
import { ENGINES, openOn, sideOf } from '../support/storage/engines.js'

const numbersIn = ({ text }: Answer) => [...text.matchAll(/>(ord_\w+)<\/a>/g)].map(([, number]) => number)
const hrefIn = ({ text }: Answer, mark: string): string =>
  (new RegExp(`${mark}="([^"]+)"`).exec(text)?.[1] ?? '').replaceAll('&amp;', '&')
/** The text beside the links to other pages. */
const rangeIn = ({ text }: Answer) => /<nav class="pages"[^>]*><span>([^<]*)</.exec(text)?.[1]
/** The tabs with their counts. */
const tabsIn = ({ text }: Answer) =>
  Object.fromEntries(
    [...text.matchAll(/class="tab"[^>]*>([^<]+)<span class="count">([^<]+)</g)].map(([, tab, count]) => [
      tab,
      count,
    ]),
  )

describe.each(ENGINES)('a list of the console, on %s', (engine) => {
  const shared = useHarness(WITH_CONSOLE, engine)

  it('is gone through to older pages and back, and says which rows it shows', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const place = async () => {
      const { status, text } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
      expect([status, text]).toEqual([201, text])
    }
    for (let order = 0; order < 105; order += 1) await place()
    const client = await signInAs(harness, 'ines', 'viewer')
    const first = await client.get(`/console/orders?env=test&merchant=${keys.merchantId}`)
    const second = await client.get(hrefIn(first, 'rel="next" href'))
    const third = await client.get(hrefIn(second, 'rel="next" href'))
    const pages = [first, second, third]
    expect(pages.map(rangeIn)).toEqual(['1 to 50', '51 to 100', '101 to 105 of 105'])
    expect(new Set(pages.flatMap(numbersIn)).size).toBe(105)
    expect(hrefIn(third, 'rel="next" href')).toBe('')
    const back = await client.get(hrefIn(third, 'rel="prev" href'))
    expect(numbersIn(back)).toEqual(numbersIn(second))
    const start = await client.get(hrefIn(back, 'rel="prev" href'))
    expect([numbersIn(start), hrefIn(start, 'rel="prev" href')]).toEqual([numbersIn(first), ''])
    const none = await client.get(`/console/orders?env=test&merchant=${keys.merchantId}&status=FROZEN`)
    expect(none.text).toContain('No match')
  }, 60_000)

  /** Goes to the last page and back, by the links of one list. @returns the shown rows of each page on the way */
  async function walk(client: ConsoleClient, start: string, { range, row }: Record<'range' | 'row', RegExp>) {
    const shown: [range: string | undefined, rows: string[]][] = []
    let page = await client.get(start)
    const read = () => {
      const [, text, links = ''] = range.exec(page.text) ?? []
      shown.push([text, [...page.text.matchAll(row)].map(([, name = '']) => name)])
      return (rel: string) =>
        (new RegExp(`rel="${rel}" href="([^"#]+)`).exec(links)?.[1] ?? '').replaceAll('&amp;', '&')
    }
    const follow = async (rel: string) => {
      for (let next = read()(rel); next !== ''; next = read()(rel)) page = await client.get(next)
    }
    await follow('next')
    const there = shown.splice(0)
    await follow('prev')
    expect(shown.reverse().map(([, rows]) => rows)).toEqual(there.map(([, rows]) => rows))
    const rows = there.flatMap(([, each]) => each)
    expect(new Set(rows).size).toBe(rows.length)
    return there.map(([text, each]) => [text, each.length])
  }

  const EDGES = [
    [50, [['1 to 50 of 50', 50]]],
    [
      51,
      [
        ['1 to 50', 50],
        ['51 to 51 of 51', 1],
      ],
    ],
    [
      100,
      [
        ['1 to 50', 50],
        ['51 to 100 of 100', 50],
      ],
    ],
  ] as const
  const NUMBERS = (count: number) =>
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`

  it.each(EDGES)(
    'a list of the console of %i merchants has full pages to its edge, all registered at once',
    async (count, pages) => {
      const harness = await Harness.start(WITH_CONSOLE, { engine })
      const side = await sideOf(harness.database)
      await side.script(`INSERT INTO merchants (id, name, email, platform_user_id, status, tier, created_at, updated_at)
      ${NUMBERS(count)} SELECT '0000' || n, 'Shop ' || n, 'a@b.example', 'user-' || n, 'PENDING_KYB', 'BASIC', 1, 1 FROM numbers`)
      const client = await signInAs(harness, 'ines', 'viewer')
      const range = /<nav class="pages" aria-label="Pages"><span>([^<]*)<(.*?)<\/nav>/
      const row = /<a href="\/console\/merchants\/(\w+)"><bdi>Shop/g
      const shown = await walk(client, '/console/merchants', { range, row })
      // Merchants are counted, so that the first page says how many there are.
      expect(shown).toEqual(
        pages.map(([text, rows]) => [text.replace(/^1 to 50$/, `1 to 50 of ${count}`), rows]),
      )
    },
  )

  it.each(EDGES)(
    'a list of the console of %i transfers in suspense has full pages too, beside the postings of the page',
    async (count, pages) => {
      const harness = await Harness.start(WITH_CONSOLE, { engine })
      const side = await sideOf(harness.database)
      await side.script(`INSERT INTO transfers (environment, network, tx_hash, log_index, from_address, to_address, value, block_number,
        block_hash, block_time, incarnation, late, flagged, due_block, confirmed_at, screened_at)
      ${NUMBERS(count)} SELECT 'live', 'TRC20', 'planted' || (n / 2), n % 2, 'T1', 'T2', 100, 1, 'b', 1, 1, 0, 0, 1, n / 4, 1 FROM numbers`)
      const client = await signInAs(harness, 'ines', 'finance')
      const range = /<nav class="pages" aria-label="Pages of suspense"><span>([^<]*)<(.*?)<\/nav>/
      const row = /\/console\/ledger\/attribute\/TRC20\.(planted\d+\.\d)"/g
      expect(await walk(client, '/console/ledger?before=9.a', { range, row })).toEqual(pages)
      await side.script('DELETE FROM transfers') // the ledger knows nothing of them
    },
  )

  it('tells that there is nothing yet from filters that match nothing', async () => {
    const harness = await Harness.start(WITH_CONSOLE, { engine })
    const client = await signInAs(harness, 'ines', 'viewer')
    const stateOf = async (path: string) => {
      const { text } = await client.get(`/console${path}`)
      const [, title, action] =
        /<div class="empty">.*?<h2>([^<]*)<\/h2><p>[^<]*<\/p>(?:<a [^>]*href="([^"]*)")?/s.exec(text) ?? []
      return [title, action]
    }
    expect(await stateOf('/orders')).toEqual(['No orders yet', undefined])
    expect(await stateOf('/withdrawals')).toEqual(['No withdrawals yet', undefined])
    expect(await stateOf('/deliveries')).toEqual(['No deliveries yet', undefined])
    expect(await stateOf('/merchants')).toEqual(['No merchants yet', undefined])
    expect(await stateOf('/withdrawals?status=REVIEW')).toEqual(['No withdrawal waits for you', undefined])
    expect(await stateOf('/deliveries?status=FAILED')).toEqual(['No delivery failed for good', undefined])
    for (const path of ['/orders', '/withdrawals', '/deliveries'])
      for (const filter of ['merchant=none', 'merchant=none&status=FAILED'])
        expect([path, filter, ...(await stateOf(`${path}?${filter}`))]).toEqual([
          path,
          filter,
          'No match',
          `/console${path}`,
        ])
    expect(await stateOf('/orders?status=PAID')).toEqual(['No match', '/console/orders'])
    expect(await stateOf('/withdrawals?status=COMPLETED')).toEqual(['No match', '/console/withdrawals'])
    expect(await stateOf('/deliveries?status=DELIVERED&env=test')).toEqual([
      'No match',
      '/console/deliveries?env=test',
    ])
    expect(await stateOf('/audit?subject=nothing')).toEqual(['No match', '/console/audit'])
    const { merchantId } = await harness.register()
    for (const path of ['/withdrawals', '/deliveries']) {
      const { text } = await client.get(`/console${path}?merchant=${merchantId}`)
      expect(text).toMatch(
        /<a class="pill" href="[^"]*"><span class="only-read">[^<]*<\/span>Merchant Ada&#39;s Books</,
      )
    }
  })

  it('is narrowed to a merchant by its name, and deliveries to one of its endpoints', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    const side = await sideOf(harness.database)
    await side.script(`UPDATE merchants SET name = 'Blue ${merchantId.slice(-6)}' WHERE id = '${merchantId}'`)
    const client = await signInAs(harness, 'ines', 'viewer')
    for (const path of ['/orders', '/withdrawals', '/deliveries']) {
      const { headers } = await client.get(`/console${path}?env=test&merchant=bLUE+${merchantId.slice(-6)}`)
      expect(headers.location).toBe(`/console${path}?env=test&merchant=${merchantId}`)
      const { text } = await client.get(`${headers.location}`)
      expect(text).toContain(`value="Blue ${merchantId.slice(-6)}"`)
      expect((await client.get(`/console${path}?env=test&merchant=no+such+name`)).text).toContain('No match')
    }
  })

  it('is told how many rows that match its filters are new, and a page of older rows is not', async () => {
    const { harness } = shared
    const [one, other] = [await harness.register(), await harness.register()]
    const client = await signInAs(harness, 'ines', 'viewer')
    const page = await client.get(`/console/orders?env=test&merchant=${one.merchantId}`)
    const news = async () => (await client.get(hrefIn(page, 'data-poll'))).json.count
    expect(await news()).toBe(0)
    await harness.call('POST', '/v1/orders', { keys: other, body: ORDER })
    expect(await news()).toBe(0)
    for (const amount of ['11', '12'])
      await harness.call('POST', '/v1/orders', { keys: one, body: { ...ORDER, amount } })
    expect(await news()).toBe(2)
    const filled = await client.get(`/console/orders?env=test&merchant=${one.merchantId}`)
    const poll = hrefIn(filled, 'data-poll')
    expect((await client.get(poll)).json.count).toBe(0)
    expect((await client.get(poll.replace(/since=[^&]+/, 'since=gone'))).json.count).toBe(null)
    const older = `/console/orders?env=test&merchant=${one.merchantId}&before=1.0`
    expect((await client.get(older)).text).not.toContain('data-poll=')
  })

  it('marks each count of deliveries that those of the other environment may have cut', async () => {
    const harness = await Harness.start(WITH_CONSOLE, { engine })
    const { merchantId } = await harness.register()
    const side = await sideOf(harness.database)
    const plant = (environment: string, count: number) =>
      side.script(`INSERT INTO webhook_events (id, merchant_id, environment, event, subject, body, created_at)
        VALUES ('${environment}', '${merchantId}', '${environment}', 'payment.expired', 'x', '{}', 1);
      INSERT INTO webhook_deliveries (id, event_id, url, target, held, status, attempts, next_attempt_at, claimed_until, created_at)
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
        SELECT '${environment}-' || n, '${environment}', 'https://shop.example/', 'https://shop.example', 0, 'PENDING', 0,
          1, 0, ${harness.clock.now()} FROM numbers`)
    const client = await signInAs(harness, 'ines', 'viewer')
    const shown = async (query: string) => {
      const [, note] = /([0-9,]+\+?|none) waiting/.exec((await client.get(`/console${query}`)).text) ?? []
      return { ...tabsIn(await client.get(`/console/deliveries${query}`)), note }
    }
    await plant('live', 2)
    expect(await shown('')).toEqual({ All: '2', Waiting: '2', Failed: '0', Delivered: '0', note: '2' })
    expect((await shown('?env=test')).note).toBe('none')
    await plant('test', 998)
    expect(await shown('')).toEqual({ All: '2+', Waiting: '2+', Failed: '0', Delivered: '0+', note: '2+' })
    expect(await shown('?env=test')).toMatchObject({ All: '998+', note: '998+' })
  })

  it('leaves a day out that its month does not have', async () => {
    const { harness } = shared
    const client = await signInAs(harness, 'ines', 'viewer')
    const textOf = async (from: string) => (await client.get(`/console/orders?env=test&from=${from}`)).text
    expect(await textOf('2026-02-28')).toContain('From 2026-02-28')
    expect(await textOf('2026-02-30')).not.toContain('From 2026-02-30')
  })

  it('shortens the ids of people in the audit log, which leaves room for the reasons', async () => {
    const { harness } = shared
    const { person } = await signInPerson(harness, (await harness.register()).merchantId)
    const { text } = await (await signInAs(harness)).get('/console/audit')
    expect(text).toContain(
      `<span title="${person.id}">${person.id.slice(0, 8)}…${person.id.slice(-6)}</span>`,
    )
  })

  it('counts withdrawals and deliveries on its tabs, and exports what its filters select', async () => {
    const { harness } = shared
    const { merchant, reviewed } = await consoleWorld(harness)
    const client = await signInAs(harness, 'ines', 'viewer')
    const store = await openOn(harness.database)
    const counts = await store.read((tx) => tx.overview.countWithdrawals('test'))
    const withdrawals = await client.get('/console/withdrawals?env=test')
    expect(withdrawals.text).toMatch(/<p>\d+ waits? for you[,.]/)
    expect((await client.get('/console/withdrawals')).text).toContain('<p>None waits for you.')
    const all = [...counts.values()].reduce((sum, each) => sum + each, 0)
    expect(tabsIn(withdrawals)).toMatchObject({
      All: `${all}`,
      Review: `${counts.get('REVIEW')}`,
      Failed: '0',
    })
    expect(rangeIn(withdrawals)).toBe(`1 to ${all} of ${all}`)
    const deliveries = await client.get('/console/deliveries?env=test')
    const rows = deliveries.text.match(/<tr>/g)?.length ?? 0
    expect(tabsIn(deliveries)).toMatchObject({ All: `${rows - 1}`, Delivered: '0' })
    const csv = await client.get(
      `/console/withdrawals.csv?env=test&status=REVIEW&merchant=${merchant.merchantId}`,
    )
    expect(csv.text).toContain(`\r\n${reviewed.id},`)
    expect(csv.text).toContain(',REVIEW,auto_limit,TRC20,1500.00,')
    const lines = async (path: string) => {
      const { text, headers } = await client.get(`/console${path}`)
      expect(headers['content-disposition']).toMatch(/^attachment; filename=[a-z]+-(live|test)-/)
      return text.trim().split('\r\n').length - 1
    }
    expect(await lines('/deliveries.csv?env=test')).toBe(rows - 1)
    expect(await lines(`/deliveries.csv?env=test&merchant=${merchant.merchantId}&status=DELIVERED`)).toBe(0)
    expect(await lines('/ledger.csv?env=test')).toBeGreaterThan(5)
    expect(await lines('/ledger.csv')).toBe(0)
    expect(await lines('/audit.csv?subject=ines')).toBeGreaterThan(1)
  }, 60_000)
})
