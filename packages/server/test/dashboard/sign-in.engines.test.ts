import { describe, expect, it } from 'vitest'
import { issueDashboardLink } from '../../src/domain/merchants/dashboard-links.js'
import { INVITATION_MS } from '../../src/domain/people/people.js'
import { ConsoleClient, signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { linkOf, signInWith } from '../support/dashboard/dashboard-client.js'
import { linkIn, openLink, signInPerson } from '../support/people/people-clients.js'
import { Harness, useHarness } from '../support/server/harness.js'
import { issueKeys } from '../support/server/issued-keys.js'
import { auditRows } from '../support/server/operator.js'
import { changeSecretsBeside, MANDATE } from '../support/server/operator-change.js'
import { ENGINES } from '../support/storage/engines.js'

const MINUTE_MS = 60_000

describe.each(ENGINES)('signing in to the dashboard, on %s', (engine) => {
  const shared = useHarness(WITH_CONSOLE, engine)

  it('takes a link of the API once, and only by its button', async () => {
    const { harness } = shared
    const link = await linkOf(harness, await harness.register())
    const client = new ConsoleClient(harness)
    const shown = await client.get(link)
    expect(shown.text).toContain('<form method="post"')
    expect(shown.headers['set-cookie']).toBeUndefined()
    const signedIn = await client.post(link)
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, '/dashboard'])
    expect((await client.get('/dashboard')).status).toBe(200)
    expect((await new ConsoleClient(harness).post(link)).status).toBe(403)
  })

  it('says on the page of an invitation which shop invites, as which role and until when, until the link is used', async () => {
    const { harness } = shared
    const { client } = await signInPerson(harness, (await harness.register()).merchantId)
    const submit = (path: string, fields: Record<string, string> = {}) =>
      client.submit(path, fields, '/dashboard/me?env=test')
    const fields = { name: 'Nele', mail: 'nele@shop.example', role: 'finance' }
    const before = harness.clock.real()
    const link = linkIn((await submit('/dashboard/people/new?env=test', fields)).text)
    const made = [before, harness.clock.real()]
    const facts = ['Ada&#39;s Books', '<strong>Finance</strong>', '<time ']
    const shownAt = async (path: string, language?: string) => {
      const { text, headers } = await new ConsoleClient(harness).get(
        path,
        language ? { 'accept-language': language } : {},
      )
      expect(headers['set-cookie']).toBeUndefined()
      return text
    }
    // A program that previews links reads it twice.
    for (const _ of [1, 2]) for (const fact of facts) expect(await shownAt(link)).toContain(fact)
    expect(await shownAt(link, 'de')).toContain('Ihre Rolle: <strong>Finanzen</strong>')
    const until = Date.parse(/<time datetime="([^"]*)"/.exec(await shownAt(link))?.[1] ?? '')
    expect(made.map((at) => Math.sign(until - INVITATION_MS - at))).toEqual([
      expect.toBeOneOf([0, 1]),
      expect.toBeOneOf([0, -1]),
    ])
    const nele = await openLink(harness, link)
    const home = await nele.get('/dashboard?env=test')
    // The name in the frame leads to the own page.
    expect(home.text).toMatch(
      /<div class="person"><a href="\/dashboard\/me\?env=test">[^/]*<\/span><span><strong>Nele/,
    )
    const id = [...(await client.get('/dashboard/people')).text.matchAll(/people\/(per_\w+)\?/g)].at(-1)?.[1]
    const later = linkIn((await submit(`/dashboard/people/${id}/link`)).text)
    for (const silent of [link, `${link.slice(0, -1)}_`, later])
      for (const fact of facts) expect(await shownAt(silent)).not.toContain(fact)
    expect(await shownAt(link)).toContain('This link signs you in once.')
  })

  it('takes a link of the operator, which the audit log records', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    const wanted = { merchantId, environment: 'test', scopes: ['read'] } as const
    const { token, scopes } = await changeSecretsBeside(harness, (tx, context) =>
      issueDashboardLink(tx, context, wanted, MANDATE),
    )
    expect(scopes).toEqual(['read'])
    const client = new ConsoleClient(harness)
    await client.post(`/dashboard/sign-in/${token}`)
    expect((await client.get('/dashboard')).status).toBe(200)
    expect(await auditRows(harness, merchantId)).toMatchObject([
      { actor: 'operator', action: 'dashboard link' },
      { actor: merchantId, action: 'dashboard sign-in' },
    ])
  })

  it('opens neither the console with a link of a merchant, nor the dashboard with one of an operator', async () => {
    const { harness } = shared
    const merchant = await signInWith(harness, await harness.register())
    const operator = await signInAs(harness)
    const swap = (cookie = '') => cookie.replace('merchantpay-dashboard', 'merchantpay-console')
    const asOperator = new ConsoleClient(harness)
    asOperator.cookie = swap(merchant.cookie)
    expect((await asOperator.get('/console')).status).toBe(401)
    const asMerchant = new ConsoleClient(harness)
    asMerchant.cookie = `${operator.cookie}`.replace('merchantpay-console', 'merchantpay-dashboard')
    expect((await asMerchant.get('/dashboard')).status).toBe(401)
    const link = await linkOf(harness, await harness.register())
    const crossed = await new ConsoleClient(harness).post(link.replace('/dashboard/', '/console/'))
    expect(crossed.status).toBe(403)
  })

  it('ends at once with the key that asked for the link', async () => {
    const { harness } = shared
    const registered = await harness.register()
    const keys = await issueKeys(harness, {
      merchantId: registered.merchantId,
      environment: 'test',
      scopes: ['read', 'keys'],
    })
    const client = await signInWith(harness, keys)
    const thief = new ConsoleClient(harness)
    thief.cookie = client.cookie
    expect((await client.get('/dashboard')).status).toBe(200)
    await harness.call('DELETE', `/v1/merchants/api-keys/${keys.keyId}`, { keys: registered })
    const ended = await client.get('/dashboard')
    expect([ended.status, client.cookie]).toEqual([401, undefined])
    expect((await thief.get('/dashboard')).status).toBe(401)
  })

  it('refuses a link that is older than ten minutes, and ends a session after eight hours', async () => {
    const harness = await Harness.start({}, { engine })
    const keys = await harness.register()
    const late = await linkOf(harness, keys)
    harness.clock.advanceReal(10 * MINUTE_MS)
    expect((await new ConsoleClient(harness).post(late)).status).toBe(403)
    harness.clock.advanceReal(-10 * MINUTE_MS)
    const client = await signInWith(harness, keys)
    harness.clock.advanceReal(8 * 60 * MINUTE_MS)
    expect((await client.get('/dashboard')).status).toBe(401)
  })

  it('is not there where its sessions would cross the network in clear text', async () => {
    const harness = await Harness.start({ MERCHANTPAY_PUBLIC_URL: 'http://pay.example' }, { engine })
    const keys = await harness.register()
    const asked = await harness.call('POST', '/v1/merchants/dashboard-links', { keys, body: {} })
    expect([asked.status, asked.json.error]).toEqual([403, 'forbidden'])
    expect((await new ConsoleClient(harness).get('/dashboard')).status).toBe(404)
  })

  it('makes at most 60 links an hour, and links of a narrow key that are no wider', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '1000' }, { engine })
    const keys = await harness.register()
    for (let made = 0; made < 60; made += 1) await linkOf(harness, keys)
    const refused = await harness.call('POST', '/v1/merchants/dashboard-links', { keys, body: {} })
    expect([refused.status, refused.json.error]).toEqual([429, 'rate limit exceeded'])
    const narrow = await issueKeys(harness, {
      merchantId: keys.merchantId,
      environment: 'test',
      scopes: ['read', 'keys'],
    })
    const wider = { keys: narrow, body: { scopes: ['withdrawals'] } }
    expect((await harness.call('POST', '/v1/merchants/dashboard-links', wider)).status).toBe(403)
  })
})
