import { describe, expect, it } from 'vitest'
import { BRAND_ROUTES } from '../../src/dashboard/brand/brand-routes.js'
import { PEOPLE_ROUTES } from '../../src/dashboard/people/people-routes.js'
import { ROUTES } from '../../src/dashboard/routes.js'
import { invitePerson, removePerson } from '../../src/domain/people/people.js'
import type { Right } from '../../src/domain/people/person-roles.js'
import { PERSON_ROLES, type PersonRole } from '../../src/domain/shared/person-role.js'
import { DAY_MS, HOUR_MS } from '../../src/domain/shared/policy.js'
import { type ConsoleClient, tokenIn } from '../support/console/console-client.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { makeOwner, PAGE_ROUTES, pathOf } from '../support/dashboard/own-paths.js'
import { linkIn, openLink, signInAgain, signInPerson } from '../support/people/people-clients.js'
import { Harness, ORDER, type Registered, useHarness } from '../support/server/harness.js'
import { setMerchantStatus } from '../support/server/merchant-status.js'
import { auditRows } from '../support/server/operator.js'
import { changeBeside, changeSecretsBeside } from '../support/server/operator-change.js'
import { ENGINES } from '../support/storage/engines.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

/** Many pages over one database, on a busy machine. */
const TIMEOUT_MS = 60_000
/** The rights of each role. */
const MATRIX: Readonly<Record<PersonRole, readonly Right[]>> = {
  owner: ['read', 'sales', 'orders', 'refunds', 'withdrawals', 'keys', 'people', 'brand'],
  finance: ['read', 'sales', 'orders', 'refunds', 'withdrawals'],
  support: ['read', 'sales', 'orders', 'refunds'],
  cashier: ['sales', 'orders'],
  viewer: ['read', 'sales'],
}
const SESSION = /\/sessions\/([\w-]+)\/end/g
const HOME = '/dashboard?env=test'

const submit = (client: ConsoleClient, path: string, fields: Record<string, string> = {}) =>
  client.submit(path, fields, '/dashboard/me?env=test')

const LINK = { amount_mode: 'FIXED', amount: '30.00', currency: 'USDT', uses: 'MANY' }

describe.each(ENGINES)('the people of a merchant, on %s', { timeout: TIMEOUT_MS }, (engine) => {
  const shared = useHarness({}, engine)

  async function shop() {
    const { harness } = shared
    const keys = await harness.register()
    return { harness, keys, ...(await signInPerson(harness, keys.merchantId)) }
  }

  it('open what their role may open, in all routes, and nothing of another merchant', async () => {
    const { harness } = shared
    const owned = await makeOwner(harness)
    const { person } = await signInPerson(harness, owned.merchantId)
    const other = await harness.register()
    const targetOf = (path: string) =>
      `${pathOf(path, { ids: { ...owned.ids, people: person.id } }).replace(':session', 'none')}?env=test`
    for (const role of PERSON_ROLES) {
      const { client } = await signInPerson(harness, owned.merchantId, role)
      const stranger = (await signInPerson(harness, other.merchantId, role)).client
      const tokens = [client, stranger].map(async (each) => tokenIn((await each.get('/dashboard/me')).text))
      const [token = '', strange = ''] = await Promise.all(tokens)
      for (const { path, needs, read, submit: form } of [...ROUTES, ...BRAND_ROUTES, ...PEOPLE_ROUTES]) {
        const target = targetOf(path)
        const isOpen = needs.every((need) => MATRIX[role].includes(need))
        if (read)
          expect([role, path, (await client.get(target)).status !== 403]).toEqual([role, path, isOpen])
        if (form && !isOpen)
          expect([role, path, (await client.post(target, { token })).status]).toEqual([role, path, 403])
        if (!isOpen || !path.includes('/:id')) continue
        if (read) expect([role, path, (await stranger.get(target)).status]).toEqual([role, path, 404])
        const theirs = form ? (await stranger.post(target, { token: strange })).status : 404
        // A form that lacks its fields is refused before its object is read.
        expect([role, path, theirs === 404 || theirs === 422]).toEqual([role, path, true])
      }
    }
  })

  it('see what they sell alone as cashiers: links, and the orders of today', async () => {
    const harness = await Harness.start({}, { engine })
    const keys = await harness.register()
    const old = (await harness.call('POST', '/v1/orders', { keys, body: ORDER })).json
    const link = (await harness.call('POST', '/v1/payment-links', { keys, body: LINK })).json
    const pay = () =>
      fetch(`${harness.server.url}${new URL(`${link.url}`).pathname}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ network: 'TRC20' }),
      })
    await pay()
    harness.clock.advance(DAY_MS)
    const { client } = await signInPerson(harness, keys.merchantId, 'cashier')
    const linkText = async () => (await client.get(`/dashboard/links/${link.id}?env=test`)).text
    expect(await linkText()).toContain('No payer has opened an order yet.')
    await pay()
    expect((await linkText()).match(/dashboard\/orders\/[0-9a-f-]{36}/g)).toHaveLength(1)
    expect(await linkText()).toContain('Orders: 1')
    const fields = { amount: '30', amount_mode: 'FIXED', uses: 'ONCE' }
    const made = await submit(client, '/dashboard/links/new?env=test', fields)
    expect((await client.get(`${made.headers.location}`)).status).toBe(200)
    const today = (await harness.call('POST', '/v1/orders', { keys, body: ORDER })).json
    expect((await client.get(HOME)).headers.location).toBe('/dashboard/orders?env=test')
    for (const query of ['', `&q=${old.order_number}`, '&from=2020-01-01', '&status=OPEN']) {
      const { text } = await client.get(`/dashboard/orders?env=test${query}`)
      expect([query, text.includes(`/orders/${old.id}`)]).toEqual([query, false])
    }
    const listed = (await client.get('/dashboard/orders?env=test')).text
    expect([listed.includes(`/orders/${today.id}`), listed.includes('received')]).toEqual([true, false])
    for (const page of ['', '/share']) {
      expect((await client.get(`/dashboard/orders/${old.id}${page}?env=test`)).status).toBe(404)
      expect((await client.get(`/dashboard/orders/${today.id}${page}?env=test`)).status).toBe(200)
    }
  })

  it('refund as support up to the limit of the merchant in 24 hours, also two at once', async () => {
    const harness = await Harness.start({}, { engine })
    const keys = await harness.register()
    const owner = await signInPerson(harness, keys.merchantId)
    const { client } = await signInPerson(harness, keys.merchantId, 'support')
    const paid: string[] = []
    for (let n = 0; n < 3; n += 1) paid.push(await payOrder(harness, keys))
    const refund = async (id: string | undefined, amount: string) => {
      const path = `/dashboard/orders/${id}/refund?env=test`
      const [, key = ''] = /name="key" value="([^"]+)"/.exec((await client.get(path)).text) ?? []
      return submit(client, path, { amount, address: PAYEE.TRC20, key })
    }
    const limit = await submit(owner.client, '/dashboard/people/refund-limit?env=test', { amount: '40,00' })
    expect(limit.headers.location).toBe('/dashboard/people?done=refund_limit&env=test')
    expect((await owner.client.get('/dashboard/people?env=test')).text).toMatch(/up to <bdi[^>]*>40.00</)
    const both = await Promise.all([refund(paid[0], '20'), refund(paid[1], '20')])
    expect(both.map(({ status }) => status).sort()).toEqual([303, 422])
    const more = await refund(paid[2], '20')
    expect([more.status, more.text.includes('At most 40.00 USDT of refunds in 24 hours')]).toEqual([
      422,
      true,
    ])
    const reviewOf = (amount: string) =>
      submit(client, `/dashboard/orders/${paid[2]}/refund/review?env=test`, {
        how_much: 'other',
        amount,
        address: PAYEE.TRC20,
      })
    const form = await client.get(`/dashboard/orders/${paid[2]}/refund?env=test`)
    for (const { text } of [form, await reviewOf('20')])
      expect(text.replace(/<[^>]*>/g, '')).toContain(
        'Left of your limit for 24 hours, fees included: 18.50 of 40.00 USDT.',
      )
    const shown = async (amount: string) => {
      const { text } = await reviewOf(amount)
      return [text.includes('It is above your limit.'), text.includes('name="compared"')]
    }
    expect([await shown('17.000001'), await shown('17')]).toEqual([
      [true, false],
      [false, true],
    ])
    expect((await submit(client, '/dashboard/withdraw?env=test', { amount: '1' })).status).toBe(403)
    harness.clock.advance(DAY_MS)
    expect((await refund(paid[2], '20')).status).toBe(303)
    expect((await submit(client, '/dashboard/people/refund-limit', { amount: '9' })).status).toBe(403)
  })

  it('have pages whose links and forms all stay in the environment', async () => {
    const { harness } = shared
    const owned = await makeOwner(harness)
    const { client, person } = await signInPerson(harness, owned.merchantId)
    for (const { path } of [...PAGE_ROUTES, ...PEOPLE_ROUTES.filter(({ read }) => read)]) {
      const { status, text } = await client.get(
        `${pathOf(path, { ids: { ...owned.ids, people: person.id } })}?env=test`,
      )
      expect([path, status]).toEqual([path, 200])
      const [, ...ways] = text.split(/(?:href|action)="(?=\/dashboard)/).map((part) => part.split('"')[0])
      const lost = ways.filter((way) => !/env=test|\/sign-out$|env=live/.test(`${way}`))
      const searches = text.match(/<form(?![^>]*method="post")/g)?.length ?? 0
      expect([path, lost]).toEqual([path, []])
      expect([path, text.match(/name="env" value="test"/g)?.length ?? 0]).toEqual([path, searches])
    }
  })

  it('choose the environment, which their pages and forms keep; before the activation it is test', async () => {
    const { harness, keys, client } = await shop()
    expect((await client.get('/dashboard?env=live')).text).toContain('Test environment: no real money')
    expect((await client.get('/dashboard/environment')).text).toContain(
      'once your provider has activated you',
    )
    await setMerchantStatus(harness, keys.merchantId, 'ACTIVE')
    const live = await client.get('/dashboard')
    expect(live.text).not.toContain('Test environment: no real money')
    expect(live.text).toContain('href="/dashboard?env=test"')
    const fields = { amount: '30', amount_mode: 'FIXED', uses: 'ONCE' }
    const made = await submit(client, '/dashboard/links/new?env=test', fields)
    expect(made.headers.location).toMatch(/^\/dashboard\/links\/pl_\w+\?env=test$/)
    const { json } = await harness.call('GET', '/v1/payment-links', { keys })
    expect(json.total).toBe(1)
    const path = `${made.headers.location}`.replace('test', 'live')
    expect((await client.get(path)).status).toBe(404)
  })

  it('invite others, whose role holds from the next request, and who are signed out when they are removed', async () => {
    const { harness, client, person } = await shop()
    const invited = await submit(client, '/dashboard/people/new?env=test', {
      name: 'Nele <Petersen>',
      mail: ' Nele@Shop.Example ',
      role: 'viewer',
    })
    expect(invited.text).toContain('Nele &lt;Petersen&gt;')
    expect(invited.text).toContain('Invited')
    const nele = await openLink(harness, linkIn(invited.text))
    expect((await nele.get(HOME)).status).toBe(200)
    expect((await nele.get('/dashboard/links/new')).status).toBe(403)
    const again = await submit(client, '/dashboard/people/new', {
      name: 'Nele',
      mail: 'nele@shop.example',
      role: 'owner',
    })
    expect([again.status, again.text.includes('there already')]).toEqual([422, true])
    const list = (await client.get('/dashboard/people')).text
    const id = [...list.matchAll(/people\/(per_\w+)\?/g)]
      .map(([, each]) => each)
      .find((each) => each !== person.id)
    const { headers } = await submit(client, `/dashboard/people/${id}/role`, { role: 'support' })
    expect(headers.location).toBe(`/dashboard/people/${id}?done=role&env=test`)
    expect((await nele.get('/dashboard/links/new')).status).toBe(200)
    await submit(client, `/dashboard/people/${id}/remove`)
    expect((await nele.get(HOME)).status).toBe(401)
    const entries = await auditRows(harness, `${id}`)
    expect(entries.map(({ actor, action }) => [actor, action])).toEqual([
      [person.id, 'people invite'],
      [person.id, 'dashboard link'],
      [id, 'dashboard sign-in'],
      [person.id, 'people role'],
      [person.id, 'people remove'],
    ])
    expect(JSON.stringify(entries)).not.toContain('shop.example')
  })

  it('are invited a hundred times in 24 hours at most, also when they are removed again', async () => {
    const { harness, keys, client } = await shop()
    const { merchantId } = keys
    const mandate = { actor: 'operator', reason: null, issuedBy: null }
    await changeSecretsBeside(harness, async (tx, context) => {
      for (let n = 1; n < 100; n += 1) {
        const wanted = { merchantId, mail: `p${n}@home.example`, name: 'P', role: 'viewer' } as const
        const { person } = await invitePerson(tx, context, wanted, mandate)
        await removePerson(tx, context, person, mandate)
      }
    })
    const fields = { name: 'P', mail: 'more@home.example', role: 'viewer' }
    const more = await submit(client, '/dashboard/people/new?env=test', fields)
    expect([more.status, more.text.includes('That is enough for today.')]).toEqual([422, true])
  })

  it('keep an owner, also when the last two remove each other at once', async () => {
    const { harness, keys, client, person } = await shop()
    const own = `/dashboard/people/${person.id}`
    const alone = await submit(client, `${own}/remove`)
    expect([alone.status, alone.text.includes('the last owner')]).toEqual([422, true])
    expect((await submit(client, `${own}/role`, { role: 'viewer' })).status).toBe(422)
    const other = await signInPerson(harness, keys.merchantId)
    await Promise.all([
      submit(client, `/dashboard/people/${other.person.id}/remove`),
      submit(other.client, `${own}/remove`),
    ])
    const statuses = [(await client.get(HOME)).status, (await other.client.get(HOME)).status]
    expect(statuses.sort()).toEqual([200, 401])
  })

  it('see where they are signed in, and sign out there; an owner does so for others', async () => {
    const { harness, keys, person, client } = await shop()
    const phone = await signInAgain(harness, person)
    const { text } = await client.get('/dashboard/me')
    expect(text).toContain('Firefox, Linux')
    const sessions = [...text.matchAll(SESSION)].map(([, id]) => id)
    expect(sessions).toHaveLength(2)
    for (const id of sessions) await submit(client, `/dashboard/me/sessions/${id}/end`).catch(() => undefined)
    expect([(await client.get(HOME)).status, (await phone.get(HOME)).status]).toContain(401)
    const boss = await signInPerson(harness, keys.merchantId)
    const seller = await signInPerson(harness, keys.merchantId, 'support')
    const [, session] = [...(await seller.client.get('/dashboard/me')).text.matchAll(SESSION)][0] ?? []
    const stranger = await signInPerson(harness, (await harness.register()).merchantId)
    await submit(stranger.client, `/dashboard/me/sessions/${session}/end`)
    expect((await submit(stranger.client, `/dashboard/people/${seller.person.id}/remove`)).status).toBe(404)
    expect((await stranger.client.get(`/dashboard/people/${seller.person.id}`)).status).toBe(404)
    expect((await seller.client.get(HOME)).status).toBe(200)
    await submit(boss.client, `/dashboard/people/${seller.person.id}/sessions/${session}/end`)
    expect((await seller.client.get(HOME)).status).toBe(401)
  })

  it('stay signed in for 30 days, unless they are away for seven; links to sign in again last ten minutes', async () => {
    const harness = await Harness.start({}, { engine })
    const { merchantId } = await harness.register()
    const busy = await signInPerson(harness, merchantId)
    const away = await signInPerson(harness, merchantId)
    const link = await submit(busy.client, `/dashboard/people/${away.person.id}/link`)
    harness.clock.advanceReal(10 * 60_000)
    await expect(openLink(harness, linkIn(link.text))).rejects.toThrow('403')
    for (let day = 0; day < 29; day += 1) {
      harness.clock.advanceReal(DAY_MS)
      expect((await busy.client.get(HOME)).status).toBe(200)
      if (day === 7) expect((await away.client.get(HOME)).status).toBe(401)
    }
    harness.clock.advanceReal(DAY_MS)
    expect((await busy.client.get(HOME)).status).toBe(401)
  })

  it('need a sign-in of the last 15 minutes to move money, and are its makers', async () => {
    const harness = await Harness.start({}, { engine })
    const owned = await makeOwner(harness)
    const { client, person } = await signInPerson(harness, owned.merchantId, 'finance')
    const page = await client.get('/dashboard/withdraw')
    const [, key] = [...page.text.matchAll(/name="key" value="([^"]+)"/g)].at(-1) ?? []
    const fields = { amount: '20', destination: `${owned.ids.destinations}`, key: `${key}` }
    const made = await submit(client, '/dashboard/withdraw?env=test', fields)
    const [, id] = /withdrawals\/([\w-]+)\?/.exec(`${made.headers.location}`) ?? []
    const { json } = await harness.call('GET', `/v1/withdrawals/${id}`, { keys: owned })
    expect(json).toMatchObject({ amount: '20.00' })
    const stored = await changeBeside(harness, (tx) => tx.withdrawals.find(`${id}`))
    expect(stored?.madeBy).toEqual({ name: person.id, operator: null })
    harness.clock.advanceReal(HOUR_MS)
    const late = await client.get('/dashboard/withdraw')
    expect([late.status, late.text.includes('Ask an owner')]).toEqual([403, true])
  })

  it('are out of reach for every key', async () => {
    const { harness, keys, person } = await shop()
    const client = await signInWith(harness, keys)
    for (const { path, read, needs } of PEOPLE_ROUTES) {
      const target = pathOf(path, { ids: { people: person.id } }).replace(':session', 'none')
      const refused = needs.length > 0 ? 403 : 404
      if (read) expect([path, (await client.get(target)).status]).toEqual([path, refused])
    }
    expect((await client.get('/dashboard')).text).not.toContain('/dashboard/people')
    const fields = { name: 'Mallory', mail: 'm@shop.example', role: 'owner' }
    expect((await client.submit('/dashboard/people/new', fields, '/dashboard')).status).toBe(403)
  })
})

/** Makes a paid order. @returns its id */
async function payOrder(harness: Harness, keys: Registered): Promise<string> {
  const { json } = await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, amount: '50.00' } })
  const body = { action: 'pay' }
  await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, { keys, body })
  await harness.pass(20_000, 5_000)
  return `${json.id}`
}
