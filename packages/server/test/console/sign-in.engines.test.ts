import { describe, expect, it } from 'vitest'
import { revokeSession } from '../../src/domain/sessions/sessions.js'
import { ConsoleClient, linkFor, signInAs, tokenIn, WITH_CONSOLE } from '../support/console/console-client.js'
import { holdForm } from '../support/console/held-form.js'
import { Harness, useHarness } from '../support/server/harness.js'
import { auditRows } from '../support/server/operator.js'
import { changeBeside, MANDATE } from '../support/server/operator-change.js'
import { ENGINES, openOn, sideOf } from '../support/storage/engines.js'

const MINUTE_MS = 60_000
const CROSS_SITE = { 'sec-fetch-site': 'cross-site' }

describe.each(ENGINES)('signing in to the console, on %s', (engine) => {
  const shared = useHarness(WITH_CONSOLE, engine)

  it('takes a link once, and only by its button', async () => {
    const { harness } = shared
    const link = await linkFor(harness)
    const client = new ConsoleClient(harness)
    // As programs do that preview links, and browsers that load pages ahead.
    for (let preview = 0; preview < 3; preview += 1) {
      const shown = await client.get(link)
      expect(shown.status).toBe(200)
      expect(shown.text).toContain('<form method="post">')
      expect(shown.headers['set-cookie']).toBeUndefined()
    }
    const signedIn = await client.post(link)
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, '/console'])
    expect((await client.get('/console')).text).toContain('mira.k')
    const again = await new ConsoleClient(harness).post(link)
    expect(again.status).toBe(403)
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  it('offers the page that was asked for to those who are signed in already', async () => {
    const asked = '/console/orders?q=two+books&env=test'
    const { status, text } = await new ConsoleClient(shared.harness).get(asked)
    expect([status, text.includes(`<a href="${asked.replace('&', '&amp;')}">`)]).toEqual([401, true])
  })

  it('takes a link from one of several that use it at once', async () => {
    const { harness } = shared
    const link = await linkFor(harness)
    const answers = await Promise.all([1, 2, 3, 4].map(() => new ConsoleClient(harness).post(link)))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403, 403, 403])
  })

  it('refuses a link that is older than ten minutes, and ends a session after eight hours', async () => {
    const harness = await Harness.start(WITH_CONSOLE, { engine })
    const late = await linkFor(harness)
    harness.clock.advanceReal(10 * MINUTE_MS)
    expect((await new ConsoleClient(harness).post(late)).status).toBe(403)
    const link = await linkFor(harness)
    harness.clock.advanceReal(-MINUTE_MS)
    const client = new ConsoleClient(harness)
    await client.post(link)
    harness.clock.advanceReal(8 * 60 * MINUTE_MS - 1_000)
    expect((await client.get('/console')).status).toBe(200)
    harness.clock.advanceReal(1_001)
    expect((await client.get('/console')).status).toBe(401)
  })

  it('sets a cookie that scripts and other sites cannot use, and stores no token', async () => {
    const { harness } = shared
    const client = new ConsoleClient(harness)
    const link = await linkFor(harness)
    const { headers } = await client.post(link)
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^merchantpay-console=[\w-]{43}; Max-Age=28800; Path=\/console; HttpOnly; SameSite=Strict$/,
      ),
    ])
    const token = `${client.cookie}`.split('=')[1] ?? ''
    const side = await sideOf(harness.database)
    const stored = JSON.stringify(
      [
        ...(await side.rows('SELECT * FROM page_sessions')),
        ...(await side.rows('SELECT * FROM sign_in_links')),
      ],
      (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value),
    )
    expect(stored).toContain('mira.k')
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(link.split('/').at(-1))
  })

  it('uses a cookie for this host alone where the public URL is https', async () => {
    const env = { ...WITH_CONSOLE, MERCHANTPAY_PUBLIC_URL: 'https://pay.example/shop' }
    const harness = await Harness.start(env, { engine })
    const client = new ConsoleClient(harness)
    const { headers } = await client.post(`/shop${await linkFor(harness)}`)
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-merchantpay-console=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ])
    expect(headers.location).toBe('/shop/console')
    expect((await client.get('/shop/console')).status).toBe(200)
  })

  it('ends a stolen session by signing out, by its revocation, and for no other area', async () => {
    const { harness } = shared
    const client = await signInAs(harness)
    const thief = new ConsoleClient(harness)
    thief.cookie = client.cookie
    expect((await thief.get('/console')).status).toBe(200)
    await client.submit('/console/sign-out', {})
    expect(client.cookie).toBeUndefined()
    expect((await thief.get('/console')).status).toBe(401)
    const store = await openOn(harness.database)
    const other = await signInAs(harness, 'noor')
    const sessions = await store.read((tx) => tx.sessions.list(harness.clock.real()))
    const { id = '' } = sessions.find(({ area, holder }) => area === 'console' && holder === 'noor') ?? {}
    await changeBeside(harness, (tx, context) => revokeSession(tx, context, id, MANDATE))
    expect(await auditRows(harness, id)).toMatchObject([{ action: 'console revoke' }])
    expect((await other.get('/console')).status).toBe(401)
  })

  it('does nothing for a form that a stolen session held back until the session ended', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    const person = await signInAs(harness)
    const path = `/console/merchants/${merchantId}/suspend`
    const token = tokenIn((await person.get(path)).text)
    const before = await auditRows(harness, merchantId)
    const finish = await holdForm(person, path, { token, reason: 'planted' })
    await person.submit('/console/sign-out', {})
    expect(await finish()).toBe(401)
    expect(await auditRows(harness, merchantId)).toEqual(before)
    const other = await signInAs(harness)
    expect((await other.submit(path, { reason: 'planted' }, path)).status).toBe(303)
    expect(await auditRows(harness, merchantId)).toHaveLength(before.length + 1)
  })

  it('keeps valid sessions of an address that tries too many others, and clears the cookie of those', async () => {
    const harness = await Harness.start(WITH_CONSOLE, { engine })
    const person = await signInAs(harness)
    const statuses = new Set<number>()
    for (let attempt = 0; attempt < 31; attempt += 1) {
      const thief = new ConsoleClient(harness)
      thief.cookie = `merchantpay-console=${'A'.repeat(43)}`
      statuses.add((await thief.get('/console')).status)
      expect(thief.cookie).toBeUndefined()
    }
    expect(statuses).toEqual(new Set([401, 429]))
    expect((await person.get('/console')).status).toBe(200)
  })

  it.each([
    ['another role', "grants = 'admin'"],
    ['another name', "holder = 'mira.k'"],
    ['a later end', 'expires_at = expires_at + 60000'],
    ['no seal', 'seal = NULL'],
  ])('opens nothing for a row to which the database gave %s', async (_, change) => {
    const { harness } = shared
    const side = await sideOf(harness.database)
    const client = await signInAs(harness, 'vera', 'viewer')
    expect((await client.get('/console')).status).toBe(200)
    const link = await linkFor(harness, 'vera', 'viewer')
    for (const table of ['page_sessions', 'sign_in_links'])
      await side.script(`UPDATE ${table} SET ${change} WHERE holder = 'vera'`)
    expect((await client.get('/console')).status).toBe(401)
    expect((await new ConsoleClient(harness).post(link)).status).toBe(403)
  })

  it('takes no form without the token of its session, and none that another site sends', async () => {
    const { harness } = shared
    const client = await signInAs(harness)
    const other = await signInAs(harness, 'eve')
    const token = tokenIn((await client.get('/console')).text)
    const othersToken = tokenIn((await other.get('/console')).text)
    const refused = async (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      (await client.post('/console/sign-out', fields, headers)).status
    expect(await refused({})).toBe(403)
    expect(await refused({ token: '' })).toBe(403)
    expect(await refused({ token: othersToken })).toBe(403)
    expect(await refused({ token }, CROSS_SITE)).toBe(403)
    expect(await refused({ token }, { 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await refused({ token }, { 'content-type': 'text/plain' })).toBe(415)
    expect((await client.get('/console')).status).toBe(200)
    // A request of another site comes without the cookie, and must not clear it.
    const signedOut = await new ConsoleClient(harness).post('/console/sign-out', {}, CROSS_SITE)
    expect([signedOut.status, signedOut.headers['set-cookie']]).toEqual([403, undefined])
    const link = await linkFor(harness)
    const crossSite = await new ConsoleClient(harness).post(link, {}, CROSS_SITE)
    expect(crossSite.status).toBe(403)
    expect((await client.post('/console/sign-out', { token })).status).toBe(200)
  })

  it('forbids frames, referrers, indexing and everything that its policy does not name', async () => {
    const { harness } = shared
    const client = await signInAs(harness)
    for (const path of ['/console', await linkFor(harness), '/console/nothing', '/console/sign-in/']) {
      const { headers } = await client.get(path)
      const policy = `${headers['content-security-policy']}`
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain('unsafe')
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'cache-control': 'no-store, no-transform',
      })
    }
  })

  it('shows how to sign in without a session, and tells nothing of what exists', async () => {
    const { harness } = shared
    const visitor = new ConsoleClient(harness)
    for (const path of ['/console', '/console/orders', '/console/nothing']) {
      const { status, text } = await visitor.get(path)
      expect(status).toBe(401)
      expect(text).toContain('merchantpay-server console --as')
    }
    visitor.cookie = `merchantpay-console=${'A'.repeat(43)}`
    expect((await visitor.post('/console/withdrawals', { token: 'x' })).status).toBe(401)
  })

  it('refuses an address that tries too many links, and takes a right one from there', async () => {
    const harness = await Harness.start(WITH_CONSOLE, { engine })
    const visitor = new ConsoleClient(harness)
    const statuses = new Set<number>()
    for (let attempt = 0; attempt < 31; attempt += 1)
      statuses.add((await visitor.post(`/console/sign-in/${'B'.repeat(43)}`)).status)
    expect(statuses).toEqual(new Set([403, 429]))
    const link = await linkFor(harness)
    expect((await new ConsoleClient(harness).post(link)).status).toBe(303)
    // It was used up, and is a wrong one now.
    expect((await new ConsoleClient(harness).post(link)).status).toBe(429)
  })

  it('writes who made a link and who used it', async () => {
    const { harness } = shared
    await signInAs(harness, 'ines', 'support')
    expect(await auditRows(harness, 'ines')).toMatchObject([
      { actor: 'operator', action: 'console link' },
      { actor: 'ines', action: 'console sign-in' },
    ])
  })
})

describe('a console that is switched off', () => {
  it('answers 404 everywhere', async () => {
    const harness = await Harness.start()
    for (const path of ['/console', '/console/orders', '/console/sign-in/x'])
      expect((await harness.call('GET', path, { isSigned: false })).status).toBe(404)
  })
})
