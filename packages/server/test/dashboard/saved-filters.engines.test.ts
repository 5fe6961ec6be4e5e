import { describe, expect, it } from 'vitest'
import { MOST_SAVED } from '../../src/domain/people/saved-filter.js'
import { signInPerson } from '../support/people/people-clients.js'
import { useHarness } from '../support/server/harness.js'
import { ENGINES, sideOf } from '../support/storage/engines.js'

describe.each(ENGINES)('saved filters, on %s', (engine) => {
  const shared = useHarness({}, engine)
  const ORDERS = '/dashboard/orders?env=test'

  it('are those of one person and list, are replaced by name and deleted', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    const { client } = await signInPerson(harness, merchantId)
    const other = (await signInPerson(harness, merchantId)).client
    const save = (name: string, query: string) =>
      client.submit('/dashboard/me/filters/orders?env=test', { name, query }, ORDERS)
    const chipsOf = async (path: string, by = client) =>
      [...(await by.get(path)).text.matchAll(/<a class="pill" href="([^"]*)"><bdi>([^<]*)</g)].map(
        ([, href = '', name]) => [name, href.replaceAll('&amp;', '&')],
      )
    const filtered = await client.get(`${ORDERS}&status=PAID&min=60`)
    const [, query = ''] = /name="query" value="([^"]*)"/.exec(filtered.text) ?? []
    const saved = await save('Large & "paid"', query.replaceAll('&amp;', '&'))
    expect(saved.headers.location).toBe('/dashboard/orders?status=PAID&min=60.00&env=test')
    const large = ['Large &amp; &quot;paid&quot;', '/dashboard/orders?status=PAID&min=60.00&env=test']
    expect(await chipsOf(ORDERS)).toEqual([large])
    expect(await chipsOf('/dashboard/deliveries?env=test')).toEqual([])
    expect(await chipsOf(ORDERS, other)).toEqual([])
    await save('Late', 'status=UNDERPAID')
    await save('Late', 'status=EXPIRED_PAID&env=live&after=1.0')
    const late = ['Late', '/dashboard/orders?status=EXPIRED_PAID&env=test']
    expect(await chipsOf(ORDERS)).toEqual([large, late])
    await client.submit('/dashboard/me/filters/orders/delete?env=test', { name: 'Late' }, ORDERS)
    expect(await chipsOf(ORDERS)).toEqual([large])
    const unknown = await client.submit('/dashboard/me/filters/balances', { name: 'x', query: 'a=b' }, ORDERS)
    expect(unknown.status).toBe(404)
  })

  it('are bounded in number and length', async () => {
    const { harness } = shared
    const { client, person } = await signInPerson(harness, (await harness.register()).merchantId)
    const save = (name: string, query = 'status=PAID') =>
      client.submit('/dashboard/me/filters/orders?env=test', { name, query }, ORDERS)
    for (let at = 0; at <= MOST_SAVED; at += 1) await save(`number ${at}`)
    await save('x'.repeat(41))
    await save('long', `q=${'x'.repeat(500)}`)
    const side = await sideOf(harness.database)
    const count = `SELECT COUNT(*) FROM saved_filters WHERE person_id = '${person.id}'`
    expect(Number(await side.value(count))).toBe(MOST_SAVED)
    expect((await client.get(`${ORDERS}&status=PAID`)).text).not.toContain('Save filters')
  })
})
