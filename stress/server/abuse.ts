/**
 * `npm run stress -- abuse [--seed n] [--seconds n] [--size n]`: the built server, attacked over loopback with hostile
 * bodies, pipelines, slow heads, slow bodies, slow readers, `--size` connections, minted keys, orders that are never paid,
 * and event streams. Meanwhile another process requests `/healthz`. The server must stay below 300 MiB, answer 99 of 100
 * probes within 250 ms and each within 1 s of the time of a bare server at the same moment, refuse the excess, and log the
 * refusals.
 *
 * Not covered: more addresses than the server has connections, and floods below HTTP, which are the task of the network in
 * front.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { residentMib } from '../../bench/lib/process.js'
import { quantile } from '../../bench/lib/rounds.js'
import { callServer } from '../../packages/server/test/support/abuse/caller.js'
import { launchServer, type ServerProcess } from '../../test-support/processes/sandbox-server.js'
import { Options } from '../lib/options.js'
import { attackDefaults, attackUnlimited } from './abuse-attacks.js'

const SECONDS = 120
const CONNECTIONS = 12_000
const MAX_MIB = 300
const MAX_MS = 250
const WORST_MS = 1_000
const SAMPLE_MS = 100
/** Memory growth, in MiB, that is printed. */
const PRINTED_STEP_MIB = 50
/** Reasons that the log must name. */
const REFUSED = ['pipelined', 'slow', 'incomplete', 'unread', 'crowded'] as const
const SETTINGS = {
  MERCHANTPAY_PORT: '0',
  MERCHANTPAY_SANDBOX_BLOCK_MS: '1000',
}
/** Settings under which the cap on open orders refuses new ones, and not the rate limit. */
const UNLIMITED = {
  MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
  MERCHANTPAY_REGISTRATIONS_PER_HOUR: '0',
  MERCHANTPAY_ADDRESS_LIMIT: '1200',
}

interface Probe {
  readonly ms: number | null
  readonly bareMs: number | null
}

/** @throws Error with the faults */
export async function abuse(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['seed', 'seconds', 'size'])
  const seed = options.number('seed', 1)
  const seconds = options.number('seconds', SECONDS)
  const size = options.number('size', CONNECTIONS)
  console.log(`seed ${seed}, ${seconds} s, ${size} connections`)
  const expected = REFUSED.filter((reason) => reason !== 'crowded' || size >= CONNECTIONS)
  const faults = [
    ...(await underWatch({}, (url) => attackDefaults(url, { seed, seconds, size }), expected)),
    ...(await underWatch(UNLIMITED, attackUnlimited, [])),
  ]
  if (faults.length > 0) throw new Error(['the server did not withstand', ...faults].join('\n  '))
  console.log('withstood')
}

/** Starts a server, attacks it, and checks its memory, its answers and its log. @returns the faults */
async function underWatch(
  env: Readonly<Record<string, string>>,
  play: (url: string) => Promise<string[]>,
  expected: readonly string[],
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-abuse-'))
  const lines: string[] = []
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('MERCHANTPAY_'))
  const database = { MERCHANTPAY_DATABASE_URL: `file:${folder}/merchantpay.db` }
  const server = launchServer(
    { ...Object.fromEntries(inherited), ...SETTINGS, ...database, ...env },
    (line) => lines.push(line),
  )
  let watch: Watch | undefined
  try {
    const url = await server.listening
    // The first request renders the docs, so it is sent before the measurement.
    await callServer(url, { method: 'GET', target: '/llms-full.txt' })
    watch = startWatch(server, url)
    const faults = await play(url)
    const watched = watch.judge()
    await server.stop()
    const exit = await server.exited
    if (exit !== 0) faults.push(`the server ended with ${exit}`)
    return [...faults, ...watched, ...judgeLog(lines, expected)]
  } finally {
    watch?.stop()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Watch {
  judge(): string[]
  stop(): void
}

function startWatch({ pid }: ServerProcess, url: string): Watch {
  const memory: number[] = [residentMib(pid)]
  const probes: Probe[] = []
  let printedMib = MAX_MIB / 2
  const sampling = setInterval(() => {
    const mib = residentMib(pid)
    memory.push(mib)
    if (mib < printedMib + PRINTED_STEP_MIB) return
    printedMib = mib
    console.log(`  memory: ${mib.toFixed(0)} MiB`)
  }, SAMPLE_MS)
  const prober: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', 'stress/server/abuse-prober.ts', url],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const kill = () => prober.kill('SIGKILL')
  process.once('exit', kill)
  let isOver = false
  const note = (probe: Probe) => {
    if (isOver) return
    probes.push(probe)
    // Printed between the attacks, to show which one caused the delay.
    if ((probe.ms ?? Number.POSITIVE_INFINITY) - (probe.bareMs ?? 0) > MAX_MS)
      console.log(`  /healthz took ${probe.ms?.toFixed(0)} ms`)
  }
  if (prober.stdout)
    createInterface({ input: prober.stdout }).on('line', (line) => note(JSON.parse(line) as Probe)) // printed by the prober
  return {
    judge() {
      isOver = true
      const mib = Math.max(...memory)
      const unanswered = probes.filter(({ ms }) => ms === null).length
      const answered = probes.flatMap(({ ms, bareMs }) =>
        ms === null || bareMs === null ? [] : [{ ms, bareMs }],
      )
      const own = answered.map(({ ms, bareMs }) => ms - bareMs)
      const quantiles = (values: readonly number[]) =>
        [0.5, 0.99, 1].map((share) => quantile(values, share).toFixed(0)).join(' / ')
      console.log(`memory: ${mib.toFixed(0)} MiB at most (limit ${MAX_MIB})`)
      console.log(
        `/healthz, p50 / p99 / max in ms, ${probes.length} probes: ${quantiles(answered.map(({ ms }) => ms))}`,
      )
      console.log(
        `  a bare server ${quantiles(answered.map(({ bareMs }) => bareMs))}; the difference ${quantiles(own)} (limit ${MAX_MS})`,
      )
      const faults: string[] = []
      if (!(mib <= MAX_MIB)) faults.push(`${mib.toFixed(0)} MiB of memory`)
      if (probes.length === 0 || unanswered > 0)
        faults.push(`${unanswered} of ${probes.length} probes had no answer`)
      const [usual, worst] = [quantile(own, 0.99), quantile(own, 1)]
      if (!(usual <= MAX_MS && worst <= WORST_MS))
        faults.push(
          `/healthz took ${usual.toFixed(0)} ms (p99) and ${worst.toFixed(0)} ms longer than a bare server`,
        )
      return faults
    },
    stop() {
      clearInterval(sampling)
      process.off('exit', kill)
      kill()
    },
  }
}

/** The log must name each kind of refusal, in few lines, and no error of the server itself. */
function judgeLog(lines: readonly string[], expected: readonly string[]): string[] {
  const parsed = lines.flatMap((line) =>
    line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : [],
  )
  const refusals = parsed.filter(({ msg }) => msg === 'connections ended')
  const counts = Object.fromEntries(
    REFUSED.map((reason) => [reason, refusals.reduce((sum, line) => sum + Number(line[reason] ?? 0), 0)]),
  )
  console.log(`refused, in ${refusals.length} lines of the log: ${JSON.stringify(counts)}`)
  const errors = parsed.filter(({ level }) => Number(level) >= 50)
  return [
    ...expected.filter((reason) => counts[reason] === 0).map((reason) => `the log says nothing of ${reason}`),
    ...errors.slice(0, 3).map((line) => `an error in the log: ${JSON.stringify(line).slice(0, 300)}`),
  ]
}
