import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../src/dashboard/routes.js'
import { scopeOfRight } from '../../src/domain/people/person-roles.js'
import { KEY_SCOPES, type KeyScope } from '../../src/domain/shared/key-scope.js'
import { type ConsoleClient, tokenIn } from '../support/console/console-client.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { makeOwner, OWN_ROUTES, PAGE_ROUTES, pathOf } from '../support/dashboard/own-paths.js'
import { Harness, type Keys, useHarness } from '../support/server/harness.js'
import { setMerchantStatus } from '../support/server/merchant-status.js'
import { ENGINES } from '../support/storage/engines.js'
import { balanceOf, fund, PAYEE } from '../support/withdrawals/withdrawals.js'

/** Many pages over one database, on a busy machine. */
const TIMEOUT_MS = 60_000

const MINUTE_MS = 60_000

const tokens = new WeakMap<ConsoleClient, string>()

/** Sends a form with the token of the session, which every page has. */
async function submit(client: ConsoleClient, path: string, fields: Record<string, string> = {}) {
  const token = tokens.get(client) ?? tokenIn((await client.get('/dashboard')).text)
  tokens.set(client, token)
  return client.post(path, { token, key: `form ${path}`, ...fields })
}

describe.each(ENGINES)('a session of the dashboard, on %s', { timeout: TIMEOUT_MS }, (engine) => {
  const shared = useHarness({}, engine)

  const listOf = async (keys: Keys, target: string) =>
    (await shared.harness.call('GET', target, { keys })).json

  it('opens each page with its scopes, and neither page nor form without one of them', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const full = await signInWith(harness, owner)
    for (const route of PAGE_ROUTES) {
      const { status, text } = await full.get(pathOf(route.path, owner))
      expect([route.path, status]).toEqual([route.path, 200])
      expect(text.match(/<h1/g)).toHaveLength(1)
      const main = text.slice(text.indexOf('<main'))
      if (main.includes('<time')) expect([route.path, main.includes('UTC')]).toEqual([route.path, true])
    }
    for (const missing of KEY_SCOPES) {
      const others = KEY_SCOPES.filter((scope) => scope !== missing)
      const client = await signInWith(harness, owner, others)
      for (const route of ROUTES.filter(({ needs }) =>
        needs.some((need) => scopeOfRight(need) === missing),
      )) {
        const path = pathOf(route.path, owner)
        const statuses = [
          route.read ? (await client.get(path)).status : 403,
          route.submit ? (await submit(client, path)).status : 403,
        ]
        expect([route.path, missing, ...statuses]).toEqual([route.path, missing, 403, 403])
      }
    }
  })

  it('shows nothing that it may not read, whatever it submits', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const texts = ['100.00', 'Two tickets', 'shop.invalid', 'Treasury', owner.keyId, PAYEE.TRC20]
    const withoutRead = KEY_SCOPES.filter((scope) => scope !== 'read')
    for (const scopes of [...withoutRead.map((scope) => [scope]), withoutRead]) {
      const client = await signInWith(harness, owner, scopes)
      const token = await client.get('/dashboard/links/new').then(({ text }) => tokenIn(text))
      for (const { path, read } of ROUTES) {
        const target = pathOf(path, owner)
        const answers = [
          ...(read ? [await client.get(target)] : []),
          await client.post(target, { token, key: `${scopes} ${path}` }),
        ]
        for (const { text } of answers)
          expect([path, scopes, texts.filter((each) => text.includes(each))]).toEqual([path, scopes, []])
      }
    }
    const isClosed = ({ needs }: (typeof ROUTES)[number]) =>
      needs.some((need) => scopeOfRight(need) === 'read')
    const open = ROUTES.filter((route) => !isClosed(route)).map(({ path }) => path)
    expect(open).toEqual(['/environment', '/language', '/links/new'])
  })

  it('answers 404 for everything of another merchant, and changes nothing of it', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const before = await Promise.all(
      ['/v1/withdrawals', '/v1/withdrawals/destinations', '/v1/webhooks', '/v1/merchants/api-keys'].map(
        (target) => listOf(owner, target),
      ),
    )
    const stranger = await harness.register()
    await fund(harness, stranger, '100')
    const client = await signInWith(harness, stranger)
    for (const { path, read, submit: form } of OWN_ROUTES) {
      const target = pathOf(path, owner)
      if (read) expect([path, (await client.get(target)).status]).toEqual([path, 404])
      const fields = { amount: '10', address: PAYEE.TRC20 }
      if (form) expect([path, (await submit(client, target, fields)).status]).toEqual([path, 404])
    }
    expect((await client.get(`/dashboard/deliveries?open=${owner.ids.deliveries}`)).status).toBe(404)
    expect((await client.get(`/dashboard/orders?q=${owner.ids.orders}`)).text).not.toContain('Two tickets')
    const { status, text } = await submit(client, '/dashboard/withdraw', {
      amount: '10',
      destination: `${owner.ids.destinations}`,
    })
    expect(status).toBe(422)
    expect(text).toContain('There is no destination yet')
    expect(text).toContain('Choose a destination that is on the list.')
    expect(
      await Promise.all(
        ['/v1/withdrawals', '/v1/withdrawals/destinations', '/v1/webhooks', '/v1/merchants/api-keys'].map(
          (target) => listOf(owner, target),
        ),
      ),
    ).toEqual(before)
  })

  it('grants a new key no scope that the session lacks', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const client = await signInWith(harness, keys, ['read', 'keys'])
    const form = new URLSearchParams({ name: 'wide', scopes: 'withdrawals' satisfies KeyScope })
    const answer = await submit(client, '/dashboard/developers/keys/new', Object.fromEntries(form))
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('This session may not do that.')
    expect((await listOf(keys, '/v1/merchants/api-keys')).api_keys).toHaveLength(1)
  })

  it('ends its writes with a suspension of the merchant, and still reads', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const client = await signInWith(harness, keys)
    await setMerchantStatus(harness, keys.merchantId, 'SUSPENDED')
    const refused = await submit(client, '/dashboard/links/new', { amount: '25', network: 'TRC20' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('The merchant is suspended.')
    expect((await client.get('/dashboard')).status).toBe(200)
    expect((await listOf(keys, '/v1/payment-links')).total).toBe(0)
  })

  it('makes keys and destinations and moves money for fifteen minutes after its link only', async () => {
    const harness = await Harness.start({}, { engine })
    const owner = await makeOwner(harness)
    const client = await signInWith(harness, owner)
    const guarded = ROUTES.filter(({ isGuarded }) => isGuarded)
    expect(guarded.map(({ path }) => path).sort()).toEqual([
      '/destinations/new',
      '/developers/keys/new',
      '/developers/secret',
      '/orders/:id/refund',
      '/orders/:id/refund/review',
      '/withdraw',
      '/withdraw/review',
    ])
    const before = await balanceOf(harness, owner)
    harness.clock.advanceReal(14 * MINUTE_MS)
    expect((await client.get('/dashboard/withdraw')).status).toBe(200)
    harness.clock.advanceReal(MINUTE_MS)
    for (const { path, read } of guarded) {
      const target = pathOf(path, owner)
      const shown = read ? await client.get(target) : await submit(client, target)
      expect([path, shown.status]).toEqual([path, 403])
      expect(shown.text).toContain('younger than 15 minutes')
      const sent = await submit(client, target, {
        amount: '10',
        destination: `${owner.ids.destinations}`,
        address: PAYEE.TRC20,
        network: 'TRC20',
        label: 'A',
        name: 'A',
        scopes: 'read',
      })
      expect([path, sent.status]).toEqual([path, 403])
    }
    harness.clock.advanceReal(-15 * MINUTE_MS)
    expect(await balanceOf(harness, owner)).toEqual(before)
  })
})
