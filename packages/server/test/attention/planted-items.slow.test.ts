import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { pauseSigner } from '../../src/domain/chain/signer.js'
import { beginRecovery } from '../../src/domain/recovery/recoveries.js'
import type { Tx } from '../../src/domain/store/unit-of-work.js'
import { EVENT_TYPES } from '../../src/domain/webhooks/event-types.js'
import { AlertReceiver } from '../support/attention/alert-receiver.js'
import { contextAt } from '../support/domain/context.js'
import { Harness, ORDER, type Registered } from '../support/server/harness.js'
import { setMerchantStatus } from '../support/server/merchant-status.js'
import { commandBeside, documentsOf, runCommand } from '../support/server/operator.js'
import { openOn, sideOf } from '../support/storage/engines.js'
import { Receiver, trustedCertificate } from '../support/webhooks/receiver.js'

const MINUTE_MS = 60_000
const COMPARED_MS = 15_000
const CONFIRMED_MS = 30_000
const STEP_MS = 5_000
const LIVE_ETHEREUM = { environment: 'live', network: 'ERC20' } as const
const LIVE_TRON = { environment: 'live', network: 'TRC20' } as const

/** The planted kinds, sorted. */
const PLANTED = [
  'addresses_scarce',
  'backup_overdue',
  'deliveries_failed',
  'halted',
  'ledger_violation',
  'no_secret',
  'order_frozen',
  'recovering',
  'signer_paused',
  'suspense',
  'withdrawal_review',
]

interface Line {
  readonly msg: string
  readonly kind?: string
}

class World {
  private constructor(
    readonly harness: Harness,
    readonly alerts: AlertReceiver,
    readonly keys: Registered,
    readonly receiver: Receiver,
    private readonly lines: readonly Line[],
  ) {}

  static async start(): Promise<World> {
    const alerts = await AlertReceiver.start()
    const lines: Line[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
    const certificate = await trustedCertificate()
    const env = {
      MERCHANTPAY_WEBHOOK_CA_FILE: certificate.file,
      MERCHANTPAY_WITHDRAWAL_AUTO_LIMIT: '0',
      MERCHANTPAY_ADDRESS_COOLDOWN_SECONDS: '60',
      MERCHANTPAY_WEBHOOK_RETRY_DELAYS: '0,1,1,1,1,1',
      MERCHANTPAY_METRICS_PORT: '0',
      ...alerts.env,
    }
    // PostgreSQL needs `pg_dump` for its backup.
    const harness = await Harness.start(env, { engine: 'sqlite', log })
    // The first delivery fails for good, and every later one arrives.
    const receiver = await Receiver.start(certificate, [500, 500, 500, 500, 500, 500, 200])
    return new World(harness, alerts, await harness.register(), receiver, lines)
  }

  call(method: string, target: string, body?: object) {
    return this.harness.call(method, target, { keys: this.keys, body })
  }

  async openOrder(fields: object = {}): Promise<string> {
    return (await this.call('POST', '/v1/orders', { ...ORDER, ...fields })).json.id
  }

  simulate(id: string, action: string, fields: object = {}) {
    return this.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { action, ...fields })
  }

  /** Writes beside the server. */
  async write(work: (tx: Tx) => Promise<unknown>): Promise<void> {
    const store = await openOn(this.harness.database)
    await store.write(work)
  }

  linesOf(msg: string): unknown[] {
    return this.lines
      .filter((line) => line.msg === msg)
      .map(({ kind }) => kind)
      .sort()
  }

  /** Returns the kinds of which the metric counts one. */
  async measured(): Promise<(string | undefined)[]> {
    const text = await (await fetch(this.harness.server.metricsUrl ?? '')).text()
    const samples = text.matchAll(/^merchantpay_attention_items\{kind="(\w+)"\} 1$/gm)
    return [...samples].map(([, kind]) => kind).sort()
  }

  attention() {
    const ran = runCommand(this.harness, ['attention', '--json'])
    return { status: ran.status, items: documentsOf(ran) }
  }
}

/** Splits a command as a shell does, and removes the name of the program. */
const argsOf = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '').slice(1)

async function plant(world: World): Promise<void> {
  const { harness, keys } = world
  // Money that no order takes: a payment after the end of the lease.
  const late = await world.openOrder()
  await world.simulate(late, 'expire')
  await harness.pass(3 * MINUTE_MS, 20_000)
  await world.simulate(late, 'late_pay')
  await harness.pass(CONFIRMED_MS, STEP_MS)
  // A balance, and a withdrawal of it that a person decides.
  await world.simulate(await world.openOrder(), 'pay', { amount: '100' })
  await harness.pass(CONFIRMED_MS, STEP_MS)
  const destination_address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const withdrawal = { amount: '10', currency: 'USDT', network: 'ERC20', destination_address }
  expect((await world.call('POST', '/v1/withdrawals', withdrawal)).json.status).toBe('REVIEW')
  await world.call('POST', '/v1/webhooks', { url: world.receiver.url, events: EVENT_TYPES })
  await world.simulate(await world.openOrder(), 'freeze')
  await harness.pass(CONFIRMED_MS, STEP_MS)
  await setMerchantStatus(harness, keys.merchantId, 'ACTIVE')
  const context = contextAt(harness.clock)
  await world.write(async (tx) => {
    await pauseSigner(
      tx,
      context,
      LIVE_ETHEREUM,
      'the hot wallet made a transaction that was not signed here',
    )
    const sinceAt = harness.clock.now()
    await tx.chainConditions.set(LIVE_TRON, { kind: 'halted', reason: 'the nodes contradict it', sinceAt })
    await tx.chainConditions.set(LIVE_TRON, { kind: 'addresses_scarce', reason: '8 of 10', sinceAt })
    const location = join(harness.folder, 'backups', 'old.db')
    await tx.backups.noteLast({ madeAt: sinceAt - 27 * 60 * MINUTE_MS, location })
    await beginRecovery(tx, context, {
      cause: 'mark',
      reason: 'a test',
      backupAt: null,
      chains: [],
      skip: 0,
      actor: 'a test',
    })
  })
  const side = await sideOf(harness.database)
  const at = harness.clock.now()
  await side.script(`UPDATE ledger_proofs SET proven_at = ${at}, took_ms = 1, violations = 2`)
}

describe('what waits for a person', () => {
  it('is listed, logged and sent once each, and again once it is resolved', { timeout: 60_000 }, async () => {
    const world = await World.start()
    const { harness, alerts } = world
    expect(world.attention()).toEqual({ status: 0, items: [] })
    await plant(world)
    await harness.pass(COMPARED_MS, STEP_MS)

    const { status: code, items } = world.attention()
    expect([code, items.map(({ kind }) => kind).sort()]).toEqual([1, PLANTED])
    expect(await world.measured()).toEqual(PLANTED)
    expect(alerts.kindsOf('attention.opened')).toEqual(PLANTED)
    expect(world.linesOf('attention needed')).toEqual(PLANTED)
    const told = alerts.alerts.map(({ data: { id: _, ...data } }) => data)
    for (const item of items) expect(told).toContainEqual(item)

    // A setting raises the limit of addresses.
    await world.write((tx) => tx.chainConditions.clear(LIVE_TRON, 'addresses_scarce'))
    const resolve = async (those: (kind: string) => boolean) => {
      const waiting = world.attention().items
      const commands = waiting.filter(({ kind }) => those(String(kind))).map((item) => item.command)
      const ran = commands.map(async (command) => {
        const { status, stderr } = await commandBeside(harness.databaseEnv, argsOf(String(command)), {})
        return { command, failure: status === 0 ? undefined : stderr }
      })
      expect(await Promise.all(ran)).toEqual(commands.map((command) => ({ command, failure: undefined })))
    }
    // No signer is resumed before the recovery is finished.
    await resolve((kind) => kind === 'recovering')
    await resolve((kind) => kind !== 'addresses_scarce')
    await harness.pass(COMPARED_MS, STEP_MS)
    await harness.pass(COMPARED_MS, STEP_MS)

    expect(world.attention()).toEqual({ status: 0, items: [] })
    expect(alerts.kindsOf('attention.resolved')).toEqual(PLANTED)
    expect(world.linesOf('attention no longer needed')).toEqual(PLANTED)
    // Nothing was said twice, and both messages about an item name it alike.
    expect(alerts.kindsOf('attention.opened')).toEqual(PLANTED)
    const ids = alerts.alerts.map(({ data }) => data.id)
    expect(new Set(ids).size).toBe(PLANTED.length)
    expect(new Set(alerts.alerts.map(({ deliveryId }) => deliveryId)).size).toBe(2 * PLANTED.length)
  })
})
