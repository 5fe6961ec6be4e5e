import { describe, expect, it } from 'vitest'
import { orderItems } from '../../src/domain/attention/order-items.js'
import { simulate } from '../support/checkout/checkout-rows.js'
import { type ConsoleClient, signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { consoleWorld, withdrawalOf } from '../support/console/console-world.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import type { Answer, Harness } from '../support/server/harness.js'
import { useHarness } from '../support/server/harness.js'
import { auditRows } from '../support/server/operator.js'
import { ENGINES, openOn } from '../support/storage/engines.js'

const REASON = 'Called Ada on the number in her file'

/** The fields of the form that a page shows. */
function fieldsOf({ text }: Answer): Record<string, string> {
  const found = text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)
  return Object.fromEntries([...found].map(([, name, value]) => [name, value]))
}

/** The facts that a page shows, as plain text. */
function factsIn(text: string): Record<string, string> {
  const found = text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)
  const plain = (part = '') => part.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')
  return Object.fromEntries([...found].map(([, label, value]) => [plain(label), plain(value)]))
}

/** When an event of the list happened. */
const timeOf = (text: string, title: string): string | undefined =>
  new RegExp(`<strong>${title}</strong><time datetime="([^"]+)"`).exec(text)?.[1]

/** Opens the question of an action, and answers it. */
async function decide(client: ConsoleClient, path: string, fields: Record<string, string>): Promise<Answer> {
  const question = await client.get(path)
  return client.post(path, { ...fieldsOf(question), ...fields })
}

const entriesOf = async (harness: Harness, id: string) =>
  (await auditRows(harness, id)).map(({ actor, action, details }) => ({
    actor,
    action,
    ...(JSON.parse(details) as { reason: string; version: number }),
  }))

describe.each(ENGINES)('a review in the console, on %s', (engine) => {
  const shared = useHarness(WITH_CONSOLE, engine)

  it('approves a withdrawal at the version that was seen, with one audit entry under name and role', async () => {
    const { harness } = shared
    const { reviewed } = await consoleWorld(harness)
    const client = await signInAs(harness, 'ines', 'finance')
    const page = await client.get(`/console/withdrawals?open=${reviewed.id}`)
    expect(page.text).toContain('1,500.00')
    expect(page.text).toContain('Above the limit of automatic withdrawals')
    const done = await decide(client, `/console/withdrawals/${reviewed.id}/approve`, {
      amount: '1,500.00',
      reason: ` ${REASON} `,
    })
    expect(done.status).toBe(303)
    expect(done.headers.location).toBe(`/console/withdrawals?open=${reviewed.id}&env=test&done=approved`)
    const { text: after } = await client.get(`${done.headers.location}`)
    expect(after).toContain('The withdrawal is approved.')
    expect(after).toContain('1 is approved')
    expect(after).toContain('Approved</span>')
    expect(after).not.toContain('title="auto_limit"')
    expect(await entriesOf(harness, reviewed.id)).toEqual([
      expect.objectContaining({
        actor: 'ines (finance)',
        action: 'withdrawals approve',
        reason: REASON,
        version: 1,
        amount: '1500.00',
      }),
    ])
    expect(await withdrawalOf(harness, reviewed.id)).toMatchObject({ approvedAt: expect.any(Number) })
  })

  it('asks again about a withdrawal that has changed since, and changes nothing', async () => {
    const { harness } = shared
    const { reviewed } = await consoleWorld(harness)
    const [first, second] = [
      await signInAs(harness, 'ines', 'finance'),
      await signInAs(harness, 'omar', 'finance'),
    ]
    const path = `/console/withdrawals/${reviewed.id}`
    const seen = fieldsOf(await second.get(`${path}/reject`))
    await decide(first, `${path}/approve`, { amount: '1500', reason: REASON })
    for (const action of ['approve', 'reject']) {
      const late = await second.post(`${path}/${action}`, { ...seen, amount: '1500', reason: 'late' })
      expect(late.status).toBe(409)
      expect(late.text).toContain('is at version 2, not 1: it changed since you looked, decide again')
      // The answer shows the form for the version of now.
      expect(fieldsOf(late).version).toBe('2')
    }
    expect(await entriesOf(harness, reviewed.id)).toHaveLength(1)
  })

  it('rejects a withdrawal and returns its money', async () => {
    const { harness } = shared
    const { reviewed, merchant } = await consoleWorld(harness)
    const balance = async () => (await harness.call('GET', '/v1/balance', { keys: merchant })).json
    const before = await balance()
    const client = await signInAs(harness, 'ines', 'finance')
    const done = await decide(client, `/console/withdrawals/${reviewed.id}/reject`, { reason: REASON })
    expect(done.status).toBe(303)
    expect(await withdrawalOf(harness, reviewed.id)).toMatchObject({
      status: 'FAILED',
      failureCode: 'rejected',
    })
    expect(Number((await balance()).available)).toBe(Number(before.available) + 1_501.5)
    expect(await entriesOf(harness, reviewed.id)).toMatchObject([
      { actor: 'ines (finance)', action: 'withdrawals reject' },
    ])
    const review = await client.get(`/console/withdrawals?open=${reviewed.id}`)
    expect(factsIn(review.text).Failed).toBe('Rejected, or sent to an address of this server')
    const own = await (await signInWith(harness, merchant)).get(`/dashboard/withdrawals/${reviewed.id}`)
    expect(own.text).toContain('Your provider did not send it.')
    expect(own.text).toContain('The money is back in the balance.')
    expect(factsIn(own.text)).toMatchObject({ 'Given back to balance': '1,501.50' })
    expect(own.text).not.toContain('Taken from balance')
  })

  it('needs a reason, and the typed amount of a large withdrawal', async () => {
    const { harness } = shared
    const { reviewed } = await consoleWorld(harness)
    const client = await signInAs(harness, 'ines', 'finance')
    const path = `/console/withdrawals/${reviewed.id}/approve`
    const wrong: [Record<string, string>, string][] = [
      [{ amount: '1500', reason: ' ' }, 'Write why you do this.'],
      [{ amount: '1500', reason: 'x'.repeat(501) }, 'Write at most 500 characters.'],
      [{ amount: '150', reason: REASON }, 'Type 1500.00.'],
      [{ amount: '', reason: REASON }, 'Type 1500.00.'],
      [{ amount: '1500.000000001', reason: REASON }, 'Type 1500.00.'],
    ]
    for (const [fields, message] of wrong) {
      const refused = await decide(client, path, fields)
      expect([refused.status, refused.text.includes(message)]).toEqual([422, true])
    }
    expect(await entriesOf(harness, reviewed.id)).toEqual([])
    expect(await withdrawalOf(harness, reviewed.id)).toMatchObject({ approvedAt: null, version: 1 })
  })

  it('clears a frozen order once, at the version that was seen', async () => {
    const { harness } = shared
    const { frozen } = await consoleWorld(harness)
    const client = await signInAs(harness, 'ines', 'finance')
    const path = `/console/orders/${frozen.id}`
    const question = await client.get(`${path}/reject`)
    const seen = fieldsOf(question)
    const stale = await client.post(`${path}/clear`, { ...seen, version: '1', reason: REASON })
    expect([stale.status, stale.text.includes('decide again')]).toEqual([409, true])
    const cleared = await client.post(`${path}/clear`, { ...seen, reason: REASON })
    expect(cleared.headers.location).toBe(`/console/orders/${frozen.id}?env=test&done=cleared`)
    const again = await client.post(`${path}/reject`, { ...seen, reason: REASON })
    expect(again.status).toBe(409)
    expect(await entriesOf(harness, frozen.id)).toMatchObject([
      { actor: 'ines (finance)', action: 'orders clear' },
    ])
    const { text } = await client.get(path)
    expect(text).toContain(REASON)
    // The freeze stays in the list after the order is cleared.
    expect(text).toContain('<strong>Frozen</strong>')
    expect(factsIn(text)).toMatchObject({ 'Fee, 1 %': '0.25', Credited: '24.75' })
  })

  it('says of an order whose payment left the chain that it holds no money', async () => {
    const { harness } = shared
    const { merchant, paid } = await consoleWorld(harness)
    await simulate(harness, merchant, paid, { action: 'reorg' })
    await harness.pass(10_000)
    const store = await openOn(harness.database)
    const items = await store.read(orderItems)
    expect(items.find(({ subject }) => subject === paid.id)).toMatchObject({
      text: 'an order in test is frozen and holds no money, since its payment left the chain',
      hint: '`orders reject` ends it for good',
    })
    const client = await signInAs(harness, 'ines', 'finance')
    const path = `/console/orders/${paid.id}`
    for (const action of ['clear', 'reject'])
      expect((await client.get(`${path}/${action}`)).text).toContain('The order holds no money.')
    await decide(client, `${path}/reject`, { reason: REASON })
    const { text } = await client.get(path)
    expect(text).toContain('It held no money. This is final.')
    expect(text).not.toContain('keeps the money')
  })

  it('shows what a frozen order is about, and who has its money before and after its rejection', async () => {
    const { harness } = shared
    const { frozen } = await consoleWorld(harness)
    const client = await signInAs(harness, 'ines', 'finance')
    const path = `/console/orders/${frozen.id}`
    const { text: before } = await client.get(path)
    const [, sender = 'none'] = /Transfer seen: 25\.00.*?<p>From <[^>]* title="(\w+)"/s.exec(before) ?? []
    expect(before).toContain('It came in time, and is on hold.')
    expect(before).toContain('<strong>Received, on hold</strong>')
    expect(before).not.toContain('Rejected')
    expect(factsIn(before)).toMatchObject({ 'Fee, 1 %': '0.25', 'On hold': '24.75' })
    expect(factsIn(before)).not.toHaveProperty('Credited')
    for (const action of ['clear', 'reject']) {
      const text = (await client.get(`${path}/${action}`)).text.replaceAll(/<\/?b>/g, '')
      for (const fact of ['24.75 USDT', 'Screening flagged a transfer.', sender]) expect(text).toContain(fact)
    }
    const frozenAt = timeOf(before, 'Frozen')
    expect(frozenAt).toMatch(/^\d{4}-/)
    await harness.pass(60_000)
    await decide(client, `${path}/reject`, { reason: REASON })
    const { text: after } = await client.get(path)
    expect(after).toContain('Rejected, final')
    expect(after).toContain('It came in time, and the operator keeps the money.')
    expect(factsIn(after)).toMatchObject({
      'Fee, 1 %': '0.25',
      'Kept by the operator': '24.75',
      Credited: '0.00',
    })
    expect(timeOf(after, 'Frozen')).toBe(frozenAt)
    expect(timeOf(after, 'Rejected')).not.toBe(frozenAt)
  })

  it('claims no amount of today in what happened before', async () => {
    const { harness } = shared
    const { paid, merchant } = await consoleWorld(harness)
    const client = await signInAs(harness, 'ines', 'viewer')
    await simulate(harness, merchant, paid, { action: 'reorg' })
    await harness.pass(10_000)
    const { text } = await client.get(`/console/orders/${paid.id}`)
    expect(text).toContain('<strong>Paid</strong>')
    expect(text).not.toContain('Received 0.00 USDT')
  })

  it('tells a viewer which role decides on a withdrawal', async () => {
    const { harness } = shared
    const { reviewed } = await consoleWorld(harness)
    const client = await signInAs(harness, 'ines', 'viewer')
    const { text } = await client.get(`/console/withdrawals?open=${reviewed.id}`)
    expect(text).toContain('You are signed in as viewer. A decision needs finance.')
    expect(text).not.toContain('Approving counts')
  })

  it('refunds a paid order by the rules of refunds', async () => {
    const { harness } = shared
    const { paid } = await consoleWorld(harness)
    const client = await signInAs(harness, 'ines', 'finance')
    const path = `/console/orders/${paid.id}/refund`
    const destination = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
    const much = await decide(client, path, { refund: '25', destination, reason: REASON })
    expect([much.status, much.text.includes('at most 24.75 USDT')]).toEqual([409, true])
    const done = await decide(client, path, { refund: '5', destination, reason: REASON })
    expect(done.status).toBe(303)
    expect(await entriesOf(harness, paid.id)).toMatchObject([
      { actor: 'ines (finance)', action: 'orders refund', amount: '5.00', destination_address: destination },
    ])
    const { text } = await client.get(`/console/orders/${paid.id}`)
    expect(text).toContain('Held for a refund')
    expect(text).not.toContain('Held for a withdrawal')
    expect(factsIn(text)).toMatchObject({ 'Fee, 1 %': '0.25', Credited: '24.75', Refunds: '−5.00' })
  })

  it('makes one refund of a form that is sent twice, and takes no form without a key', async () => {
    const { harness } = shared
    const { paid, merchant } = await consoleWorld(harness)
    const client = await signInAs(harness, 'ines', 'finance')
    const path = `/console/orders/${paid.id}/refund`
    const answer = { refund: '5', destination: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', reason: REASON }
    const fields = fieldsOf(await client.get(path))
    const form = { ...fields, ...answer }
    const sent = await Promise.all([client.post(path, form), client.post(path, form)])
    const again = await client.post(path, form)
    expect([...sent, again].map(({ status }) => status)).toEqual([303, 303, 303])
    const other = await client.post(path, { ...form, refund: '6' })
    expect([other.status, other.text.includes('duplicate idempotency key')]).toEqual([409, true])
    for (const key of ['', 'x'.repeat(5_000)])
      expect((await client.post(path, { ...form, key })).status).toBe(409)
    const refunds = await harness.call('GET', `/v1/orders/${paid.id}/refunds`, { keys: merchant })
    expect(refunds.json).toMatchObject({ total: 1, refunds: [{ amount: '5.00' }] })
    expect(await entriesOf(harness, paid.id)).toMatchObject([{ action: 'orders refund', amount: '5.00' }])
    // The next form is another refund.
    expect((await decide(client, path, answer)).status).toBe(303)
    expect(await entriesOf(harness, paid.id)).toHaveLength(2)
  })

  it('answers about ids that do not exist, and takes hostile ids', async () => {
    const { harness } = shared
    const client = await signInAs(harness)
    for (const id of ['nothing', '%00', '%27%20OR%201=1', '..%2f..', '%F0%9F%92%A9', 'x'.repeat(2_000)])
      for (const path of [`/withdrawals/${id}/approve`, `/orders/${id}`, `/orders/${id}/clear`]) {
        const { status, text } = await client.get(`/console${path}`)
        expect([path, status, text.includes('<h1')]).toEqual([path, 404, true])
      }
  })
})
