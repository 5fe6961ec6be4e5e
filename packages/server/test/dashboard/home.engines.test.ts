import { describe, expect, it } from 'vitest'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { signInPerson } from '../support/people/people-clients.js'
import { ORDER, type Registered, useHarness } from '../support/server/harness.js'
import { auditRows } from '../support/server/operator.js'
import { changeBeside } from '../support/server/operator-change.js'
import { ENGINES } from '../support/storage/engines.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

/** Many pages over one database, on a busy machine. */
const TIMEOUT_MS = 60_000
const DAY_MS = 86_400_000

/** The rows of the table below the chart, as its texts. */
function rowsIn(page: string): string[][] {
  const [, table = ''] = /id="paid".*?<tbody>(.*?)<\/tbody>/s.exec(page) ?? []
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]+>/g, '')),
  )
}

/** The number beside the title of the things to do. */
const countIn = (page: string): string | undefined =>
  /For you to do <span class="count">(\d+)/.exec(page)?.[1]

describe.each(ENGINES)('the home page of the dashboard, on %s', { timeout: TIMEOUT_MS }, (engine) => {
  const shared = useHarness({}, engine)

  async function simulate(keys: Registered, id: string, body: object): Promise<void> {
    const { harness } = shared
    await harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body })
    await harness.pass(20_000, 5_000)
  }

  /** Makes an order of 25 USDT that receives another amount. @returns its id */
  async function play(keys: Registered, action: 'overpay' | 'underpay'): Promise<string> {
    const { json } = await shared.harness.call('POST', '/v1/orders', { keys, body: ORDER })
    await simulate(keys, `${json.id}`, { action })
    return `${json.id}`
  }

  /** Has an order of 25 USDT paid. @returns its id */
  async function pay(keys: Registered): Promise<string> {
    const { harness } = shared
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    await simulate(keys, `${json.id}`, { action: 'pay' })
    return `${json.id}`
  }

  it('sums paid orders by day, and by month in a year', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await pay(keys)
    await pay(keys)
    // From 1 January to 10 February.
    harness.clock.advance(40 * DAY_MS)
    await pay(keys)
    const client = await signInWith(harness, keys)
    const days = await client.get('/dashboard')
    expect(days.text).toContain('Paid per day')
    expect(days.text.match(/<rect/g)).toHaveLength(30)
    expect(rowsIn(days.text)[0]).toEqual(['10 Feb', '1', '25.00'])
    expect(days.text).toMatch(/25\.00<\/bdi> USDT, orders: 1, 50 % less than in the 30 days before/)
    expect(days.text).toMatch(/Paid today \(1\)<\/dt><dd>[^/]*25\.00/)
    const year = await client.get('/dashboard?chart=year')
    expect(year.text).toContain('Paid per month')
    expect(year.text.match(/<rect/g)).toHaveLength(12)
    expect(rowsIn(year.text).slice(0, 3)).toEqual([
      ['February 2026', '1', '25.00'],
      ['January 2026', '2', '50.00'],
      ['December 2025', '0', '0.00'],
    ])
    expect(year.text).toMatch(/75\.00<\/bdi> USDT, orders: 3/)
    const first = await client.get('/dashboard?from=2025-12-31&to=2026-01-01')
    expect(rowsIn(first.text)).toEqual([
      ['1 Jan', '2', '50.00'],
      ['31 Dec', '0', '0.00'],
    ])
    const long = await client.get('/dashboard?from=2025-11-20&to=2026-02-09')
    expect(rowsIn(long.text).map(([, orders]) => orders)).toEqual(['0', '2', '0', '0'])
  })

  it('counts every order that received too much or too little, until each is closed', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const ids: string[] = []
    for (let at = 0; at < 7; at += 1) ids.push(await play(keys, 'overpay'))
    const { client, person } = await signInPerson(harness, keys.merchantId)
    const home = async () => (await client.get('/dashboard?env=test')).text
    expect(countIn(await home())).toBe('7')
    expect((await home()).match(/Keep it/g)).toHaveLength(5)
    expect((await client.get('/dashboard?env=test&tasks=all')).text.match(/Keep it/g)).toHaveLength(7)
    const question = `/dashboard/orders/${ids[0]}/accept?env=test`
    const kept = await client.submit(question, { from: 'home' }, question)
    expect(kept.headers.location).toBe('/dashboard?done=order_accepted&env=test')
    const refund = { amount: '10.00', destination_address: PAYEE.TRC20 }
    await harness.call('POST', `/v1/orders/${ids[1]}/refunds`, { keys, body: refund })
    expect(countIn(await home())).toBe('5')
    expect(await home()).toContain('1 closed today')
    expect(await home()).toContain(`<bdi>${person.name}</bdi>, 00:0`)
    const [entry] = await auditRows(harness, `${ids[0]}`)
    expect(entry).toMatchObject({ actor: person.id, action: 'tasks close' })
    // More money is a new fact: also for an order that was kept or refunded.
    for (const id of ids.slice(0, 2)) await simulate(keys, id, { action: 'pay' })
    expect(countIn(await home())).toBe('7')
  })

  it('asks to deliver or refund an order that was paid late, until it is done or refunded', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const ids: string[] = []
    for (const body of [ORDER, ORDER, { ...ORDER, network: 'ERC20' }]) {
      const { json } = await harness.call('POST', '/v1/orders', { keys, body })
      await simulate(keys, `${json.id}`, { action: 'late_pay' })
      ids.push(`${json.id}`)
    }
    const [first, second, third] = ids
    const { client, person } = await signInPerson(harness, keys.merchantId, 'support')
    const home = async () => (await client.get('/dashboard?env=test')).text
    expect(countIn(await home())).toBe('3')
    expect((await home()).match(/Paid late: <bdi[^>]*>25\.00<\/bdi> USDT/g)).toHaveLength(3)
    const done = (id: string | undefined) => `/dashboard/tasks/orders/${id}?env=test`
    const close = (id: string | undefined, received: string) =>
      client.submit(done(id), { received }, '/dashboard?env=test')
    const seen = /tasks\/orders.*?name="received" value="(\d+)"/s.exec(await home())?.[1] ?? ''
    expect((await close(first, seen)).headers.location).toBe('/dashboard?done=task_closed&env=test')
    expect(countIn(await home())).toBe('2')
    expect(await home()).toContain('1 closed today')
    const [entry] = await auditRows(harness, `${first}`)
    expect(entry).toMatchObject({ actor: person.id, action: 'tasks close' })
    // A form that was loaded before the amount changed closes nothing.
    await close(second, '2000000000')
    expect(countIn(await home())).toBe('2')
    const all = { amount: '25.00', destination_address: PAYEE.ERC20, include_fee: true }
    const refund = await harness.call('POST', `/v1/orders/${third}/refunds`, { keys, body: all })
    expect([refund.status, countIn(await home())]).toEqual([201, '1'])
    const other = await signInPerson(harness, (await harness.register()).merchantId)
    expect((await other.client.submit(done(first), { received: seen }, '/dashboard?env=test')).status).toBe(
      404,
    )
    const paid = await pay(keys)
    expect((await close(paid, seen)).status).toBe(409)
  })

  it('closes an endpoint that fails until it fails anew', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/webhooks', {
      keys,
      body: { url: 'https://shop.invalid/hooks', events: ['payment.confirmed'] },
    })
    await harness.call('POST', `/v1/webhooks/${json.id}/test`, { keys })
    const fail = (since: number) =>
      changeBeside(harness, async ({ webhookTargets }) => {
        await webhookTargets.noteFailing(`${json.id}`, null)
        await webhookTargets.noteFailing(`${json.id}`, since)
      })
    const { client } = await signInPerson(harness, keys.merchantId, 'support')
    const done = `/dashboard/tasks/endpoints/${json.id}?env=test`
    await fail(1_000)
    expect((await client.get('/dashboard?env=test')).text).toContain('shop.invalid</bdi> accepts no webhook')
    await client.submit(done, {}, '/dashboard?env=test')
    expect((await client.get('/dashboard?env=test')).text).toContain('Nothing waits for you')
    await fail(2_000)
    expect((await client.get('/dashboard?env=test')).text).toContain('accepts no webhook')
    const viewer = await signInPerson(harness, keys.merchantId, 'viewer')
    expect((await viewer.client.submit(done, {}, '/dashboard?env=test')).status).toBe(403)
    const other = await signInPerson(harness, (await harness.register()).merchantId)
    expect((await other.client.submit(done, {}, '/dashboard?env=test')).status).toBe(404)
  })

  it('lists the first steps until they are done or hidden', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { client } = await signInPerson(harness, keys.merchantId)
    const home = async () => (await client.get('/dashboard?env=test')).text
    expect(await home()).toContain('0 of 4')
    await pay(keys)
    expect(await home()).toContain('1 of 4')
    await client.submit('/dashboard/tasks/first-steps?env=test', {}, '/dashboard?env=test')
    expect(await home()).not.toContain('first steps</h2>')
  })

  it('sums what paid orders have, while more payments come and others go', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await pay(keys)
    await pay(keys)
    const client = await signInWith(harness, keys)
    const today = async () => rowsIn((await client.get('/dashboard')).text)[0]?.slice(1)
    expect(await today()).toEqual(['2', '50.00'])
    await simulate(keys, id, { action: 'pay', amount: '10.00' })
    expect(await today()).toEqual(['2', '60.00'])
    // The newest block is replaced by one without the second payment.
    await simulate(keys, id, { action: 'reorg' })
    expect(await today()).toEqual(['2', '50.00'])
  })
})
