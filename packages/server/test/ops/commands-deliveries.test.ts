import { describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../src/domain/events.js'
import { type Harness, ORDER, type Registered, useHarness } from '../support/harness.js'
import { documentsOf, runCommand } from '../support/operator.js'

const HOOK = 'https://127.0.0.1:65535/hooks'

/** An endpoint that nobody answers at. */
async function endpoint(harness: Harness, keys: Registered): Promise<string> {
  const body = { url: HOOK, events: EVENT_TYPES }
  return (await harness.call('POST', '/v1/webhooks', { keys, body })).json.id
}

/** One more thing that the merchant is told: an order that nobody paid. */
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

  it('show tells where a delivery goes and what it says; harmful characters are spelled out', async () => {
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
