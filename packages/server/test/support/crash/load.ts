import type { CrashRun } from './crash-run.js'
import { pause } from './driver.js'
import type { Random, Sites } from './sites.js'
import { ServerUnavailable, type Supervisor } from './supervisor.js'

const PAYMENTS_PER_PAYOUT = 10
const LIFE_SPREAD_MS = 3_000
const POLL_MS = 50
/** One random kill of this number ends all servers. */
const ALL_AT_ONCE = 20
const FULL_MS = 300
/** The limit of SQLite. */
const MAX_PAGES = 0xfffffffe

/** How often the disk of a server fails, in percent of the checks. */
export interface DiskShares {
  /** The next COMMIT fails. */
  readonly failing: number
  /** The database file cannot grow for a while. */
  readonly full: number
}

export interface LoadOptions {
  readonly payments: number
  readonly kills: number
  readonly payers: number
  readonly limitMs: number
  /** A server that served this long has missed its site, and is killed anywhere soon after. */
  readonly lifeMs: number
  readonly random: Random
  readonly sites: Sites
  /** SQLite only. */
  readonly disk?: DiskShares | undefined
  /** Ends the run before the others do. */
  readonly isOver?: () => boolean
}

/**
 * Runs payers and kills until both have reached their number, or until the time is up.
 *
 * @returns the faults of payers
 * @throws ServerUnavailable
 */
export async function playLoad(run: CrashRun, options: LoadOptions): Promise<string[]> {
  const { payments, kills, payers, limitMs, random, sites } = options
  const deadline = performance.now() + limitMs
  const isEnough = () => {
    const isKilled = run.exits.length >= kills && sites.open.length === 0
    if (options.isOver?.() || performance.now() > deadline) return true
    return run.played.payments.length >= payments && isKilled
  }
  const faults: string[] = []
  const guard = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      if (error instanceof ServerUnavailable) throw error
      faults.push(`${error}`)
    })
  const payer = async () => {
    while (!isEnough()) {
      await guard(run.pay(draw(run.chains.plans, random)))
      if (random(PAYMENTS_PER_PAYOUT) === 0) await guard(run.withdraw(draw(run.chains.exits, random)))
    }
  }
  let isOver = false
  const killing = Promise.all(
    run.supervisors.map((supervisor) => killUntil(run, supervisor, options, () => isOver || isEnough())),
  )
  try {
    await Promise.all(Array.from({ length: payers }, payer))
  } finally {
    isOver = true
  }
  await killing
  return faults
}

async function killUntil(
  run: CrashRun,
  supervisor: Supervisor,
  { random, disk, lifeMs: leastMs }: LoadOptions,
  isOver: () => boolean,
): Promise<void> {
  let lifeMs = leastMs
  let known = { launchedAt: supervisor.launchedAt, upAt: Number.POSITIVE_INFINITY }
  while (!isOver()) {
    await pause(POLL_MS)
    const { launchedAt } = supervisor
    if (launchedAt !== known.launchedAt) known = { launchedAt, upAt: Number.POSITIVE_INFINITY }
    if (!(await supervisor.isUp())) continue
    // On a busy machine the start may take longer than a server's lifetime.
    known.upAt = Math.min(known.upAt, performance.now())
    // A server that is killed meanwhile has space again.
    if (disk) await fillSometimes(supervisor, disk, random).catch(() => undefined)
    if (performance.now() - known.upAt < lifeMs) continue
    lifeMs = leastMs + random(LIFE_SPREAD_MS)
    await (random(ALL_AT_ONCE) === 0 ? run.killAll() : supervisor.kill())
  }
}

async function fillSometimes(supervisor: Supervisor, disk: DiskShares, random: Random): Promise<void> {
  if (random(100) < disk.failing)
    await supervisor.send({ fail: { site: 'before COMMIT', code: 'SQLITE_FULL' } })
  if (random(100) >= disk.full) return
  await supervisor.send({ maxPages: 1 })
  await pause(FULL_MS)
  await supervisor.send({ maxPages: MAX_PAGES })
}

function draw<Name extends string>(shares: Readonly<Record<Name, number>>, random: Random): Name {
  const names = Object.keys(shares) as Name[] // the literal's own keys
  const all = names.flatMap((name) => Array.from({ length: shares[name] }, () => name))
  const drawn = all[random(all.length)]
  if (drawn === undefined) throw new Error('there is nothing to draw from')
  return drawn
}
