import { describe, expect, it } from 'vitest'
import {
  LINK_ORDERS_PER_ADDRESS,
  NEW_ADDRESSES_PER_LINK,
  ORDERS_PER_LINK,
} from '../../src/domain/shared/policy.js'
import { BEHIND_PROXY, LinkBrowser, makeLink, ordersOf } from '../support/links/link-browser.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, type Json, type Keys, ORDER } from '../support/server/harness.js'
import { setMerchantStatus } from '../support/server/merchant-status.js'
import { ENGINES, openOn, sideOf } from '../support/storage/engines.js'

const LIMIT_MS = 240_000
const DAY_MS = 86_400_000
const MANY = { uses: 'MANY' }

const statusOf = async (harness: Harness, link: Json, network = 'TRC20') =>
  (await new LinkBrowser(harness, link.url).pay(network)).status

const createsByApi = async (harness: Harness, keys: Keys) =>
  (await harness.call('POST', '/v1/orders', { keys, body: ORDER })).status

const leasedAddresses = async ({ database }: Harness) => {
  const side = await sideOf(database)
  return Number(await side.value('SELECT COUNT(*) FROM addresses WHERE merchant_id IS NOT NULL'))
}

describe.each(ENGINES)('strangers on the page of a link, on %s', { timeout: LIMIT_MS }, (engine) => {
  it('share fifty open orders of a link, 200 of them at once, and those of the API are untouched', async () => {
    const harness = await Harness.start(BEHIND_PROXY, { engine })
    const keys = await harness.register()
    const link = await makeLink(harness, keys, MANY)
    const answers = await Promise.all(Array.from({ length: 200 }, () => statusOf(harness, link)))
    expect(answers.filter((status) => status === 303)).toHaveLength(ORDERS_PER_LINK)
    expect(answers.filter((status) => status === 429)).toHaveLength(200 - ORDERS_PER_LINK)
    expect(await ordersOf(harness, keys, link)).toHaveLength(ORDERS_PER_LINK)
    expect(await leasedAddresses(harness)).toBe(ORDERS_PER_LINK)
    expect(await createsByApi(harness, keys)).toBe(201)
    await harness.pass(1_802_000, 100_000)
    expect(await statusOf(harness, link)).toBe(303)
  })

  it('use at most a fifth of the unfinished orders of the merchant, over all its links', async () => {
    const harness = await Harness.start(
      { ...BEHIND_PROXY, MERCHANTPAY_UNFINISHED_ORDERS_PER_MERCHANT: '20' },
      { engine },
    )
    const keys = await harness.register()
    const links = [await makeLink(harness, keys), await makeLink(harness, keys, MANY)]
    const [once, many] = links as [Json, Json] // both were just made
    expect(await statusOf(harness, once)).toBe(303)
    for (let n = 1; n < 4; n += 1) expect(await statusOf(harness, many)).toBe(303)
    expect(await statusOf(harness, many)).toBe(429)
    for (let n = 0; n < 16; n += 1) expect(await createsByApi(harness, keys)).toBe(201)
    expect(await createsByApi(harness, keys)).toBe(400)
    const other = await harness.register()
    expect(await statusOf(harness, await makeLink(harness, other))).toBe(303)
  })

  it('lease a bounded number of new addresses in a day, however often they come', async () => {
    const harness = await Harness.start(BEHIND_PROXY, { engine })
    const keys = await harness.register()
    const link = await makeLink(harness, keys, MANY)
    const answers: number[] = []
    for (let wave = 0; wave < 12; wave += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 60 }, () => statusOf(harness, link)))))
      await harness.pass(1_802_000, 200_000)
    }
    expect(answers.filter((status) => status === 303)).toHaveLength(NEW_ADDRESSES_PER_LINK)
    expect(await leasedAddresses(harness)).toBe(NEW_ADDRESSES_PER_LINK)
    expect(await statusOf(harness, await makeLink(harness, keys))).toBe(303)
    await harness.pass(DAY_MS, DAY_MS / 4)
    expect(await statusOf(harness, link)).toBe(303)
  })

  it('have at most three unfinished orders at a time, however often they change the network', async () => {
    const harness = await Harness.start(BEHIND_PROXY, { engine })
    const keys = await harness.register()
    const link = await makeLink(harness, keys)
    const flipper = new LinkBrowser(harness, link.url)
    const answers: number[] = []
    for (let n = 0; n < 20; n += 1) answers.push((await flipper.pay(n % 2 ? 'ERC20' : 'TRC20')).status)
    expect(await leasedAddresses(harness)).toBe(LINK_ORDERS_PER_ADDRESS)
  })

  it('find the order of a server that was stopped before it answered', async () => {
    const folder = temporaryFolder()
    const first = await Harness.open(folder, BEHIND_PROXY, { engine })
    const keys = await first.register()
    const link = await makeLink(first, keys, MANY)
    const { html } = await new LinkBrowser(first, link.url).open()
    const [, visitor = ''] = /name="visitor" value="([\w-]{22})"/.exec(html) ?? []
    const token = await new LinkBrowser(first, link.url).order('TRC20', { visitor })
    await first.close()
    const second = await Harness.open(folder, BEHIND_PROXY, { engine })
    expect(await new LinkBrowser(second, link.url).order('TRC20', { visitor })).toBe(token)
    expect(await ordersOf(second, keys, link)).toHaveLength(1)
    await second.close()
  })

  it('get no order of a suspended merchant', async () => {
    const harness = await Harness.start(BEHIND_PROXY, { engine })
    const keys = await harness.register()
    const link = await makeLink(harness, keys)
    await setMerchantStatus(harness, keys.merchantId, 'SUSPENDED')
    expect((await new LinkBrowser(harness, link.url).open()).html).toContain('Try again later')
    expect(await statusOf(harness, link)).toBe(429)
    const store = await openOn(harness.database)
    const orders = await store.read((tx) => tx.paymentLinks.listStanding(link.id))
    expect(orders).toEqual([])
  })
})
