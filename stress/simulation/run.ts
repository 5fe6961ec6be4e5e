import { coverageLines } from './coverage-report.js'
import { bundleSimulation, inParallel, runLife } from './lives.js'
import { type FinishedLife, Progress } from './progress.js'
import type { SimulationOptions } from './simulation.js'

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const PRINTED_VIOLATIONS = 20

/** Simulated time in lives of a bounded length, so that the memory of a life is bounded too. */
export interface Run {
  readonly firstSeed: number
  readonly days: number
  readonly daysPerLife: number
  readonly settings: Omit<SimulationOptions, 'seed' | 'days'>
  /** The file of finished lives, with which a run that was ended goes on. */
  readonly progress: string | undefined
}

/** Returns the lives of a run; the last one may be shorter. */
export function livesOf({ firstSeed, days, daysPerLife, settings }: Run): SimulationOptions[] {
  return Array.from({ length: Math.ceil(days / daysPerLife) }, (_, at) => ({
    ...settings,
    seed: firstSeed + at,
    days: Math.min(daysPerLife, days - at * daysPerLife),
  }))
}

/** Lives a run, and prints it. @returns the number of violations */
export async function live(run: Run, print: (line: string) => void): Promise<number> {
  const bundle = await bundleSimulation()
  const progress = new Progress(run.progress, bundle)
  const lives: FinishedLife[] = []
  const waiting: SimulationOptions[] = []
  for (const options of livesOf(run)) {
    const known = progress.find(options)
    if (!known) waiting.push(options)
    else {
      lives.push(known)
      if (known.violations.length > 0) printLife(options, known, print)
    }
  }
  if (lives.length > 0) print(`${lives.length} lives are known from ${run.progress}`)
  await inParallel(waiting, async (options) => {
    const life = await runLife(bundle, options, print)
    lives.push(progress.add(options, life))
    printLife(options, life, print)
  })
  for (const line of summaryOf(lives)) print(line)
  return lives.reduce((sum, { violations }) => sum + violations.length, 0)
}

function printLife(
  { seed, days }: SimulationOptions,
  life: FinishedLife,
  print: (line: string) => void,
): void {
  const { orders, payouts, trace, simulatedMs, cpuMs, violations } = life
  const speed = (simulatedMs / cpuMs).toFixed(0)
  print(`seed ${seed}: ${orders} orders, ${payouts} payouts, ${speed} times real time, trace ${trace}`)
  for (const violation of violations.slice(0, PRINTED_VIOLATIONS)) print(`  ${violation}`)
  if (violations.length > 0) print(`  reduce it with --shrink yes --seed ${seed} --days ${days}`)
}

/** Returns the lines about all lives of a run. */
export function summaryOf(lives: readonly FinishedLife[]): string[] {
  const sum = (read: (life: FinishedLife) => number) => lives.reduce((total, life) => total + read(life), 0)
  const faults = sumsOf(lives.map((life) => life.faults))
  const ms = sum(({ simulatedMs }) => simulatedMs)
  return [
    `${(ms / YEAR_MS).toFixed(3)} years (${(ms / DAY_MS).toFixed(1)} days) in ${lives.length} lives`,
    `${sum(({ orders }) => orders)} orders, ${sum(({ payouts }) => payouts)} payouts`,
    `faults: ${Object.entries(faults)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ')}`,
    `${sum(({ checks }) => checks)} invariants checked, ${sum(({ violations }) => violations.length)} violations`,
    ...coverageLines(lives.map(({ reached }) => reached)),
  ]
}

/** Adds numbers by their names, in the order of the names. */
function sumsOf(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = [...new Set(all.flatMap((each) => Object.keys(each)))].sort()
  return Object.fromEntries(
    names.map((name) => [name, all.reduce((sum, each) => sum + (each[name] ?? 0), 0)]),
  )
}
