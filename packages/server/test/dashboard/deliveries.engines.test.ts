import { describe, expect, it } from 'vitest'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { ENGINES } from '../support/storage/engines.js'
import { Receiver } from '../support/webhooks/receiver.js'

/** Many pages over one database, on a busy machine. */
const TIMEOUT_MS = 60_000

/** The texts of the rows of a table that follows a caption. */
function rowsBelow(page: string, caption: string): string[][] {
  const [, table = ''] =
    new RegExp(`<caption>${caption}</caption>.*?<tbody>(.*?)</tbody>`, 's').exec(page) ?? []
  return [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]+>/g, '').trim(),
    ),
  )
}

describe.each(ENGINES)('the webhooks of the dashboard, on %s', { timeout: TIMEOUT_MS }, (engine) => {
  it('show the answers of an endpoint, its median time, and when the next attempts are planned', async () => {
    const [harness, certificate] = await Harness.startForWebhooks({}, { engine })
    const keys = await harness.register()
    const receiver = await Receiver.start(certificate, [200, 503])
    const body = { url: receiver.url, events: ['payment.expired'] }
    const { json: endpoint } = await harness.call('POST', '/v1/webhooks', { keys, body })
    const send = async () => {
      const { json } = await harness.call('POST', `/v1/webhooks/${endpoint.id}/test`, { keys })
      await harness.work()
      return `${json.id}`
    }
    const client = await signInWith(harness, keys)
    const healthOf = async () => {
      const { text } = await client.get('/dashboard/developers')
      return rowsBelow(text, 'Webhook endpoints')[0]?.slice(2, 5)
    }
    expect(await healthOf()).toEqual(['0 of 0', '–', 'Healthy'])
    expect((await client.get('/dashboard/developers')).text).toContain('Secret made 1 Jan 2026')
    await send()
    expect(await healthOf()).toEqual(['1 of 1', expect.stringMatching(/^\d+ ms$/), 'Healthy'])
    const waiting = await send()
    expect(await healthOf()).toEqual(['1 of 2', expect.stringMatching(/^\d+ ms$/), 'Failing'])
    const { text } = await client.get(`/dashboard/deliveries?open=${waiting}`)
    expect(rowsBelow(text, 'Attempts').map(([number, time, answer]) => [number, time, answer])).toEqual([
      ['1', expect.stringMatching(/^1 Jan 00:0/), 'HTTP 503'],
      ['2', '1 Jan 00:01:00', 'Planned'],
      ['3', '1 Jan 00:06:00', 'If the attempt before fails'],
      ['4', '1 Jan 00:36:00', 'If the attempt before fails'],
      ['5', '1 Jan 02:36:00', 'If the attempt before fails'],
      ['6', '2 Jan 02:36:00', 'If the attempt before fails'],
    ])
    expect(text).toContain(`x-webhook-id: ${waiting}`)
  })

  it('are listed with order number, endpoint, attempts and the next one, and failing from the second failure on', async () => {
    const [harness, certificate] = await Harness.startForWebhooks({}, { engine })
    const keys = await harness.register()
    const receiver = await Receiver.start(certificate, [503, 503, 503, 503])
    const urls = [`${receiver.url}/pay?secret=1`, `${receiver.url}/other`]
    const ids: string[] = []
    for (const url of urls) {
      const body = { url, events: ['payment.confirmed'] }
      ids.push(`${(await harness.call('POST', '/v1/webhooks', { keys, body })).json.id}`)
    }
    const order = (await harness.call('POST', '/v1/orders', { keys, body: ORDER })).json
    const simulate = { keys, body: { action: 'pay' } }
    await harness.call('POST', `/v1/test_helpers/orders/${order.id}/simulate`, simulate)
    await harness.pass(20_000, 5_000)
    await harness.work()
    const client = await signInWith(harness, keys)
    const listed = async (query: string) =>
      rowsBelow((await client.get(`/dashboard/deliveries${query}`)).text, 'Deliveries')
    const { host } = new URL(receiver.url)
    const next = (attempts: number) =>
      expect.stringMatching(new RegExp(`^${attempts} of 6, next \\d\\d:\\d\\d$`))
    const [row, ...others] = await listed(`?endpoint=${ids[0]}`)
    expect(others).toEqual([])
    expect([row?.[1], row?.[3]]).toEqual([order.order_number, `${host}/hooks/pay`])
    expect(row?.slice(4)).toEqual([next(1), 'HTTP 503', 'Waiting'])
    await harness.pass(60_000, 60_000)
    await harness.work()
    const [again] = await listed(`?endpoint=${ids[0]}`)
    expect(again?.slice(4)).toEqual([next(2), 'HTTP 503', 'Failing'])
    expect(await listed('')).toHaveLength(2)
    const { text } = await client.get('/dashboard/deliveries')
    expect(text).not.toContain('secret=1')
    expect(text).toContain(`<option value="${ids[1]}">${host}/hooks/other</option>`)
    const [, poll = ''] = /data-poll="([^"]+)"/.exec(text) ?? []
    expect((await client.get(poll.replaceAll('&amp;', '&'))).json.count).toBe(0)
  })
})
