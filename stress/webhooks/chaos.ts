/**
 * `npm run stress -- chaos [--minutes n | --seconds n] [--seed n]`: the built server with merchants whose receivers answer in
 * every hostile way, beside one with an honest receiver. The honest receiver must get all of its events. The memory of the
 * server must not grow, and it must not call a forbidden address.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError, MerchantPay } from '@merchantpay/sdk'
import { residentMib } from '../../bench/lib/process.js'
import { quantile } from '../../bench/lib/rounds.js'
import { pause } from '../../packages/server/test/support/crash/driver.js'
import { type Rows, rowsOf } from '../../packages/server/test/support/crash/rows.js'
import { type Random, seeded } from '../../packages/server/test/support/crash/sites.js'
import { startWebhookLog, type WebhookLog } from '../../packages/server/test/support/crash/webhook-log.js'
import { makeCertificate } from '../../test-support/net/certificate.js'
import {
  HOSTILE_MODES,
  HostileReceiver,
  type Mode,
  type Sentinel,
  startSentinel,
} from '../../test-support/net/hostile-receiver.js'
import {
  merchantEnvironment,
  type Sandbox,
  startSandbox,
} from '../../test-support/processes/sandbox-server.js'
import { Options } from '../lib/options.js'

const TIMEOUT_MS = 2_000
const LATE_MS = 3_000
const ENDPOINTS_EACH = 10
const HONEST_PAYERS = 4
/** The pause between orders of a hostile merchant. */
const EVERY_MS = 2_000
const POLL_MS = 500
const FINISH_MS = 120_000
const GROWTH_MIB = 20
/** Shorter runs are not judged, because memory still grows to its normal size. */
const JUDGED_MS = 300_000
const PRINTED_FAULTS = 10
const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
const EVENTS = ['payment.confirmed', 'payment.expired'] as const

/** URLs of the sentinels, each of which the API must refuse. */
const forbiddenUrls = ([second, sixth]: readonly Sentinel[]): string[] => [
  ...[
    '127.0.0.2',
    '127.0.2',
    '2130706434',
    '0x7f000002',
    '0177.0.0.2',
    '[::ffff:127.0.0.2]',
    '[::127.0.0.2]',
  ].map((host) => `https://${host}:${second?.port}/`),
  ...['[::1]', '[0:0:0:0:0:0:0:1]'].map((host) => `https://${host}:${sixth?.port}/`),
  `http://127.0.0.1:${second?.port}/`,
  'https://169.254.169.254/',
]

/** @throws Error with the faults */
export async function chaos(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['minutes', 'seconds', 'seed'])
  const durationMs = options.number('seconds', options.number('minutes', 10) * 60) * 1_000
  const seed = options.number('seed', 1)
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-chaos-'))
  const sentinels = await Promise.all(['127.0.0.2', '::1', '127.0.0.1'].map(startSentinel))
  const elsewhere = `https://127.0.0.1:${sentinels[2]?.port}/`
  const hostile = await HostileReceiver.start({ elsewhere, lateMs: LATE_MS })
  const certificate = await makeCertificate()
  const honest = await startWebhookLog(certificate)
  const caFile = join(folder, 'receivers.pem')
  writeFileSync(caFile, `${hostile.authority}\n${certificate.cert}`)
  const sandbox = await startSandbox({
    MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
    MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
    MERCHANTPAY_WEBHOOK_CA_FILE: caFile,
    MERCHANTPAY_WEBHOOK_TIMEOUT_MS: `${TIMEOUT_MS}`,
    MERCHANTPAY_WEBHOOK_RETRY_DELAYS: '0,1,2,3,5,8',
  })
  try {
    const run: Run = { sandbox, hostile, honest, sentinels, random: seeded(seed), durationMs }
    const faults = await play(run)
    await sandbox.stop()
    const exit = await sandbox.exited
    if (exit !== 0) faults.push(`the server ended with ${exit}`)
    if (faults.length > 0)
      throw new Error(['faults under chaos', ...faults.slice(0, PRINTED_FAULTS)].join('\n  '))
  } finally {
    await sandbox.stop()
    honest.close()
    await hostile.close()
    for (const sentinel of sentinels) sentinel.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Run {
  readonly sandbox: Sandbox
  readonly hostile: HostileReceiver
  readonly honest: WebhookLog
  readonly sentinels: readonly Sentinel[]
  readonly random: Random
  readonly durationMs: number
}

/** @returns the faults */
async function play(run: Run): Promise<string[]> {
  const { sandbox, honest, sentinels } = run
  const faults: string[] = []
  const api = await merchant(sandbox, 'honest')
  const { id } = await api.webhooks.create({ url: honest.url, events: [...EVENTS] })
  const enemies = await registerEnemies(run, faults)
  const memory: number[] = []
  const owed: string[] = []
  const deadline = performance.now() + run.durationMs
  const sampling = setInterval(() => memory.push(residentMib(sandbox.pid)), POLL_MS)
  const until = async (everyMs: number, work: () => Promise<unknown>) => {
    while (performance.now() < deadline) {
      await work().catch((error: unknown) => faults.push(`a call failed: ${error}`))
      await pause(everyMs)
    }
  }
  await Promise.all([
    ...Array.from({ length: HONEST_PAYERS }, () => until(20, async () => owed.push(await event(api, run)))),
    ...enemies.map((enemy) => until(EVERY_MS, () => event(enemy, run))),
  ])
  clearInterval(sampling)
  const rows = rowsOf(`file:${sandbox.folder}/merchantpay.db`)
  await untilRecorded(rows, id, owed.length)
  faults.push(...missing(owed, honest), ...(await recorded(rows, id, owed.length)), ...(await odd(rows)))
  const hits = sentinels.reduce((sum, sentinel) => sum + sentinel.hits, 0)
  if (hits > 0) faults.push(`${hits} calls to forbidden addresses`)
  const growth = growthOf(memory)
  if (run.durationMs >= JUDGED_MS && !(growth.mib < GROWTH_MIB))
    faults.push(`memory grew by ${growth.mib.toFixed(1)} MiB`)
  await report(run, { rows, owed, growth, hits })
  return faults
}

async function merchant({ url }: Sandbox, name: string): Promise<MerchantPay> {
  const env = await merchantEnvironment(url, name)
  const { MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret } = env
  return new MerchantPay({ baseUrl: url, keyId, secret, rateLimit: false })
}

/** Registers merchants that share the hostile answers among them and also try the forbidden URLs. */
async function registerEnemies(
  { sandbox, hostile, sentinels }: Run,
  faults: string[],
): Promise<MerchantPay[]> {
  const modes = [...HOSTILE_MODES.keys()]
  const enemies: MerchantPay[] = []
  for (let first = 0; first < modes.length; first += ENDPOINTS_EACH) {
    const api = await merchant(sandbox, `enemy-${first}`)
    enemies.push(api)
    for (const url of forbiddenUrls(sentinels)) {
      const refusal = await api.webhooks.create({ url, events: [...EVENTS] }).then(
        () => 'it was accepted',
        (error: unknown) => error,
      )
      if (!(refusal instanceof ApiError)) faults.push(`${url} was not refused: ${refusal}`)
    }
    for (const mode of modes.slice(first, first + ENDPOINTS_EACH)) {
      await api.webhooks.create({ url: hostile.urlOf(mode), events: [...EVENTS] })
    }
  }
  return enemies
}

/** Creates an order and ends it with one event. @returns its id */
async function event(api: MerchantPay, { random }: Run): Promise<string> {
  const order = await api.orders.create(ORDER)
  await api.testHelpers.simulateOrder(order.id, { action: random(4) === 0 ? 'pay' : 'expire' })
  return order.id
}

async function untilRecorded(rows: Rows, webhookId: string, owed: number): Promise<void> {
  for (const deadline = performance.now() + FINISH_MS; performance.now() < deadline; await pause(POLL_MS)) {
    if ((await recorded(rows, webhookId, owed)).length === 0) return
  }
}

const missing = (owed: readonly string[], { arrivals }: WebhookLog): string[] => {
  const came = new Set([...arrivals.values()].map(({ subject }) => subject))
  return owed.filter((id) => !came.has(id)).map((id) => `the event of order ${id} never came`)
}

async function recorded(rows: Rows, webhookId: string, owed: number): Promise<string[]> {
  const text = `SELECT COUNT(*) AS made FROM webhook_deliveries WHERE webhook_id = ? AND status = 'DELIVERED'`
  const [row] = await rows.all<{ made: bigint }>(text, webhookId)
  return Number(row?.made) === owed ? [] : [`${row?.made} of ${owed} honest deliveries are recorded as made`]
}

/** Deliveries whose error does not match their receiver. Timeouts are allowed, because the machine may be busy. */
async function odd(rows: Rows): Promise<string[]> {
  const text = `SELECT webhook_endpoints.url AS url, last_error, MAX(attempts) AS most, COUNT(*) AS count
    FROM webhook_deliveries JOIN webhook_endpoints ON webhook_endpoints.id = webhook_id
    WHERE attempts > 0 GROUP BY webhook_endpoints.url, last_error`
  const found = await rows.all<{ url: string; last_error: string | null; most: bigint; count: bigint }>(text)
  return found.flatMap(({ url, last_error: error, most, count }) => {
    const mode = decodeURIComponent(new URL(url).pathname.slice(1)) as Mode // the receiver's own URL
    const expected = HOSTILE_MODES.has(mode) ? HOSTILE_MODES.get(mode) : null
    const isRight = error === expected || error === 'timeout'
    return isRight && most <= 6n
      ? []
      : [`${mode}: ${count} ended with ${error} after ${most} attempts at most`]
  })
}

interface Growth {
  readonly fromMib: number
  readonly mib: number
}

/** Compares the last quarter with the second, in which everything is compiled and pooled. */
function growthOf(memory: readonly number[]): Growth {
  const quarter = Math.floor(memory.length / 4)
  const [early, late] = [memory.slice(quarter, 2 * quarter), memory.slice(3 * quarter)]
  const fromMib = quantile(early, 0.5)
  return { fromMib, mib: quantile(late, 0.5) - fromMib }
}

async function report(
  { hostile, durationMs }: Run,
  { rows, owed, growth, hits }: { rows: Rows; owed: readonly string[]; growth: Growth; hits: number },
): Promise<void> {
  const [attempts] = await rows.all<{ made: bigint }>('SELECT SUM(attempts) AS made FROM webhook_deliveries')
  const asked = [...hostile.requests.values()].reduce((sum, count) => sum + count, 0)
  console.log(
    `${durationMs / 1_000} s, ${HOSTILE_MODES.size} hostile ways to answer: ${owed.length} honest deliveries, ` +
      `${attempts?.made} attempts, ${asked} requests at the hostile receiver, ${hits} forbidden calls, ` +
      `memory ${growth.fromMib.toFixed(0)} MiB and ${growth.mib < 0 ? '' : '+'}${growth.mib.toFixed(1)} MiB`,
  )
}
