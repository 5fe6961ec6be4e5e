import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../../test-support/net/free-port.js'
import { root } from '../../../../tools/lib/run.js'
import { platformAccount } from '../../src/domain/ledger/account.js'
import { adjustLedger } from '../../src/domain/ledger/adjustments.js'
import type { Store } from '../../src/domain/store/store.js'
import { EVENT_TYPES } from '../../src/domain/webhooks/event-types.js'
import { Metrics } from '../../src/observability/metrics.js'
import { openStore } from '../../src/storage/open.js'
import { amount, contextAt } from '../support/domain/context.js'
import {
  dashboardExpressions,
  observabilityText,
  readAlertRules,
} from '../support/observability/alert-rules.js'
import {
  hasPrometheus,
  type Prometheus,
  promtool,
  startPrometheus,
} from '../support/observability/prometheus.js'
import { WITH_METRICS } from '../support/observability/scrape.js'
import { Harness } from '../support/server/harness.js'
import { openOn } from '../support/storage/engines.js'

const ID = { environment: 'test', network: 'TRC20' } as const
/** The alerts whose conditions the test plants, and those that it ends again. */
const PLANTED = [
  'MerchantPayDeliveriesLate',
  'MerchantPayDown',
  'MerchantPayLedgerProofOld',
  'MerchantPayLedgerViolated',
  'MerchantPayNetworkStopped',
  'MerchantPayNotReady',
  'MerchantPayRequestsFail',
  'MerchantPaySignerPaused',
  'MerchantPaySuspenseGrew',
]
const RESOLVED = ['MerchantPayDown', 'MerchantPayNetworkStopped', 'MerchantPaySignerPaused']

/** The test waits for scrapes of a machine that may be busy. */
const PATIENCE = { timeout: 40_000, interval: 200 }
const poll = <Value>(read: () => Promise<Value>) => expect.poll(read, PATIENCE)

interface Fault {
  isOn: boolean
}

/** Starts a server whose writes fail while the fault is on. */
async function startFaulty(): Promise<{ harness: Harness; fault: Fault }> {
  const fault: Fault = { isOn: false }
  const [harness] = await Harness.startForWebhooks(WITH_METRICS, {
    openStore: async (options) => {
      const store = await openStore(options)
      const write = store.write.bind(store)
      store.write = (work) => (fault.isOn ? Promise.reject(new Error('planted')) : write(work))
      return store
    },
  })
  return { harness, fault }
}

/** Serves the metrics of another server, which does nothing else. */
async function openMetrics(port: number): Promise<{ url: string; close(): Promise<void> }> {
  const metrics = new Metrics()
  onTestFinished(() => metrics.close())
  return { url: await metrics.listen({ host: '127.0.0.1', port }), close: () => metrics.close() }
}

/** Makes conditions hold: of a network, of the ledger, of deliveries and of suspense. */
async function plant(harness: Harness, store: Store): Promise<void> {
  const keys = await harness.register()
  const url = `https://127.0.0.1:${await freePort()}/hooks`
  await harness.call('POST', '/v1/webhooks', { keys, body: { url, events: EVENT_TYPES } })
  const body = { amount_mode: 'FIXED', amount: '12.50', currency: 'USDT' }
  const { json } = await harness.call('POST', '/v1/app/orders', { keys, body })
  await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, {
    keys,
    body: { action: 'expire' },
  })
  await harness.work()
  // The second attempt is due after a minute.
  harness.clock.advance(180_000)
  const sinceAt = harness.clock.now()
  const debit = platformAccount('test', 'operator:TRC20')
  const credit = platformAccount('test', 'suspense:TRC20')
  const mandate = { actor: 'operator', reason: 'found' }
  await store.write(async (tx) => {
    for (const kind of ['signer_paused', 'halted'] as const)
      await tx.chainConditions.set(ID, { kind, reason: 'planted', sinceAt })
    await tx.ledgerProofs.record({ provenAt: 0, tookMs: 5, violations: 2 })
    await adjustLedger(tx, contextAt(harness.clock), { debit, credit, amount: amount('7.5') }, mandate)
  })
}

/** Sends a request that is answered with a server error. */
async function failOnce({ server }: Harness, fault: Fault): Promise<void> {
  fault.isOn = true
  const body = JSON.stringify({ name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada' })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${server.url}/v1/merchants`, { method: 'POST', headers, body })
  fault.isOn = false
}

/** The rules, firing as soon as their condition holds. */
const hastyRules = () => ({
  groups: [{ name: 'merchantpay', rules: readAlertRules().map(({ for: _, ...rule }) => rule) }],
})

/** Returns the names of the firing alerts. */
const firing = async (prometheus: Prometheus): Promise<string[]> => {
  const alerts = await prometheus.alerts()
  return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname ?? '')
}

describe.skipIf(!hasPrometheus())('the alert rules', () => {
  it('pass the checks and cases that the manual names', () => {
    const commands = observabilityText('README.md').match(/^promtool .+$/gm) ?? []
    expect(commands).toHaveLength(2)
    for (const command of commands) {
      const [, ...args] = command.split(' ')
      expect(promtool(...args.map((arg) => arg.replace(/^docs\//, `${root}/docs/`)))).toContain('SUCCESS')
    }
  })

  it('fire in Prometheus while their conditions hold, and only then', async () => {
    const { harness, fault } = await startFaulty()
    const second = await openMetrics(await freePort())
    const targets = [harness.server.metricsUrl ?? '', second.url].map((url) => new URL(url).host)
    const prometheus = await startPrometheus(targets, hastyRules())
    onTestFinished(() => prometheus.stop())
    const among = async (names: readonly string[]) => {
      const now = await firing(prometheus)
      return names.filter((name) => now.includes(name))
    }

    await poll(() => prometheus.query('up{job="merchantpay"} == 1').catch(() => 0)).toBe(2)
    await poll(() => prometheus.query('merchantpay_suspense_usdt')).toBeGreaterThan(0)
    await poll(() => among(PLANTED)).toEqual([])

    const store = await openOn(harness.database)
    await plant(harness, store)
    await second.close()
    const failAndList = async () => {
      await failOnce(harness, fault)
      return among(PLANTED)
    }
    await poll(failAndList).toEqual(PLANTED)
    await Promise.all(dashboardExpressions().map(prometheus.query))

    await store.write(async (tx) => {
      for (const kind of ['signer_paused', 'halted'] as const) await tx.chainConditions.clear(ID, kind)
    })
    await openMetrics(Number(new URL(second.url).port))
    await poll(() => among(RESOLVED)).toEqual([])
  }, 120_000)
})
