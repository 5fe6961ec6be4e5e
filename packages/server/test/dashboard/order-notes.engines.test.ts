import { describe, expect, it } from 'vitest'
import { signInPerson } from '../support/people/people-clients.js'
import { ORDER, useHarness } from '../support/server/harness.js'
import { ENGINES } from '../support/storage/engines.js'

const TIMEOUT_MS = 60_000

describe.each(ENGINES)('a note on an order, on %s', { timeout: TIMEOUT_MS }, (engine) => {
  const shared = useHarness({}, engine)

  it('has its writer and time, is written once, and is for the people of the shop alone', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const page = `/dashboard/orders/${json.id}?env=test`
    const path = `/dashboard/orders/${json.id}/notes?env=test`
    const { client, person } = await signInPerson(harness, keys.merchantId, 'cashier')
    const key = '019b0e5f-5555-7ddd-8eee-0123456789ab'
    for (const _ of [1, 2]) await client.submit(path, { note: '<i>called</i> the customer', key }, page)
    await client.submit(path, { note: 'came back' }, page)
    const { text } = await client.get(page)
    expect(text.match(/&lt;i&gt;called&lt;\/i&gt; the customer/g)).toHaveLength(1)
    expect(text).toMatch(new RegExp(`came back</bdi></p><small><bdi>${person.name}</bdi>, 1 Jan 2026, 00:0`))
    expect((await client.submit(path, { note: ' ' }, page)).status).toBe(422)
    expect((await client.submit(path, { note: 'x'.repeat(1_001) }, page)).status).toBe(422)
    const viewer = await signInPerson(harness, keys.merchantId, 'viewer')
    expect((await viewer.client.get(page)).text).toContain('came back')
    expect((await viewer.client.submit(path, { note: 'no' }, page)).status).toBe(403)
    const checkout = await fetch(`${json.payment_url}`)
    for (const seen of [
      await checkout.text(),
      JSON.stringify((await harness.call('GET', `/v1/orders/${json.id}`, { keys })).json),
    ])
      expect(seen).not.toContain('came back')
  })

  it('is one of fifty at most', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const page = `/dashboard/orders/${json.id}?env=test`
    const path = `/dashboard/orders/${json.id}/notes?env=test`
    const { client } = await signInPerson(harness, keys.merchantId)
    for (let at = 1; at < 50; at += 1) await client.submit(path, { note: `note ${at}` }, page)
    expect((await client.get(page)).text).toContain('New note')
    await client.submit(path, { note: 'the last' }, page)
    expect((await client.get(page)).text).not.toContain('New note')
  })
})
