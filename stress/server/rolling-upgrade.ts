/**
 * `npm run stress -- rolling-upgrade [--requests n] [--kills n] [--what upgrade|restart|kills]`: two servers on one
 * PostgreSQL behind nginx, under load by clients that repeat nothing.
 *
 * - `upgrade`: each server in turn is replaced by one of a newer version with a compatible migration, and then by the older
 *   one again. No request fails, and the older server stays ready on the newer schema. An incompatible migration at the end
 *   makes servers of the older version end with exit code 75, and refuse to start with 78.
 * - `restart`: each server in turn is stopped and started again, for as long as the requests last. No request fails.
 * - `kills`: servers are killed at random moments. No acknowledged order is lost, and no order exists twice.
 */
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LoadResult, OrderLoad } from '../../packages/server/test/support/server/order-load.js'
import {
  COMPATIBLE,
  ServerSlot,
  type Version,
  versionWith,
} from '../../packages/server/test/support/server/server-slots.js'
import { connectTo, createDatabaseOn } from '../../packages/server/test/support/storage/postgres-client.js'
import { startPostgres } from '../../test-support/databases/postgres.js'
import { type Nginx, startNginx } from '../../test-support/processes/nginx.js'
import { merchantEnvironment } from '../../test-support/processes/sandbox-server.js'
import { mustRun } from '../../tools/lib/run.js'
import { Options } from '../lib/options.js'

const PRINTED_FAULTS = 20
/** Four replacements, and the time after them. */
const STEPS = 5
const POLL_MS = 100
const KILL_AFTER_MS = 1_500
const INCOMPATIBLE = {
  name: '9001-incompatible.sql',
  sql: '-- incompatible with older servers: a stress test says so\nCREATE TABLE of_next_year (\n  id TEXT PRIMARY KEY\n);\n',
}
/** Exit codes of a server that a newer version left behind, while it runs and when it starts. */
const OUTDATED = { running: 75, starting: 78 }

interface World {
  readonly slots: readonly [ServerSlot, ServerSlot]
  /** A copy of the built version, so that a build in the meantime changes nothing. */
  readonly current: Version
  readonly newer: Version
  readonly newest: Version
  readonly databaseUrl: string
  readonly load: OrderLoad
  readonly nginx: Nginx
}

/** @param share returns which share of the requests is made, above 1 once all are */
type Scene = (world: World, share: () => number) => Promise<void>

/** @throws Error with the first failures, or the lost and double orders */
export async function rollingUpgrade(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['requests', 'kills', 'what'])
  const requests = options.number('requests', 100_000)
  const kills = options.number('kills', 100)
  const scenes: Readonly<Record<string, Scene>> = {
    upgrade: upgradeAndBack,
    restart: restartInTurn,
    kills: (world) => killAtRandom(world, kills),
  }
  const only = options.text('what', '')
  for (const [name, scene] of Object.entries(scenes)) {
    if (only !== '' && only !== name) continue
    // Kills decide the length of their scene.
    await inWorld((world) => play(name, scene, world, name === 'kills' ? 1 : requests))
  }
}

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-rolling-'))
  const postgres = await startPostgres()
  const stops: (() => Promise<unknown>)[] = [() => postgres.stop()]
  try {
    const databaseUrl = await createDatabaseOn(postgres.url)
    const env = {
      MERCHANTPAY_DATABASE_URL: databaseUrl,
      MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
      MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
      MERCHANTPAY_REGISTRATIONS_PER_HOUR: '0',
      MERCHANTPAY_UNFINISHED_ORDERS_PER_MERCHANT: '100000',
      MERCHANTPAY_TRUSTED_PROXIES: '127.0.0.0/8',
      MERCHANTPAY_DRAIN_SECONDS: '1',
      MERCHANTPAY_PUBLIC_URL: 'http://localhost',
    }
    const slots = [await ServerSlot.at(env), await ServerSlot.at(env)] as const
    stops.push(...slots.map((slot) => () => slot.end('SIGKILL')))
    const current = versionWith(join(folder, 'current'))
    for (const slot of slots) await slot.start(current)
    const nginx = await startNginx(slots.map(({ port }) => port))
    stops.push(() => nginx.stop())
    const keys = await merchantEnvironment(nginx.url, 'rolling')
    await work({
      slots,
      current,
      newer: versionWith(join(folder, 'newer'), COMPATIBLE),
      newest: versionWith(join(folder, 'newest'), COMPATIBLE, INCOMPATIBLE),
      databaseUrl,
      load: new OrderLoad(nginx.url, keys),
      nginx,
    })
  } finally {
    for (const stop of stops.reverse()) await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function play(name: string, scene: Scene, world: World, requests: number): Promise<void> {
  const started = performance.now()
  const loading = world.load.run(requests)
  try {
    await scene(world, () => world.load.requests / requests)
  } finally {
    world.load.end()
  }
  const result = await loading
  const faults = [...(name === 'kills' ? [] : result.failures), ...(await findFaults(world, result))]
  const seconds = (performance.now() - started) / 1_000
  console.log(
    `${name}: ${result.requests} requests in ${seconds.toFixed(0)} s, ${result.failures.length} failed, ` +
      `${result.acknowledged.size} orders acknowledged, ${faults.length} faults`,
  )
  if (faults.length > 0)
    throw new Error(
      [`${name}: ${faults.length} faults`, ...faults.slice(0, PRINTED_FAULTS), world.nginx.log()].join(
        '\n  ',
      ),
    )
  if (name === 'upgrade') await leaveBehind(world)
}

/** Compares the acknowledged orders with the database. */
async function findFaults({ databaseUrl }: World, { acknowledged }: LoadResult): Promise<string[]> {
  const client = await connectTo(databaseUrl)
  try {
    const { rows } = await client.query<{ id: string; number: number }>(
      "SELECT id, CAST(CAST(metadata AS json) ->> 'number' AS INTEGER) AS number FROM orders",
    )
    const stored = new Map<number, string>()
    const faults: string[] = []
    for (const { id, number } of rows) {
      if (stored.has(number)) faults.push(`order ${number} exists twice`)
      stored.set(number, id)
    }
    for (const [number, id] of acknowledged)
      if (stored.get(number) !== id) faults.push(`order ${number} was acknowledged and is lost`)
    return faults
  } finally {
    await client.end()
  }
}

const upgradeAndBack: Scene = async ({ slots, current, newer, load }, share) => {
  const [first, second] = slots
  const other = (slot: ServerSlot) => (slot === first ? second : first)
  let steps = 0
  for (const version of [newer, current]) {
    for (const slot of slots) {
      steps += 1
      while (share() < steps / STEPS) await pause(POLL_MS)
      requireCode(await slot.end('SIGTERM'), 0)
      await slot.start(version)
      const readiness = await other(slot).readiness()
      if (readiness !== 200) throw new Error(`the other version answers /readyz?for=api with ${readiness}`)
      console.log(`  server on ${slot.port} replaced after ${load.requests} requests`)
    }
  }
}

const restartInTurn: Scene = async ({ slots, current }, share) => {
  let restarts = 0
  while (share() < 1) {
    for (const slot of slots) {
      requireCode(await slot.end('SIGTERM'), 0)
      await slot.start(current)
      restarts += 1
    }
  }
  console.log(`  ${restarts} restarts`)
}

async function killAtRandom({ slots, current }: World, kills: number): Promise<void> {
  for (let made = 0; made < kills; made += 1) {
    await pause(randomInt(KILL_AFTER_MS))
    const slot = slots[randomInt(2)]
    if (!slot) throw new Error('there is no such server')
    await slot.end('SIGKILL')
    await slot.start(current)
  }
  console.log(`  ${kills} kills`)
}

/** Servers of this version end once a newer one cannot share the database with them, and do not start again. */
async function leaveBehind({ slots, current, newest, databaseUrl }: World): Promise<void> {
  const [first, second] = slots
  await first.end('SIGTERM')
  await first.start(newest)
  requireCode(await second.exited(), OUTDATED.running)
  const failed = await second.start(current).then(
    () => undefined,
    () => second.exited(),
  )
  requireCode(failed, OUTDATED.starting)
  console.log(
    `  after an incompatible migration: exit ${OUTDATED.running}, and at a start ${OUTDATED.starting}`,
  )
  const env = {
    MERCHANTPAY_DATABASE_URL: databaseUrl,
    MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
  }
  const { stdout } = await mustRun(process.execPath, [newest[0] ?? '', 'ledger', 'verify'], { env })
  console.log(`  ${stdout.toString().trim().split('\n').at(-1)}`)
}

function requireCode(code: number | NodeJS.Signals | undefined, expected: number): void {
  if (code !== expected) throw new Error(`the server ended with ${code}, not ${expected}`)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
