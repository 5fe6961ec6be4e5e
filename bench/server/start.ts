import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchServer } from '../../test-support/processes/sandbox-server.js'
import { cpuSeconds, residentMib } from '../lib/process.js'
import { quantile, type Result, ROUNDS } from '../lib/rounds.js'
import { sized } from '../lib/sized.js'

/** Time for the garbage of the start to be collected. */
const IDLE_MS = sized(3_000, 100)

interface Started {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly idleMib: number
}

/** `merchantpay-server serve` on an empty database: time until it listens, CPU and idle memory. */
export async function start(): Promise<Result[]> {
  const starts: Started[] = []
  for (let round = 0; round < ROUNDS; round += 1) starts.push(await startOnce())
  return [
    resultOf(starts, 'seconds', { what: 'start to listening', goal: '< 1.5 s', unit: 's', digits: 2 }),
    resultOf(starts, 'cpuSeconds', { what: 'CPU of a start', goal: 'none', unit: 's', digits: 2 }),
    resultOf(starts, 'idleMib', { what: 'idle memory (RSS)', goal: '< 150 MiB', unit: 'MiB', digits: 0 }),
  ]
}

async function startOnce(): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'merchantpay-'))
  const began = performance.now()
  const server = launchServer({
    PATH: process.env.PATH,
    MERCHANTPAY_PORT: '0',
    MERCHANTPAY_DATABASE_URL: `file:${folder}/merchantpay.db`,
  })
  try {
    await server.listening
    const seconds = (performance.now() - began) / 1_000
    const cpu = cpuSeconds(server.pid)
    await sleep(IDLE_MS)
    return { seconds, cpuSeconds: cpu, idleMib: residentMib(server.pid) }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function resultOf(
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
