import { expect, it } from 'vitest'
import { OPERATOR_ACTIONS, ROUTES } from '../../src/console/routes.js'
import { OPERATORS } from '../../src/domain/people/person.js'
import { matchPath } from '../../src/domain/sessions/page-path.js'
import { storeProofs, storeRequest } from '../support/console/chain-proofs.js'
import { signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { consoleWorld, pagesOf } from '../support/console/console-world.js'
import { registerHostile } from '../support/pages/hostile-merchant.js'
import { HOSTILE, markupFaultsOf } from '../support/pages/hostile-texts.js'
import { Harness } from '../support/server/harness.js'
import { openOn } from '../support/storage/engines.js'
import { Receiver } from '../support/webhooks/receiver.js'

const PAGES = ROUTES.filter(({ submit }) => !submit).map(({ path }) => path)
const MAX_NAME = 100

it('every page and every form escapes text from merchants, payers, receivers, operators and addresses', async () => {
  const [harness, certificate] = await Harness.startForWebhooks(WITH_CONSOLE)
  const receiver = await Receiver.start(certificate, [500], HOSTILE)
  const world = await consoleWorld(harness, {
    register: registerHostile,
    description: HOSTILE.slice(0, 500),
    metadata: { [HOSTILE.slice(0, 40)]: HOSTILE, cart: HOSTILE },
    hooks: `${receiver.url}?a="><img%20src=x>`,
  })
  const { merchant, frozen } = world
  const body = { name: HOSTILE.slice(0, MAX_NAME), environment: 'test' }
  await harness.call('POST', '/v1/merchants/api-keys', { keys: merchant, body })
  const store = await openOn(harness.database)
  await store.write(async (tx) => {
    const at = harness.clock.now()
    await tx.chainConditions.set(
      { environment: 'test', network: 'TRC20' },
      { kind: 'halted', reason: HOSTILE, sinceAt: at },
    )
    const person = { merchantId: OPERATORS, mail: HOSTILE, name: HOSTILE, role: 'viewer' } as const
    const times = { invitedAt: at, usedAt: at, ownerSince: null, waitsUntil: null }
    const mails = { language: null, notices: null, summarizedDay: null, chat: null }
    await tx.people.insert({ id: 'per_1', ...person, ...times, ...mails })
    await tx.audit.insert({
      id: 'zz',
      actor: HOSTILE,
      action: HOSTILE,
      subject: HOSTILE,
      details: JSON.stringify({ reason: HOSTILE, [HOSTILE]: HOSTILE }),
      createdAt: at,
    })
    await tx.audit.insert({
      id: 'zy',
      actor: HOSTILE,
      action: HOSTILE,
      subject: frozen.id,
      details: JSON.stringify({ reason: HOSTILE }),
      createdAt: at,
    })
  })
  await storeProofs(harness, 'test', { person: HOSTILE, finding: HOSTILE, fault: HOSTILE })
  await storeRequest(harness, 'test', HOSTILE)
  const client = await signInAs(harness)
  const [failed] = await store.read((tx) =>
    tx.webhookHistory.search({
      environment: 'test',
      merchantId: undefined,
      webhookId: undefined,
      status: undefined,
      limit: 1,
      compared: 1_000,
    }),
  )
  const query = encodeURIComponent(HOSTILE)
  const pages = {
    ...pagesOf(world),
    delivery: `/console/deliveries?open=${failed?.id}`,
    search: `/console/search?q=${query}`,
    'filtered orders': `/console/orders?env=test&text=${query}&merchant=${query}&min=${query}&from=${query}&network=${query}&before=${query}`,
    'filtered deliveries': `/console/deliveries?status=FAILED&target=${query}&merchant=${query}&before=${query}`,
    'filtered withdrawals': `/console/withdrawals?status=${query}&merchant=${query}&before=${query}`,
    'filtered audit': `/console/audit?subject=${query}`,
    'unknown order': `/console/orders/${query}`,
    'unknown merchant': `/console/merchants/${query}`,
    operators: '/console/operators',
    message: `/console?done=${query}&part=${query}&env=${query}`,
    'unknown path': `/console/${query}`,
  }
  for (const [name, path] of Object.entries(pages)) {
    const { status, text } = await client.get(path)
    expect([name, status < 500, markupFaultsOf(text)]).toEqual([name, true, []])
  }
  for (const { path } of OPERATOR_ACTIONS) {
    const hostile = path.replaceAll(/:(\w+)/g, query)
    const known = path.replaceAll(':id', `${merchant.merchantId}`).replaceAll(/:(\w+)/g, query)
    for (const each of new Set([hostile, known])) {
      const fields = {
        reason: HOSTILE,
        amount: HOSTILE,
        refund: HOSTILE,
        destination: HOSTILE,
        name: HOSTILE,
        owner: HOSTILE,
        to: HOSTILE,
        tier: HOSTILE,
        target: HOSTILE,
        scope: HOSTILE,
      }
      const { status, text } = await client.submit(`/console${each}`, {
        ...fields,
        reason: HOSTILE.slice(0, 400),
      })
      expect([each, status < 500, markupFaultsOf(text)]).toEqual([each, true, []])
    }
  }
  const answers = PAGES.filter((pattern) => /\.\w+$/.test(pattern))
  for (const each of answers) {
    const { headers, text } = await client.get(`/console${each}?env=test&since=${query}`)
    const type = each.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8'
    expect([each, headers['content-type']]).toEqual([each, type])
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect([each, /(^|,)[=+\-@]/m.test(text.replaceAll(/,-?[0-9.]+(?=,|\r)/g, ''))]).toEqual([each, false])
  }
  const shown = [...Object.values(pages).map((path) => path.slice('/console'.length).split('?')[0] ?? '')]
  const isShown = (pattern: string) => shown.some((path) => matchPath(pattern, path) !== undefined)
  expect(PAGES.filter((pattern) => !answers.includes(pattern) && !isShown(pattern))).toEqual([])
})
