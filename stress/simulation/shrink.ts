import { availableParallelism } from 'node:os'
import { fewest } from './fewest.js'
import { type Life, runLife } from './lives.js'
import type { SimulationOptions } from './simulation.js'

const DAY_MS = 86_400_000
/** Days are written with four decimals, 9 s. */
const DECIMALS = 10_000
/** A life shorter than this is not halved. */
const SHORT_DAYS = 0.02
/** The last turn is taken within this time. */
const LAST_STEP_MS = 20_000

export interface Failing {
  readonly options: SimulationOptions
  readonly life: Life
}

/** Returns the words of a violation that are the same for each order, amount and time. */
export function kindOf(violation: string): string {
  const [text = ''] = violation.split('{')
  const words = text.replace(/\([^)]*\)/g, '').match(/[^\s,:]+/g) ?? []
  return words.filter((word) => !/\d/.test(word)).join(' ')
}

/** Returns the names of the turns that happened in a life. */
export function turnsOf({ options: { only }, life }: Failing): readonly string[] {
  const names = life.turns.map(({ name }) => name)
  return only ? names.filter((name) => only.includes(name)) : names
}

/**
 * Reduces a failing life to the shortest time and the fewest turns after which a violation of the kind of its first one
 * remains.
 *
 * @param failing the options, and the life that they gave
 * @param onStep is called with each reduction
 */
export async function shrink(
  bundle: string,
  failing: Failing,
  onStep: (line: string) => void = () => undefined,
): Promise<Failing & { readonly livesTried: number }> {
  const trials = new Trials(bundle, kindOf(failing.life.violations[0] ?? ''), onStep)
  const short = await trials.halve(failing)
  const only = await fewest(
    turnsOf(short),
    async (some) => (await trials.failing({ ...short.options, only: some })) !== undefined,
    availableParallelism(),
  )
  const few = { ...short.options, only }
  const cut = await trials.failing({ ...few, days: daysUntilLast(only, short.life) })
  const smallest = cut ?? (await trials.failing(few)) ?? short
  return { ...smallest, livesTried: trials.count }
}

/** The lives of a reduction, each lived once. */
class Trials {
  count = 0
  private readonly known = new Map<string, Promise<Failing | undefined>>()

  constructor(
    private readonly bundle: string,
    private readonly kind: string,
    private readonly onStep: (line: string) => void,
  ) {}

  /** @returns undefined for a life without a violation of the kind */
  failing(options: SimulationOptions): Promise<Failing | undefined> {
    const name = JSON.stringify([options.days, options.only])
    const trial = this.known.get(name) ?? this.live(options)
    this.known.set(name, trial)
    return trial
  }

  /** Halves a life while it fails. */
  async halve(failing: Failing): Promise<Failing> {
    const { days } = failing.options
    if (days < SHORT_DAYS) return failing
    const half = await this.failing({ ...failing.options, days: upToDecimals(days / 2) })
    return half ? this.halve(half) : failing
  }

  private async live(options: SimulationOptions): Promise<Failing | undefined> {
    this.count += 1
    const life = await runLife(this.bundle, options)
    if (!life.violations.some((violation) => kindOf(violation) === this.kind)) return undefined
    this.onStep(`${turnsOf({ options, life }).length} turns in ${options.days} days`)
    return { options, life }
  }
}

/** How long a life must be for its last turn. */
function daysUntilLast(only: readonly string[], { turns }: Life): number {
  const beganAt = turns[0]?.atMs ?? 0
  const times = turns.filter(({ name }) => only.includes(name)).map(({ atMs }) => atMs)
  return upToDecimals((Math.max(beganAt, ...times) - beganAt + LAST_STEP_MS) / DAY_MS)
}

const upToDecimals = (days: number): number => Math.ceil(days * DECIMALS) / DECIMALS
