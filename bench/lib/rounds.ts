import { sized } from './sized.js'

export interface Result {
  readonly what: string
  readonly value: string
  readonly spread: string
  readonly goal: string
}

/** One measurement of one side. */
export interface Sample {
  readonly perSecond: number
  /** CPU time of one operation in the measured process. */
  readonly cpuMicros: number
}
export type Measure = () => Promise<Sample>

export const ROUNDS = sized(7, 1)

/** Measures baseline and subject in turn, so that other load on the machine slows both. */
export async function compare(
  what: string,
  goal: string,
  baseline: Measure,
  subject: Measure,
): Promise<Result> {
  await baseline()
  await subject()
  const bases: Sample[] = []
  const subjects: Sample[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    bases.push(await baseline())
    subjects.push(await subject())
  }
  return resultOf({ what, goal }, bases, subjects)
}

/** The ratios of the throughput of rounds that were measured in turn. */
export function resultOf(
  { what, goal }: { what: string; goal: string },
  bases: readonly Sample[],
  subjects: readonly Sample[],
): Result {
  const ratios = subjects.map(({ perSecond }, round) => perSecond / (bases[round]?.perSecond ?? Number.NaN))
  const [low, middle, high] = [quantile(ratios, 0.1), quantile(ratios, 0.5), quantile(ratios, 0.9)]
  const [baseMicros, micros] = [bases, subjects].map((samples) => medianOf(samples, 'cpuMicros'))
  const rates = [bases, subjects].map((samples) => Math.round(medianOf(samples, 'perSecond')))
  const spread = [
    `p10 ${low.toFixed(2)}, p90 ${high.toFixed(2)}, ${subjects.length} rounds`,
    `${rates.join(' and ')}/s`,
    `CPU ${baseMicros?.toFixed(0)} and ${micros?.toFixed(0)} µs`,
  ]
  return { what, value: `${middle.toFixed(2)} ×`, spread: spread.join('; '), goal }
}

/** The ratios of latencies in milliseconds that were measured in turn. */
export function waitsOf(
  { what, goal }: { what: string; goal: string },
  pairs: readonly (readonly [baselineMs: number, subjectMs: number])[],
): Result {
  const ratios = pairs.map(([baseline, subject]) => subject / baseline)
  const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(ratios, share).toFixed(2))
  const [baseline, subject] = [pairs.map(([ms]) => ms), pairs.map(([, ms]) => ms)].map((waits) =>
    quantile(waits, 0.5).toFixed(1),
  )
  const spread = `p10 ${low}, p90 ${high}, ${pairs.length} rounds; ${baseline} and ${subject} ms`
  return { what, value: `${middle} ×`, spread, goal }
}

/** Calls a function repeatedly for a while. */
export function rate(calls: number, call: (made: number) => unknown): Sample {
  const cpu = process.cpuUsage()
  const started = performance.now()
  for (let made = 0; made < calls; made += 1) call(made)
  const seconds = (performance.now() - started) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: calls / seconds, cpuMicros: (user + system) / calls }
}

/** Calls an asynchronous function repeatedly for a while, with several calls at a time. */
export async function rateInFlight(
  calls: number,
  inFlight: number,
  call: () => Promise<unknown>,
): Promise<Sample> {
  const cpu = process.cpuUsage()
  const started = performance.now()
  let left = calls
  const caller = async () => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: inFlight }, caller))
  const seconds = (performance.now() - started) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: calls / seconds, cpuMicros: (user + system) / calls }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
}

export const medianOf = (samples: readonly Sample[], name: keyof Sample): number =>
  quantile(
    samples.map((sample) => sample[name]),
    0.5,
  )
