import { describe, expect, it } from 'vitest'
import { pauseSigner } from '../../src/domain/chain/signer.js'
import { ConsoleClient, signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { consoleWorld } from '../support/console/console-world.js'
import { contextAt } from '../support/domain/context.js'
import { type Answer, Harness, ORDER, useHarness } from '../support/server/harness.js'
import { auditRows } from '../support/server/operator.js'
import { ENGINES, openOn, sideOf } from '../support/storage/engines.js'

const REASON = 'ticket 41'
const ENV = {
  ...WITH_CONSOLE,
  MERCHANTPAY_WEBHOOK_RETRY_DELAYS: '0,1,1,1,1,1',
  MERCHANTPAY_ADDRESS_COOLDOWN_SECONDS: '60',
}

const act = (client: ConsoleClient, path: string, fields: Record<string, string> = {}): Promise<Answer> =>
  client.submit(`/console${path}`, { reason: REASON, ...fields })

/** The value of the copy field, which is shown once. */
const secretIn = ({ text }: Answer): string => /id="secret"[^>]*>([^<]+)</.exec(text)?.[1] ?? ''

const actionsAbout = async (harness: Harness, subject: string) =>
  (await auditRows(harness, subject)).map(({ actor, action, details }) => [
    actor,
    action,
    (JSON.parse(details) as { reason: string | null }).reason,
  ])

describe.each(ENGINES)('an action of the console, on %s', { timeout: 60_000 }, (engine) => {
  const shared = useHarness(ENV, engine)

  it('sends a delivery again, and all failed ones with one audit entry', async () => {
    const { harness } = shared
    const { merchant } = await consoleWorld(harness)
    await harness.pass(10_000)
    const store = await openOn(harness.database)
    const failed = () =>
      store.read((tx) => tx.webhookHistory.listFailed({ environment: 'test', target: undefined, limit: 100 }))
    const before = await failed()
    expect(before.length).toBeGreaterThan(2)
    // Two servers may give ids in another order than times.
    const side = await sideOf(harness.database)
    await side.script(
      `UPDATE webhook_deliveries SET created_at = created_at - 60000 WHERE id = '${before[0]?.id}'`,
    )
    const paged: string[] = []
    for (let last: string | undefined; ; last = paged.at(-1)) {
      const page = { environment: 'test', target: undefined, before: last, limit: 1 } as const
      const [row] = await store.read((tx) => tx.webhookHistory.listFailed(page))
      if (!row) break
      paged.push(row.id)
    }
    expect(paged).toEqual((await failed()).map(({ id }) => id))
    expect(paged.at(-1)).toBe(before[0]?.id)
    const client = await signInAs(harness, 'omar', 'support')
    const listed = async (query: string) => (await client.get(`/console/deliveries?env=test${query}`)).text
    expect(await listed('')).toContain(`Send ${before.length} failed again`)
    expect(await listed('&merchant=none')).not.toContain('failed again')
    const [one] = before
    const done = await act(client, `/deliveries/${one?.id}/resend?env=test`)
    expect(done.status).toBe(303)
    expect(await actionsAbout(harness, one?.id ?? '')).toEqual([
      ['omar (support)', 'deliveries resend', REASON],
    ])
    const health = async () => (await client.get(`/console/merchants/${merchant.merchantId}?env=test`)).text
    expect(await health()).toContain(`${before.length - 1} failed`)
    expect((await act(client, '/deliveries/failed/resend?env=test')).status).toBe(303)
    expect(await health()).not.toMatch(/\d failed/)
    expect(await failed()).toEqual([])
    expect(await actionsAbout(harness, 'test')).toEqual([
      ['omar (support)', 'deliveries resend-failed', REASON],
    ])
    const none = await act(client, '/deliveries/failed/resend?env=test')
    expect([none.status, none.text.includes('no failed delivery waits')]).toEqual([409, true])
    await harness.pass(10_000)
  })

  it('creates a key whose secret works and is shown once, and revokes it', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    const client = await signInAs(harness)
    const created = await act(client, `/merchants/${merchantId}/create-key?env=test`, {
      name: 'till',
      scope: 'read',
    })
    const [, keyId = ''] = /(mk_test_\w+)/.exec(created.text) ?? []
    const keys = { keyId, secret: secretIn(created) }
    expect((await harness.call('GET', '/v1/merchants/me', { keys })).status).toBe(200)
    expect((await harness.call('POST', '/v1/orders', { keys, body: ORDER })).status).toBe(403)
    const page = await client.get(`/console/merchants/${merchantId}?env=test`)
    expect(page.text).toContain('till')
    expect(page.text).not.toContain(keys.secret)
    expect((await act(client, `/merchants/${merchantId}/keys/${keyId}/revoke`)).status).toBe(303)
    expect((await harness.call('GET', '/v1/merchants/me', { keys })).status).toBe(401)
    expect(await actionsAbout(harness, keyId)).toEqual([
      ['mira.k (admin)', 'keys create', REASON],
      ['mira.k (admin)', 'keys revoke', REASON],
    ])
    const unscoped = await act(client, `/merchants/${merchantId}/create-key?env=test`, { name: 'till' })
    expect([unscoped.status, unscoped.text.includes('choose at least one scope')]).toEqual([409, true])
  })

  it('activates a merchant with a live secret that is shown once, changes its tier and suspends it', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    const client = await signInAs(harness)
    const activated = await act(client, `/merchants/${merchantId}/activate`)
    expect(secretIn(activated)).toMatch(/^whsec_.{44}$/)
    const again = await act(client, `/merchants/${merchantId}/activate`)
    expect(again.headers.location).toBe(`/console/merchants/${merchantId}?done=activated`)
    expect((await act(client, `/merchants/${merchantId}/tier`, { tier: 'PREMIUM' })).status).toBe(303)
    expect((await act(client, `/merchants/${merchantId}/tier`, { tier: 'GOLD' })).status).toBe(409)
    const replaced = await act(client, `/merchants/${merchantId}/secret`)
    expect(secretIn(replaced)).not.toBe(secretIn(activated))
    expect((await act(client, `/merchants/${merchantId}/suspend`)).status).toBe(303)
    const merchant = await (await openOn(harness.database)).read((tx) => tx.merchants.find(merchantId))
    expect(merchant).toMatchObject({ status: 'SUSPENDED', tier: 'PREMIUM' })
    const actions = (await actionsAbout(harness, merchantId)).map(([actor, action]) => `${actor}: ${action}`)
    expect([...new Set(actions)]).toEqual([
      'mira.k (admin): merchants activate',
      'mira.k (admin): merchants tier',
      'mira.k (admin): secrets rotate',
      'mira.k (admin): merchants suspend',
    ])
  })

  it('makes a link that signs a person of a merchant in once, with the scopes that were chosen', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    const client = await signInAs(harness)
    const path = `/merchants/${merchantId}/sign-in-link?env=test`
    const unscoped = await act(client, path)
    expect([unscoped.status, unscoped.text.includes('choose at least one scope')]).toEqual([409, true])
    const made = await act(client, path, { scope: 'read' })
    expect(made.text).toContain('A link for read in test')
    const link = new URL(secretIn(made)).pathname
    const person = new ConsoleClient(harness)
    expect((await person.post(link)).headers.location).toBe('/dashboard')
    expect((await person.get('/dashboard')).status).toBe(200)
    // Without the scope of orders there is no payment to make.
    expect((await person.get('/dashboard/links/new')).status).toBe(403)
    expect((await new ConsoleClient(harness).post(link)).status).toBe(403)
    expect((await actionsAbout(harness, merchantId)).slice(0, 1)).toEqual([
      ['mira.k (admin)', 'dashboard link', REASON],
    ])
  })

  it('lets an owner of a merchant in, who is listed there', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    const client = await signInAs(harness)
    const path = `/merchants/${merchantId}/invite?env=test`
    const refused = await act(client, path, { mail: 'lena', name: 'Lena' })
    expect([refused.status, refused.text.includes('this is no mail address')]).toEqual([409, true])
    const made = await act(client, path, { mail: 'lena@shop.example', name: 'Lena' })
    expect(made.text).toContain('A link for lena@shop.example, owner')
    const person = new ConsoleClient(harness)
    await person.post(new URL(secretIn(made)).pathname)
    expect((await person.get('/dashboard/people')).status).toBe(200)
    expect((await client.get(`/console/merchants/${merchantId}?env=test`)).text).toContain(
      'lena@shop.example',
    )
  })

  it('attributes a transfer in suspense to a merchant', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json: order } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const simulate = (action: string) =>
      harness.call('POST', `/v1/test_helpers/orders/${order.id}/simulate`, { keys, body: { action } })
    await simulate('expire')
    await harness.pass(180_000, 20_000)
    await simulate('late_pay')
    await harness.pass(30_000, 5_000)
    const client = await signInAs(harness, 'ines', 'finance')
    const ledger = await client.get('/console/ledger?env=test')
    const [, path = ''] = /href="\/console(\/ledger\/attribute\/[^"?]+)/.exec(ledger.text) ?? []
    const { text: attention } = await client.get('/console?env=test')
    expect(attention).toContain(`href="/console${path}?env=test"`)
    const wrong = await act(client, `${path}?env=test`, { to: 'merchant' })
    expect([wrong.status, wrong.text.includes('name the order or the merchant')]).toEqual([409, true])
    const done = await act(client, `${path}?env=test`, { to: 'merchant', owner: keys.merchantId })
    expect(done.headers.location).toBe('/console/ledger?env=test&done=attributed')
    expect((await harness.call('GET', '/v1/balance', { keys })).json.available).toBe('25.00')
    expect(await actionsAbout(harness, keys.merchantId)).toEqual([
      ['ines (finance)', 'ledger attribute', REASON],
    ])
  })

  it('removes a destination of withdrawals', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    const store = await openOn(harness.database)
    const place = {
      merchantId,
      environment: 'live',
      network: 'TRC20',
      address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    } as const
    const createdAt = harness.clock.now()
    const destination = {
      id: 'stolen',
      label: 'Treasury',
      ...place,
      createdAt,
      usableAt: createdAt + 7_200_000,
    }
    await store.write(async (tx) => {
      await tx.destinations.insert(destination)
      await tx.destinations.insert({ ...destination, id: 'play', environment: 'test' })
    })
    const client = await signInAs(harness, 'ines', 'finance')
    const page = `/merchants/${merchantId}`
    const { text } = await client.get(`/console${page}`)
    expect(text).toContain('Free to use in 2 h')
    // Test money goes to a new destination at once.
    const test = (await client.get(`/console${page}?env=test`)).text
    expect([test.includes('Free to use<'), test.includes('Free to use in')]).toEqual([true, false])
    expect(text).toContain(`href="/console${page}/destinations/stolen/remove"`)
    expect((await client.get('/console/merchants/other/destinations/stolen/remove')).status).toBe(404)
    const done = await act(client, `${page}/destinations/stolen/remove`)
    expect(done.headers.location).toBe(`/console${page}?done=destination-removed`)
    expect((await client.get(`/console${page}`)).text).not.toContain('Treasury')
    expect(await actionsAbout(harness, 'stolen')).toEqual([['ines (finance)', 'destinations delete', REASON]])
    expect((await act(client, `${page}/destinations/stolen/remove`)).status).toBe(404)
  })

  it('resumes a paused signer', async () => {
    const { harness } = shared
    const id = { environment: 'test', network: 'ERC20' } as const
    const store = await openOn(harness.database)
    await store.write((tx) => pauseSigner(tx, contextAt(harness.clock), id, 'planted'))
    const client = await signInAs(harness)
    expect((await client.get('/console/system?env=test')).text).toContain('Paused')
    expect((await act(client, '/system/signer/test/ERC20/resume')).status).toBe(303)
    expect(await store.read((tx) => tx.chainConditions.list(id))).toEqual([])
    expect(await actionsAbout(harness, 'test/ERC20')).toEqual([['mira.k (admin)', 'signer resume', REASON]])
    expect((await act(client, '/system/signer/test/ERC20/resume')).status).toBe(404)
  })

  it('never shows a network ahead of its newest block', async () => {
    // Its networks cannot go on from the planted blocks.
    const harness = await Harness.start(ENV, { engine })
    await consoleWorld(harness)
    const side = await sideOf(harness.database)
    // Another server has recorded blocks that this process has not seen.
    await side.script(
      "UPDATE chain_cursors SET block_number = block_number + 1000 WHERE environment = 'test'",
    )
    const client = await signInAs(harness, 'ines', 'viewer')
    const { text } = await client.get('/console/system?env=test')
    const of = (label: string) =>
      [...text.matchAll(new RegExp(`<dt>${label}</dt><dd>([0-9,]*[0-9])`, 'g'))].map(([, value]) => value)
    expect(of('Recorded up to').length).toBeGreaterThan(0)
    expect(of('Newest block')).toEqual(of('Recorded up to'))
    expect(of('Behind')).toEqual(of('Recorded up to').map(() => '0'))
  })

  it('finds everything by one field, and exports what a list shows', async () => {
    const { harness } = shared
    const { merchant, paid, reviewed } = await consoleWorld(harness)
    const client = await signInAs(harness, 'ines', 'viewer')
    const found = async (text: string) =>
      (await client.get(`/console/search?q=${encodeURIComponent(text)}`)).headers.location
    expect(await found(paid.id)).toBe(`/console/orders/${paid.id}?env=test`)
    for (const name of [`${paid.order_number}`, `${paid.order_number}`.slice(4), `${paid.payment_url}`])
      expect([name, await found(name)]).toEqual([name, `/console/orders/${paid.id}?env=test`])
    expect(await found(reviewed.id)).toBe(`/console/withdrawals?open=${reviewed.id}&env=test`)
    expect(await found(reviewed.id.slice(0, 30))).toBe(`/console/withdrawals?open=${reviewed.id}&env=test`)
    const number = `${reviewed.withdrawal_number}`
    for (const beginning of [number.slice(0, 12).toLowerCase(), number.slice(4, 14)])
      expect(await found(beginning)).toBe(`/console/withdrawals?open=${reviewed.id}&env=test`)
    const listed = (await client.get('/console/deliveries?env=test')).text
    const [, delivery = ''] = /open=(wd_[0-9a-f]{32})/.exec(listed) ?? []
    expect(await found(delivery.slice(0, 33))).toBe(`/console/deliveries?open=${delivery}&env=test`)
    expect(await found(merchant.merchantId)).toBe(`/console/merchants/${merchant.merchantId}`)
    const { text: byName } = await client.get('/console/search?q=aDA%27S')
    expect(byName).toContain(`/console/merchants/${merchant.merchantId}"`)
    expect(await found(merchant.keyId)).toBe(`/console/merchants/${merchant.merchantId}?env=test`)
    const { text: byAddress } = await client.get(`/console/search?q=${paid.payment_address}`)
    expect(byAddress).toContain(String(paid.order_number))
    // The view is of the live environment, and the order of the other one.
    expect(byAddress).toContain('>Test</span>')
    const { text: inTest } = await client.get(`/console/search?q=${paid.payment_address}&env=test`)
    expect(inTest).not.toContain('>Test</span>')
    for (const beginning of [`${paid.payment_address}`.slice(0, 8).toLowerCase(), '25,00'])
      expect((await client.get(`/console/search?q=${beginning}&env=test`)).text).toContain(
        `${paid.order_number}`,
      )
    const { text: nothing } = await client.get('/console/search?q=nothing-like-it')
    expect(nothing).toContain('No match')
    const side = await sideOf(harness.database)
    const total = Number(
      await side.value(`SELECT COUNT(*) FROM orders WHERE merchant_id = '${merchant.merchantId}'`),
    )
    const csv = await client.get(`/console/orders.csv?env=test&merchant=${merchant.merchantId}`)
    expect(csv.headers['content-disposition']).toMatch(
      /^attachment; filename=orders-test-\d{4}-\d\d-\d\d\.csv$/,
    )
    expect(csv.text.trim().split('\r\n')).toHaveLength(total + 1)
    expect(csv.text).toContain(
      `${paid.id},${paid.order_number},${merchant.merchantId},Ada's Books,PAID,TRC20,25.00,25.00,24.75`,
    )
  })
})
