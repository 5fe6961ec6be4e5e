import { describe, expect, it } from 'vitest'
import { ConsoleClient, tokenIn } from '../support/console/console-client.js'
import { holdForm } from '../support/console/held-form.js'
import { linkOf, signInWith } from '../support/dashboard/dashboard-client.js'
import { makeOwner, PAGE_ROUTES, pathOf } from '../support/dashboard/own-paths.js'
import { Harness, useHarness } from '../support/server/harness.js'
import { ENGINES } from '../support/storage/engines.js'

/** Many pages over one database, on a busy machine. */
const TIMEOUT_MS = 60_000

describe.each(ENGINES)('the dashboard, on %s,', { timeout: TIMEOUT_MS }, (engine) => {
  const shared = useHarness({}, engine)

  it('is framed by no site, stored by no cache, and tells no other site its addresses', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const client = await signInWith(harness, owner)
    const link = await linkOf(harness, owner)
    const signedOut = new ConsoleClient(harness)
    const answers = [
      await signedOut.get('/dashboard'),
      await signedOut.get(link),
      await signedOut.get('/dashboard/sign-in/x'),
      await client.get('/dashboard/none'),
    ]
    for (const { path } of PAGE_ROUTES) answers.push(await client.get(pathOf(path, owner)))
    for (const { headers } of answers) {
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("form-action 'self'")
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store, no-transform',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  it('keeps its session in a cookie that no script and no other site has, new for each sign-in', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const client = new ConsoleClient(harness)
    client.cookie = `merchantpay-dashboard=${'A'.repeat(43)}`
    const { headers } = await client.post(await linkOf(harness, keys))
    expect(`${headers['set-cookie']}`).toMatch(
      /^merchantpay-dashboard=[\w-]{43}; Max-Age=28800; Path=\/dashboard; HttpOnly; SameSite=Strict$/,
    )
    expect(client.cookie).not.toContain('AAAA')
    const [, token = ''] = `${client.cookie}`.split('=')
    expect((await client.get('/dashboard')).text).not.toContain(token)
  })

  it('asks for https in the cookie where it is served there', async () => {
    const harness = await Harness.start({ MERCHANTPAY_PUBLIC_URL: 'https://pay.example' }, { engine })
    const link = await linkOf(harness, await harness.register())
    const { headers } = await new ConsoleClient(harness).post(link)
    expect(`${headers['set-cookie']}`).toMatch(
      /^__Host-merchantpay-dashboard=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
  })

  it('ends a session everywhere when one of its tabs signs out', async () => {
    const { harness } = shared
    const tab = await signInWith(harness, await harness.register())
    const other = new ConsoleClient(harness)
    other.cookie = tab.cookie
    const form = { token: tokenIn((await other.get('/dashboard/links/new')).text) }
    await tab.submit('/dashboard/sign-out', {}, '/dashboard')
    expect((await other.get('/dashboard')).status).toBe(401)
    const late = await other.post('/dashboard/links/new', { ...form, amount: '25', network: 'TRC20' })
    expect(late.status).toBe(401)
  })

  it('makes nothing with a form that a stolen session held back until the session ended', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const person = await signInWith(harness, keys)
    const token = tokenIn((await person.get('/dashboard/links/new')).text)
    const order = { token, amount: '25', network: 'TRC20' }
    const finish = await holdForm(person, '/dashboard/links/new', order)
    await person.submit('/dashboard/sign-out', {}, '/dashboard')
    expect(await finish()).toBe(401)
    expect((await harness.call('GET', '/v1/payment-links', { keys })).json.total).toBe(0)
  })

  it('makes nothing with a form whose key was revoked after the page was read', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/merchants/api-keys', {
      keys,
      body: { environment: 'test' },
    })
    const other = { keyId: `${json.key_id}`, secret: `${json.secret}` }
    const client = await signInWith(harness, other)
    const token = tokenIn((await client.get('/dashboard/links/new')).text)
    await harness.call('DELETE', `/v1/merchants/api-keys/${other.keyId}`, { keys })
    const refused = await client.post('/dashboard/links/new', { token, amount: '25', network: 'TRC20' })
    expect([refused.status, client.cookie]).toEqual([401, undefined])
    expect((await harness.call('GET', '/v1/payment-links', { keys })).json.total).toBe(0)
  })

  it('leaves a link to its person, however often programs have read it before', async () => {
    const { harness } = shared
    const link = await linkOf(harness, await harness.register())
    const preview = { isSigned: false, headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0' } }
    for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS', 'GET']) await harness.call(method, link, preview)
    const person = new ConsoleClient(harness)
    expect((await person.post(link, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await person.post(link)).status).toBe(303)
    expect((await person.get('/dashboard')).status).toBe(200)
  })
})
