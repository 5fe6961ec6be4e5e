import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchServer, type ServerProcess } from '../../test-support/processes/sandbox-server.js'
import { cpuSeconds, residentMib } from '../lib/process.js'
import { against, buildServer } from '../lib/release.js'
import { quantile, type Result, ROUNDS, waitsOf } from '../lib/rounds.js'
import { startServer } from '../lib/servers.js'
import { sized } from '../lib/sized.js'

/** Time for the garbage of the start to be collected. */
const IDLE_MS = sized(3_000, 100)
/** With the figure of the time when each start compiled the checks of requests, on the machine that now takes 0.6 s. */
const BEFORE = '≤ 0.7 s, before 1.6 s'
const LATER_ORDERS = sized(100, 5)

interface Started {
  readonly seconds: number
  readonly secondsAgain: number
  readonly cpuSeconds: number
  readonly idleMib: number
  /** The time of the first order over that of later ones. */
  readonly firstOrder: number
}
type Program = readonly string[] | undefined

/**
 * `merchantpay-server serve` on an empty database, and again on that database: time until it listens, CPU and idle memory;
 * and its first order.
 */
export async function start(): Promise<Result[]> {
  const baseline = against === undefined ? undefined : await buildServer(against)
  const bases: Started[] = []
  const starts: Started[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    if (baseline) bases.push(await startOnce(baseline))
    starts.push(await startOnce(undefined))
  }
  const results = [
    figure(starts, 'seconds', { what: 'start to listening', goal: BEFORE, unit: 's', digits: 2 }),
    figure(starts, 'secondsAgain', { what: 'with a database', goal: '≤ 0.7 s', unit: 's', digits: 2 }),
    figure(starts, 'cpuSeconds', { what: 'CPU of a start', goal: 'none', unit: 's', digits: 2 }),
    figure(starts, 'idleMib', { what: 'idle memory (RSS)', goal: '< 150 MiB', unit: 'MiB', digits: 0 }),
    figure(starts, 'firstOrder', {
      what: 'the first order against later ones',
      goal: '≤ 10',
      unit: '×',
      digits: 1,
    }),
  ]
  if (!baseline) return results
  const pairs = bases.map(
    (base, round) => [base.seconds * 1_000, (starts[round]?.seconds ?? 0) * 1_000] as const,
  )
  return [
    ...results,
    waitsOf({ what: `start to listening, against ${against}`, goal: 'none' }, pairs),
    figure(bases, 'firstOrder', {
      what: `the first order of ${against}`,
      goal: 'none',
      unit: '×',
      digits: 1,
    }),
  ]
}

async function startOnce(program: Program): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'merchantpay-'))
  const settings = {
    PATH: process.env.PATH,
    MERCHANTPAY_PORT: '0',
    MERCHANTPAY_DATABASE_URL: `file:${folder}/merchantpay.db`,
  }
  try {
    const [first, seconds] = await listening(launchServer(settings, undefined, [], program))
    const cpu = cpuSeconds(first.pid)
    await sleep(IDLE_MS)
    const idleMib = residentMib(first.pid)
    await first.stop()
    const [again, secondsAgain] = await listening(launchServer(settings, undefined, [], program))
    await again.stop()
    return { seconds, secondsAgain, cpuSeconds: cpu, idleMib, firstOrder: await firstOrder(program) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Waits until a server listens. @returns it with the seconds that it took */
async function listening(server: ServerProcess): Promise<[ServerProcess, seconds: number]> {
  const began = performance.now()
  await server.listening
  return [server, (performance.now() - began) / 1_000]
}

/** Returns the time of the first order of a new server over the median of later ones. */
async function firstOrder(program: Program): Promise<number> {
  const server = await startServer(program)
  const later: number[] = []
  for (let made = 0; made < LATER_ORDERS; made += 1) later.push((await server.createOrder()).ms)
  await server.stop()
  return server.firstOrderMs / quantile(later, 0.5)
}

function figure(
  starts: readonly Started[],
  name: keyof Started,
  { what, goal, unit, digits }: { what: string; goal: string; unit: string; digits: number },
): Result {
  const values = starts.map((started) => started[name])
  const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(values, share).toFixed(digits))
  return {
    what,
    goal,
    value: `${middle} ${unit}`,
    spread: `p10 ${low}, p90 ${high}, ${starts.length} rounds`,
  }
}
