import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../../../../tools/lib/run.js'
import type { Store } from '../../../src/domain/store/store.js'
import type { DatabaseLocation } from '../../../src/storage/open.js'
import { START } from '../domain/context.js'
import { CLI } from '../server/cli.js'
import { openPlanner } from '../storage/query-plans.js'
import { merchant } from '../storage/store-rows.js'
import { rowsOf } from './rows.js'
import type { Random } from './sites.js'
import { PRELOAD } from './supervisor.js'

const ENDPOINT = 'wh_1'
/** More statements than a batch of 500 has. */
const FAR = 4_000
const DAY_MS = 86_400_000

export interface RecoveryPlan {
  readonly database: DatabaseLocation
  /** A store on the empty database. */
  readonly store: Store
  readonly deliveries: number
  readonly kills: number
  readonly random: Random
}

export interface RecoveryReport {
  /** Violations of the guarantees; empty when all is correct. */
  readonly faults: readonly string[]
  readonly kills: number
  readonly sites: number
  readonly redelivered: number
  readonly seconds: number
}

/** Runs the operator's command until it is not killed, and counts the deliveries that it made. */
export async function killRecovery(plan: RecoveryPlan): Promise<RecoveryReport> {
  const { database, deliveries, kills, random } = plan
  const databaseUrl = database.engine === 'sqlite' ? `file:${database.file}` : database.url
  await failAll(plan)
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-recovery-'))
  const file = join(folder, 'sites')
  const recover = async (faults: Record<string, string>) => {
    const since = new Date(START).toISOString()
    const args = [...PRELOAD, CLI, 'deliveries', 'recover', '--webhook', ENDPOINT, '--since', since, '--json']
    return run(process.execPath, args, {
      env: {
        PATH: process.env.PATH,
        MERCHANTPAY_DATABASE_URL: databaseUrl,
        MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        FAULT_SITES: file,
        ...faults,
      },
    })
  }
  const started = performance.now()
  try {
    for (let n = 0; n < kills; n += 1) await recover({ FAULT_KILL_AT: `${1 + random(FAR)}` })
    const { code, output } = await recover({})
    const seconds = (performance.now() - started) / 1_000
    const killed = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('killed '))
    const counts = await countRedeliveries(databaseUrl)
    const faults = code === 0 ? [] : [`the command ended with ${code}: ${output}`]
    if (counts.made !== deliveries) faults.push(`${counts.made} redeliveries, not ${deliveries}`)
    if (counts.most !== 1) faults.push(`${counts.most} redeliveries of one delivery`)
    if (!output.includes(`"redelivered":${deliveries}`)) faults.push(`unexpected output: ${output}`)
    return { faults, kills: killed.length, sites: new Set(killed).size, redelivered: counts.made, seconds }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Inserts an endpoint with only FAILED deliveries. */
async function failAll({ store, database, deliveries }: RecoveryPlan): Promise<void> {
  const at = START + DAY_MS
  await store.write(async (tx) => {
    await tx.merchants.insert(merchant('shop'))
    await tx.webhookEndpoints.insert({
      merchantId: 'shop',
      environment: 'test',
      id: ENDPOINT,
      url: 'https://shop.example/hook',
      events: ['payment.expired'],
      isActive: true,
      createdAt: START,
      updatedAt: START,
    })
  })
  const numbers =
    database.engine === 'sqlite'
      ? `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${deliveries}) SELECT n FROM counted`
      : `SELECT n FROM generate_series(1, ${deliveries}) AS n`
  const planner = await openPlanner(database)
  await planner.script(`
    CREATE TEMP TABLE numbers AS ${numbers};
    INSERT INTO webhook_events (id, merchant_id, environment, event, subject, body, created_at)
    SELECT 'event ' || n, 'shop', 'test', 'payment.expired', 'order ' || n, '{}', ${START} + n FROM numbers;
    INSERT INTO webhook_deliveries (id, event_id, webhook_id, target, held, status, attempts, claimed_until, created_at,
      ended_at)
    SELECT 'wd_' || n, 'event ' || n, '${ENDPOINT}', '${ENDPOINT}', 0, 'FAILED', 6, 0, ${START} + n, ${at} FROM numbers;`)
  await planner.close()
}

async function countRedeliveries(databaseUrl: string): Promise<{ made: number; most: number }> {
  const [row] = await rowsOf(databaseUrl).all<{ made: bigint; most: bigint }>(
    `SELECT COUNT(*) AS made, MAX(times) AS most FROM
       (SELECT COUNT(*) AS times FROM webhook_deliveries WHERE redelivery_of IS NOT NULL GROUP BY redelivery_of) AS counted`,
  )
  return { made: Number(row?.made), most: Number(row?.most) }
}
