import { expect, it } from 'vitest'
import { ROUTES } from '../../src/dashboard/routes.js'
import { tokenIn } from '../support/console/console-client.js'
import { consoleWorld } from '../support/console/console-world.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { OWN_ROUTES, PAGE_ROUTES, pathOf } from '../support/dashboard/own-paths.js'
import { registerHostile } from '../support/pages/hostile-merchant.js'
import { HOSTILE, markupFaultsOf } from '../support/pages/hostile-texts.js'
import { Harness } from '../support/server/harness.js'
import { openOn } from '../support/storage/engines.js'
import { Receiver } from '../support/webhooks/receiver.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

/** The fields of all forms. */
const FIELDS = [
  'amount',
  'description',
  'reference',
  'network',
  'address',
  'note',
  'destination',
  'label',
  'url',
  'events',
  'name',
  'scopes',
  'language',
]

it('every page and every form shows text from merchants, payers, receivers and addresses as text', async () => {
  const [harness, certificate] = await Harness.startForWebhooks()
  const receiver = await Receiver.start(certificate, [500], HOSTILE)
  const { merchant: keys, paid } = await consoleWorld(harness, {
    register: registerHostile,
    description: HOSTILE.slice(0, 500),
    metadata: { [HOSTILE.slice(0, 40)]: HOSTILE, reference: HOSTILE },
    hooks: `${receiver.url}?a="><img%20src=x>`,
  })
  const make = async (target: string, body: object) => {
    const { json } = await harness.call('POST', target, { keys, body })
    return `${json.id ?? json.key_id}`
  }
  const label = HOSTILE.slice(0, 100)
  const store = await openOn(harness.database)
  const scope = { merchantId: keys.merchantId, environment: 'test' } as const
  const [delivery] = await store.read((tx) =>
    tx.webhookHistory.search({
      ...scope,
      webhookId: undefined,
      status: undefined,
      limit: 1,
      compared: 1_000,
    }),
  )
  const { json: withdrawals } = await harness.call('GET', '/v1/withdrawals', { keys })
  const owner = {
    ids: {
      orders: paid.id,
      withdrawals: `${(withdrawals.withdrawals as { id: string }[])[0]?.id}`,
      destinations: await make('/v1/withdrawals/destinations', {
        label,
        network: 'TRC20',
        address: PAYEE.TRC20,
      }),
      endpoints: `${delivery?.webhookId}`,
      deliveries: `${delivery?.id}`,
      keys: await make('/v1/merchants/api-keys', { name: label, environment: 'test' }),
    },
  }
  const client = await signInWith(harness, keys)
  const query = encodeURIComponent(HOSTILE)
  const pages = [
    ...PAGE_ROUTES.map(({ path }) => pathOf(path, owner)),
    ...OWN_ROUTES.map(({ path }) => `/dashboard${path.replace(':id', query)}`),
    `/dashboard/deliveries?open=${owner.ids.deliveries}`,
    `/dashboard/deliveries?open=${query}`,
    `/dashboard/deliveries?endpoint=${query}&status=${query}`,
    `/dashboard/orders?q=${query}`,
    `/dashboard/orders?q=${query}&status=${query}&after=${query}`,
    `/dashboard/statement?month=${query}`,
    `/dashboard?done=${query}`,
    `/dashboard/${query}`,
    `/dashboard/sign-in/${query}`,
  ]
  let shown = 0
  for (const path of pages) {
    const { status, text } = await client.get(path)
    expect([path, status < 500, markupFaultsOf(text)]).toEqual([path, true, []])
    if (text.includes('&lt;script&gt;alert')) shown += 1
  }
  expect(shown).toBeGreaterThan(8)
  const token = tokenIn((await client.get('/dashboard')).text)
  const fields = Object.fromEntries(FIELDS.map((name) => [name, HOSTILE]))
  for (const { path, submit } of ROUTES) {
    if (!submit || path === '/developers/secret') continue // its form has no field
    for (const target of new Set([pathOf(path, owner), `/dashboard${path.replace(':id', query)}`])) {
      const { status, text } = await client.post(target, { token, key: HOSTILE, ...fields })
      expect([target, status < 500, markupFaultsOf(text)]).toEqual([target, true, []])
    }
  }
}, 60_000)
