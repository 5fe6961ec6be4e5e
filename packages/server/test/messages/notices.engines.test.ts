import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_CHANGE } from '../../src/domain/merchants/brand.js'
import { changeBrand } from '../../src/domain/merchants/merchant-brands.js'
import { DAY_MS, HOUR_MS } from '../../src/domain/shared/policy.js'
import { ConsoleClient } from '../support/console/console-client.js'
import { MailServer } from '../support/messages/mail-server.js'
import { signInPerson } from '../support/people/people-clients.js'
import { Harness, ORDER, type Registered } from '../support/server/harness.js'
import { changeBeside, MANDATE } from '../support/server/operator-change.js'
import { ENGINES } from '../support/storage/engines.js'
import { PAYEE, withdraw } from '../support/withdrawals/withdrawals.js'

describe.each(ENGINES)('notices, on %s', { timeout: 90_000 }, (engine) => {
  let mails: MailServer
  beforeAll(async () => {
    mails = await MailServer.open()
  })
  afterAll(() => mails.stop())

  async function begin(role: 'owner' | 'cashier' | 'viewer' = 'owner') {
    const harness = await Harness.start(mails.env, { engine })
    const keys = await harness.register()
    const { client, person } = await signInPerson(harness, keys.merchantId, role)
    const mailsOf = () => mails.to(person.mail)
    return { harness, keys, client, person, mailsOf, subjects: () => mailsOf().map(({ subject }) => subject) }
  }

  /** Chooses notices on the own page. */
  async function choose(client: ConsoleClient, notices: readonly string[], language = 'en') {
    const token =
      /name="token" value="([^"]+)"/.exec((await client.get('/dashboard/me/notices?env=test')).text)?.[1] ??
      ''
    const form = new URLSearchParams({ token, language })
    for (const notice of notices) form.append('notice', notice)
    const answer = await client.harness.call('POST', '/dashboard/me/notices?env=test', {
      isSigned: false,
      bytes: `${form}`,
      headers: { cookie: `${client.cookie}`, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.headers.location).toBe('/dashboard/me/notices?done=notices&env=test')
  }

  async function order(harness: Harness, keys: Registered, ...actions: string[]): Promise<string> {
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    for (const action of actions)
      await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, { keys, body: { action } })
    await harness.pass(20_000, 5_000)
    return json.id
  }

  it('tell each person once what was chosen, in the language that was chosen', async () => {
    const { harness, keys, client, person, mailsOf } = await begin()
    await choose(client, ['paid', 'test'], 'es')
    const other = await signInPerson(harness, keys.merchantId, 'viewer')
    const id = await order(harness, keys, 'pay')
    await harness.pass(120_000, 60_000)
    expect(mailsOf().map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Pagado: [\d.]+ USDT, /)])
    const [mail] = mailsOf()
    expect(mail?.text).toContain('Han llegado')
    expect(mail?.text).toContain('Entorno de prueba')
    expect(mail?.text).toContain(`/dashboard/orders/${id}?env=test`)
    expect(mail?.headers.get('list-unsubscribe')).toMatch(/^<http:\/\/[^>]+\/dashboard\/stop\/[\w-]+>$/)
    expect(mails.to(other.person.mail)).toEqual([])
    await changeBeside(harness, (tx) => tx.people.remove(person.id, 1))
    await order(harness, keys, 'pay')
    expect(mailsOf()).toHaveLength(1)
  })

  it('are about too little, too late, withdrawals and new destinations, and about tests only where chosen', async () => {
    const { harness, keys, client, subjects } = await begin()
    await order(harness, keys, 'underpay')
    expect(subjects()).toEqual([])
    await choose(client, ['underpaid', 'refund_needed', 'withdrawal', 'test'])
    await order(harness, keys, 'underpay')
    await order(harness, keys, 'expire', 'late_pay')
    await order(harness, keys, 'pay')
    await withdraw(harness, keys)
    const body = { label: 'Safe', network: 'TRC20', address: PAYEE.TRC20 }
    await harness.call('POST', '/v1/withdrawals/destinations', { keys, body })
    await harness.pass(60_000, 5_000)
    expect(
      subjects()
        .map((subject) => subject.split(':')[0])
        .sort(),
    ).toEqual(['New destination for withdrawals', 'Paid late', 'Sent', 'Underpaid'])
  })

  it('stop with one click, without a session, but an owner always learns of a new destination', async () => {
    const { harness, keys, client, mailsOf } = await begin()
    await choose(client, ['paid', 'summary', 'test'])
    await order(harness, keys, 'pay')
    const stranger = new ConsoleClient(harness)
    const stopOf = () => {
      const [, url = ''] = /<([^>]+)>/.exec(mailsOf().at(-1)?.headers.get('list-unsubscribe') ?? '') ?? []
      return new URL(url).pathname
    }
    const path = stopOf()
    expect((await stranger.get(path)).text).toContain('Stop these mails')
    await order(harness, keys, 'pay')
    expect(mailsOf()).toHaveLength(2)
    const headers = { 'sec-fetch-site': 'cross-site' }
    const stopped = await stranger.post(path, { 'List-Unsubscribe': 'One-Click' }, headers)
    expect([stopped.status, stopped.text.includes('Stopped')]).toEqual([200, true])
    await order(harness, keys, 'pay')
    expect(mailsOf()).toHaveLength(2)
    expect((await client.get('/dashboard/me/notices')).text).toMatch(/value="summary" checked/)
    expect((await stranger.post('/dashboard/stop/abc')).status).toBe(403)
    const destination = { label: 'Safe', network: 'TRC20', address: PAYEE.TRC20 }
    await harness.call('POST', '/v1/withdrawals/destinations', { keys, body: destination })
    await harness.work()
    expect(mailsOf()).toHaveLength(3)
    // Test money waits for no destination.
    expect(mailsOf().at(-1)?.text.replace(/\s+/g, ' ')).toContain(
      'It needs no review. If your shop did not add it',
    )
    expect((await stranger.post(stopOf())).status).toBe(403)
  })

  it('show an owner who else is told and what no one is told, and others only their own', async () => {
    const { harness, keys, client } = await begin()
    const rowOf = (page: string, kind: string) =>
      page
        .split('<tr>')
        .find((row) => row.includes(`name="notice" value="${kind}"`))
        ?.replace(/<[^>]+>/g, ' ') ?? ''
    await choose(client, [])
    const pageOf = async (by: ConsoleClient) => (await by.get('/dashboard/me/notices')).text
    expect(rowOf(await pageOf(client), 'endpoint_failing')).toContain('No one is told')
    expect(rowOf(await pageOf(client), 'new_destination')).toContain('–')
    const finance = await signInPerson(harness, keys.merchantId, 'finance')
    const shown = await pageOf(client)
    expect(rowOf(shown, 'withdrawal')).toContain(finance.person.name)
    expect(rowOf(shown, 'summary')).not.toContain('No one is told')
    await choose(finance.client, ['summary'])
    expect(rowOf(await pageOf(client), 'summary')).toContain(finance.person.name)
    expect(rowOf(await pageOf(client), 'withdrawal')).toContain('No one is told')
    expect(await pageOf(finance.client)).not.toContain('Also told')
    expect(shown).toContain('Underpaid: 10.00 of 18.50 USDT, ord_R80YD2GZYVDQ')
  })

  it('follow the role: a cashier chooses payments alone', async () => {
    const { harness, keys, client, subjects } = await begin('cashier')
    const page = (await client.get('/dashboard/me/notices')).text
    expect([...page.matchAll(/name="notice" value="(\w+)"/g)].map(([, each]) => each)).toEqual([
      'paid',
      'underpaid',
      'overpaid',
      'test',
    ])
    await choose(client, ['paid', 'withdrawal', 'summary', 'test'])
    await order(harness, keys, 'pay')
    await withdraw(harness, keys)
    await harness.pass(2 * DAY_MS, DAY_MS)
    expect(subjects()).toEqual([expect.stringMatching(/^Paid: /)])
  })

  it('sum up the day before, in the morning of the time zone of the merchant', async () => {
    const { harness, keys, client, subjects } = await begin()
    const { merchantId: id } = keys
    await changeBeside(harness, (tx, context) =>
      changeBrand(tx, context, { id, change: { ...NO_CHANGE, timeZone: 'Asia/Tokyo' } }, MANDATE),
    )
    await order(harness, keys, 'pay')
    await choose(client, ['summary', 'test'])
    for (let hour = 0; hour < 26; hour += 1) await harness.pass(HOUR_MS, HOUR_MS)
    const paid = subjects().filter((subject) => !subject.endsWith(': 0.00 USDT'))
    expect(paid).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d: [1-9][\d.]* USDT$/)])
    const days = subjects().map((subject) => subject.split(':')[0])
    expect(new Set(days).size).toBeLessThanOrEqual(2)
  })

  it('name an endpoint that has accepted nothing for an hour, once', async () => {
    const { harness, keys, client, subjects } = await begin()
    await choose(client, ['endpoint_failing', 'test'])
    const body = { url: 'https://shop.invalid/hooks', events: ['payment.confirmed'] }
    expect((await harness.call('POST', '/v1/webhooks', { keys, body })).status).toBe(201)
    await order(harness, keys, 'pay')
    expect(subjects()).toEqual([])
    for (let passed = 0; passed < 4; passed += 1) await harness.pass(HOUR_MS, HOUR_MS)
    expect(subjects()).toEqual(['Webhooks are not accepted'])
  })
})
