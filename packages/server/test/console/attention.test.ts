import { describe, expect, it } from 'vitest'
import { KIND_LOOKS } from '../../src/console/attention/kind-looks.js'
import { listAttention } from '../../src/domain/attention/attention.js'
import { ATTENTION_KINDS, type AttentionItem } from '../../src/domain/attention/attention-item.js'
import { pauseSigner } from '../../src/domain/chain/signer.js'
import { changeOwnBrand } from '../../src/domain/merchants/merchant-brands.js'
import { beginRecovery } from '../../src/domain/recovery/recoveries.js'
import { ENVIRONMENTS, type Environment } from '../../src/domain/shared/types.js'
import { signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { consoleWorld } from '../support/console/console-world.js'
import { contextAt } from '../support/domain/context.js'
import { Harness } from '../support/server/harness.js'
import { setMerchantStatus } from '../support/server/merchant-status.js'
import { openOn } from '../support/storage/engines.js'

const DAY_MS = 86_400_000
const LIVE_ETHEREUM = { environment: 'live', network: 'ERC20' } as const
const LIVE_TRON = { environment: 'live', network: 'TRC20' } as const
/** Each attempt follows at once, so that six of them fail within the day. */
const NAME = "Ada's Books"
/** As it stands in pages. */
const SHOWN_NAME = NAME.replace("'", '&#39;')
const ENV = { ...WITH_CONSOLE, MERCHANTPAY_WEBHOOK_RETRY_DELAYS: '0,1,1,1,1,1' }

const RENAMED = {
  ...{ name: 'Renamed', accent: undefined, support: undefined },
  ...{ timeZone: undefined, languages: undefined, logo: undefined },
}
const MANDATE = { actor: 'person', reason: 'planted' }

const PLANTED = [
  'addresses_scarce',
  'backup_overdue',
  'brand_changed',
  'deliveries_failed',
  'endpoint_failing',
  'halted',
  'ledger_violation',
  'new_destination',
  'no_secret',
  'order_frozen',
  'recovering',
  'signer_paused',
  'withdrawal_review',
]

/** The part of the list that the page shows in an environment. */
const inOrNone = (items: readonly AttentionItem[], shown: Environment) =>
  items.filter(({ environment }) => environment === null || environment === shown)

/** Plants one item of each kind above. */
async function plant(harness: Harness) {
  const world = await consoleWorld(harness)
  await harness.pass(10_000)
  await setMerchantStatus(harness, world.merchant.merchantId, 'ACTIVE')
  await harness.pass(3_700_000, 600_000)
  const store = await openOn(harness.database)
  const context = contextAt(harness.clock)
  const at = harness.clock.now()
  await store.write(async (tx) => {
    await pauseSigner(tx, context, LIVE_ETHEREUM, 'an unknown transaction used nonce 17')
    await tx.chainConditions.set(LIVE_TRON, { kind: 'halted', reason: 'planted', sinceAt: at })
    await tx.chainConditions.set(LIVE_TRON, { kind: 'addresses_scarce', reason: 'planted', sinceAt: at })
    const { merchantId } = world.merchant
    await changeOwnBrand(tx, context, { id: merchantId, change: RENAMED }, MANDATE)
    await tx.ledgerProofs.record({ provenAt: at, tookMs: 1, violations: 1 })
    const cause = { cause: 'mark', reason: 'planted', backupAt: null, actor: 'operator' } as const
    await beginRecovery(tx, context, { ...cause, chains: [], skip: 0 })
    const place = { merchantId, ...LIVE_TRON, address: 'T2', label: 'Treasury' }
    await tx.destinations.insert({ id: 'new-destination', ...place, createdAt: at, usableAt: at + DAY_MS })
  })
  return { world, list: () => store.read((tx) => listAttention(tx, context)) }
}

describe('the first page of the console', () => {
  it.each(ENVIRONMENTS)(
    'lists what the command attention lists in %s: what, why, how much, since when, and a page that resolves it',
    async (environment) => {
      const harness = await Harness.start(ENV, { engine: 'sqlite' })
      const { world, list } = await plant(harness)
      const all = await list()
      expect([...new Set(all.map(({ kind }) => kind))].sort()).toEqual(PLANTED)
      const items = inOrNone(all, environment)
      expect(items.length).toBeLessThan(all.length)
      const client = await signInAs(harness, 'ines', 'finance')
      const { text } = await client.get(`/console?env=${environment}`)
      const rows = text.split('<div class="work">').slice(1)
      expect(rows).toHaveLength(items.length)
      const counted = `<span class="count urgent">${items.length}</span>`
      for (const page of ['', '/orders', '/system'])
        expect((await client.get(`/console${page}?env=${environment}`)).text).toContain(counted)
      expect(text).toContain(`${items.length} things wait for a person.`)
      const { merchantId } = world.merchant
      for (const item of items) {
        const own = KIND_LOOKS[item.kind].text?.(item.facts ?? {}, NAME)
        const words = (own ?? item.text.replaceAll(merchantId, NAME)).slice(0, 60).replaceAll("'", '&#39;')
        const row = rows.find((each) => each.includes(KIND_LOOKS[item.kind].title) && each.includes(words))
        expect([item.kind, row !== undefined]).toEqual([item.kind, true])
        const [, href = ''] = /<a class="button [a-z]+" href="([^"]+)"/.exec(row ?? '') ?? []
        const page = await client.get(href.replaceAll('&amp;', '&'))
        // The actions of admins say that they are.
        const isForAdmins = item.kind === 'signer_paused' || item.kind === 'no_secret'
        expect([item.kind, page.status]).toEqual([item.kind, isForAdmins ? 403 : 200])
      }
    },
    60_000,
  )

  it('names the merchant, the order and the network, and the action of the console instead of a command', async () => {
    const harness = await Harness.start(ENV, { engine: 'sqlite' })
    const { world, list } = await plant(harness)
    const { merchantId } = world.merchant
    const client = await signInAs(harness, 'ines', 'finance')
    const live = await client.get('/console')
    const test = await client.get('/console?env=test')
    const text = live.text + test.text
    const shown = [
      ...text.matchAll(/<h3>([^<]*)<\/h3><p>([^<]*)<.*?<a class="button [a-z]+" href="([^"]*)">/gs),
    ]
    const rowOf = (title: string) => shown.find(([, each]) => each?.startsWith(title))?.slice(1)
    expect(rowOf('Frozen order')).toEqual([
      `Frozen order ${world.frozen.order_number} (test)`,
      `Screening flagged a transfer. It is an order of ${SHOWN_NAME}.`,
      `/console/orders/${world.frozen.id}?env=test`,
    ])
    expect(rowOf('Withdrawal to review')).toEqual([
      `Withdrawal to review: ${SHOWN_NAME} (test)`,
      'Above limit, on Tron.',
      `/console/withdrawals?open=${world.reviewed.id}&amp;env=test`,
    ])
    expect(rowOf('Signer paused')?.[0]).toBe('Signer paused: Ethereum (live)')
    expect(rowOf('New destination')).toEqual([
      `New destination of withdrawals: ${SHOWN_NAME} (live)`,
      expect.stringContaining(`merchant ${SHOWN_NAME} can withdraw to T2 on live/TRC20 from `),
      `/console/merchants/${merchantId}`,
    ])
    expect(rowOf('No webhook secret')?.[2]).toBe(`/console/merchants/${merchantId}/secret`)
    const system = await client.get('/console/system')
    const commands = (await list()).map(({ command }) => command)
    for (const command of ['restore finish', 'backup --to'])
      expect(system.text).toContain(`Run <code>merchantpay-server ${command}`)
    for (const command of commands) expect([command, text.includes(command)]).toEqual([command, false])
    for (const hint of ['orders reject', 'withdrawals reject', '--to order', 'destinations delete'])
      expect([hint, text.includes(hint)]).toEqual([hint, false])
  }, 60_000)

  it('puts first what stops money, and counts the parts of the list', async () => {
    const harness = await Harness.start(ENV, { engine: 'sqlite' })
    const { list } = await plant(harness)
    const items = inOrNone(await list(), 'live')
    const client = await signInAs(harness, 'ines', 'viewer')
    const { text } = await client.get('/console')
    const [, now = '', today = ''] =
      /<section class="card" id="now"(.*)<section class="card" id="today"(.*)/s.exec(text) ?? []
    const urgent = items.filter(({ kind }) => KIND_LOOKS[kind].isUrgent)
    expect(now.split('<div class="work">')).toHaveLength(urgent.length + 1)
    expect(today.split('<div class="work">')).toHaveLength(items.length - urgent.length + 1)
    for (const part of ['money', 'delivery', 'server']) {
      const shown = (await client.get(`/console?part=${part}`)).text.split('<div class="work">').length - 1
      expect([part, shown]).toEqual([part, items.filter(({ kind }) => KIND_LOOKS[kind].part === part).length])
    }
    const quiet = await Harness.start(ENV, { engine: 'sqlite' })
    await consoleWorld(quiet)
    const none = await (await signInAs(quiet)).get('/console?part=server&env=test')
    expect([none.text.includes('No match'), none.text.includes('class="work"')]).toEqual([true, false])
    const [, polled = ''] = /data-poll="([^"]+)"/.exec(text) ?? []
    const { json } = await client.get(polled.replaceAll('&amp;', '&'))
    expect(json.count).toBe(0)
    expect((await client.get('/console/attention.json?since=2.0')).json.count).toBe(items.length - 2)
    expect((await client.get(`/console/attention.json?since=${items.length}.0`)).json.count).toBe(null)
  }, 60_000)

  it('says that all is clear, and names the last decision of an operator', async () => {
    const harness = await Harness.start(ENV, { engine: 'sqlite' })
    const client = await signInAs(harness)
    expect((await client.get('/console')).text).toContain('no operator has decided anything lately')
    const { merchantId } = await harness.register()
    await client.submit(`/console/merchants/${merchantId}/tier`, { tier: 'PREMIUM', reason: 'ticket 41' })
    const { text } = await client.get('/console')
    expect(text).toContain('All clear')
    expect(text).toContain('The last decision is by mira.k (admin), 0 s ago: merchants tier.')
    expect(text).not.toContain('count urgent')
  })

  it('leads a new operator to the sandbox of a server without live networks', async () => {
    const harness = await Harness.start(ENV, { engine: 'sqlite' })
    const client = await signInAs(harness)
    expect((await client.get('/console')).text).toContain('<a href="/console?env=test">Show test</a>')
    expect((await client.get('/console?env=test')).text).not.toContain('Show test')
    const { text } = await client.get('/console/system')
    expect(text).toContain('The settings name none for live.')
    expect(text).not.toContain('id="wallets"')
    expect((await client.get('/console/system?env=test')).text).toContain('id="wallets"')
  })

  it('knows every kind of item', () => {
    expect(Object.keys(KIND_LOOKS).sort()).toEqual([...ATTENTION_KINDS].sort())
  })
})
