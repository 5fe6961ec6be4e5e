import { describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../src/domain/webhooks/event-types.js'
import { Harness, ORDER, type Registered, useHarness } from '../support/server/harness.js'
import { auditRows, documentsOf, runCommand } from '../support/server/operator.js'
import { sideOf } from '../support/storage/engines.js'
import { Receiver } from '../support/webhooks/receiver.js'

const HOOK = 'https://127.0.0.1:65535/hooks'

/** HTML, a forged row, and codes that clear a screen, set a window title, hide text or reverse a line. */
const HARMFUL_ANSWER =
  '<!doctype html><script>alert(1)</script>\r\n1  2026-01-01  delivered\t\u001b[2J\u001b]0;owned\u0007\b\u007f' +
  '\u009b31m\u0085\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\ufeff'
const HARMFUL = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/u
/** The fields of a delivery, a gap, and the table of its one attempt under its title. */
const CARD_LINES = 17 + 1 + 3

/** An endpoint without a listener. */
async function endpoint(harness: Harness, keys: Registered): Promise<string> {
  const body = { url: HOOK, events: EVENT_TYPES }
  return (await harness.call('POST', '/v1/webhooks', { keys, body })).json.id
}

/** Makes one more event: an order that expired unpaid. */
async function expiredOrder(harness: Harness, keys: Registered, fields: object = {}): Promise<string> {
  const { json } = await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, ...fields } })
  const target = `/v1/test_helpers/orders/${json.id}/simulate`
  await harness.call('POST', target, { keys, body: { action: 'expire' } })
  await harness.pass(3_000)
  return json.id
}

describe('deliveries list and show', () => {
  const shared = useHarness()

  it('list finds by endpoint, merchant, environment and status, newest first', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const webhook = await endpoint(harness, keys)
    await expiredOrder(harness, keys)
    await expiredOrder(harness, keys, { webhook_url: 'https://127.0.0.1:65535/own' })
    const list = (...args: string[]) =>
      documentsOf(
        runCommand(harness, ['deliveries', 'list', '--json', '--merchant', keys.merchantId, ...args]),
      )
    expect(list()).toMatchObject([{ webhook_id: null }, { webhook_id: webhook }])
    expect(list('--webhook', webhook)).toMatchObject([
      { event: 'payment.expired', environment: 'test', status: 'PENDING', last_error: 'connection_refused' },
    ])
    expect(list('--limit', '1')).toHaveLength(1)
    expect(list('--status', 'DELIVERED')).toEqual([])
    expect(list('--environment', 'live')).toEqual([])
    const { stdout } = runCommand(harness, ['deliveries', 'list', '--webhook', webhook])
    expect(stdout.split('\n')[0]).toMatch(/^ID +ENVIRONMENT +MERCHANT_ID +EVENT +STATUS/)
  })

  it('show prints the URL and the body of a delivery, with unsafe characters escaped', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const own = 'https://127.0.0.1:65535/own'
    const fields = { webhook_url: own, metadata: { note: '\u202etxt<script>' } }
    const order = await expiredOrder(harness, keys, fields)
    const filter = ['--merchant', keys.merchantId, '--json']
    const [row] = documentsOf(runCommand(harness, ['deliveries', 'list', ...filter]))
    const { stdout } = runCommand(harness, ['deliveries', 'show', `${row?.id}`])
    for (const text of [order, own, '\\u202etxt<script>']) expect(stdout).toContain(text)
    expect(stdout).not.toContain('\u202e')
    const unknown = runCommand(harness, ['deliveries', 'show', 'wd_nothing'])
    expect([unknown.status, unknown.stderr]).toEqual([1, 'there is no delivery wd_nothing\n'])
  })
})

describe('deliveries resend and recover', () => {
  const shared = useHarness()

  it('show prints the answer of a receiver as text, with codes for pages and terminals escaped', async () => {
    const [harness, certificate] = await Harness.startForWebhooks()
    const receiver = await Receiver.start(certificate, [200], HARMFUL_ANSWER)
    const keys = await harness.register()
    await expiredOrder(harness, keys, { webhook_url: receiver.url })
    const filter = ['--merchant', keys.merchantId, '--json']
    const [row] = documentsOf(runCommand(harness, ['deliveries', 'list', ...filter]))
    const show = (...args: string[]) =>
      runCommand(harness, ['deliveries', 'show', `${row?.id}`, ...args]).stdout
    const shown = [show()]
    // Unescaped, as if it had been stored without sanitising.
    const side = await sideOf(harness.database)
    await side.script(`UPDATE webhook_attempts SET sample = '${HARMFUL_ANSWER}'`)
    shown.push(show(), show('--json'))
    for (const text of shown) {
      expect(text).toContain('<script>alert(1)</script>')
      expect(text.replaceAll('\n', '')).not.toMatch(HARMFUL)
    }
    // One line for the one attempt: line breaks of the answer add none.
    expect(shown.map((text) => text.trimEnd().split('\n').length)).toEqual([CARD_LINES, CARD_LINES, 1])
    expect(JSON.parse(shown[2] ?? '').tried).toMatchObject([
      { attempt: 1, outcome: 'delivered', retry_after: null },
    ])
  })

  it('show lists each attempt, and resend makes a new delivery and is audited', async () => {
    const [harness, certificate] = await Harness.startForWebhooks()
    const receiver = await Receiver.start(certificate)
    const keys = await harness.register()
    await expiredOrder(harness, keys, { webhook_url: receiver.url })
    const list = () =>
      documentsOf(runCommand(harness, ['deliveries', 'list', '--merchant', keys.merchantId, '--json']))
    const [first] = list()
    const { status, stdout } = runCommand(harness, ['deliveries', 'resend', `${first?.id}`])
    const [second] = list()
    expect([status, stdout]).toEqual([0, `delivery ${second?.id} repeats ${first?.id}\n`])
    expect(await auditRows(harness, `${first?.id}`)).toMatchObject([{ action: 'deliveries resend' }])
    const shown = runCommand(harness, ['deliveries', 'show', `${first?.id}`]).stdout
    expect(shown).toMatch(
      /Attempts\nATTEMPT +STARTED_AT +OUTCOME +DETAIL +STATUS +WHOLE_MS +RETRY_AFTER +ANSWER\n1 +\S+ +delivered +(?:\S+ +)?200/,
    )
  })

  it('recover counts first, then sends the events that an endpoint missed, and refuses invalid requests', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await expiredOrder(harness, keys)
    const webhook = await endpoint(harness, keys)
    const recover = (...args: string[]) =>
      runCommand(harness, ['deliveries', 'recover', '--webhook', webhook, '--missing', ...args])
    const counted = documentsOf(recover('--since', '2026-01-01', '--dry-run', '--json'))
    expect(counted).toEqual([{ webhook_id: webhook, dry_run: true, redelivered: 0, missing: 1 }])
    expect(documentsOf(recover('--since', '2026-01-01', '--json'))).toMatchObject([{ missing: 1 }])
    const filter = ['--webhook', webhook, '--json']
    expect(documentsOf(runCommand(harness, ['deliveries', 'list', ...filter]))).toHaveLength(1)
    for (const since of ['yesterday', '2026-02-30', '2026-01-01T10:00']) {
      expect(recover('--since', since).status).toBe(2)
    }
    expect(recover('--since', '2026-01-02', '--until', '2026-01-02').status).toBe(2)
    const unknown = runCommand(harness, [
      'deliveries',
      'recover',
      '--webhook',
      'wh_0',
      '--since',
      '2026-01-01',
    ])
    expect([unknown.status, unknown.stderr]).toEqual([1, 'there is no webhook endpoint wh_0\n'])
  })
})
