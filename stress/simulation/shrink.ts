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

/** A failing life with the fewest turns in the shortest time. */
export interface Shrunk {
  readonly options: SimulationOptions
  readonly life: Life
  readonly livesTried: number
}

/** Returns the words of a violation that are the same for each order, amount and time. */
export function kindOf(violation: string): string {
  const [text = ''] = violation.split('{')
  const words = text.replace(/\([^)]*\)/g, '').match(/[^\s,:]+/g) ?? []
  return words.filter((word) => !/\d/.test(word)).join(' ')
}

/** Returns the names of the turns that happened in a life. */
export function turnsOf({ only }: SimulationOptions, { turns }: Life): readonly string[] {
  const names = turns.map(({ name }) => name)
  return only ? names.filter((name) => only.includes(name)) : names
}

/**
 * Reduces a failing life to the shortest time and the fewest turns after which a violation of the kind of its first one
 * remains.
 *
 * @param life lived with these options
 * @param onStep is called with each reduction
 */
export async function shrink(
  bundle: string,
  options: SimulationOptions,
  life: Life,
  onStep: (line: string) => void,
): Promise<Shrunk> {
  const kind = kindOf(life.violations[0] ?? '')
  const tried = new Map<string, Promise<Life | undefined>>()
  let livesTried = 0
  /** Resolves to the life if it fails alike. */
  const live = async (candidate: SimulationOptions): Promise<Life | undefined> => {
    livesTried += 1
    const lived = await runLife(bundle, candidate)
    return lived.violations.some((violation) => kindOf(violation) === kind) ? lived : undefined
  }
  const tryLife = (candidate: SimulationOptions): Promise<Life | undefined> => {
    const name = JSON.stringify([candidate.days, candidate.only])
    const trial = tried.get(name) ?? live(candidate)
    tried.set(name, trial)
    return trial
  }
  let [shortOptions, short] = [options, life]
  while (shortOptions.days > SHORT_DAYS) {
    const half = { ...shortOptions, days: upToDecimals(shortOptions.days / 2) }
    const lived = await tryLife(half)
    if (!lived) break
    ;[shortOptions, short] = [half, lived]
    onStep(`${turnsOf(half, lived).length} turns in ${half.days} days`)
  }
  const only = await fewest(
    turnsOf(shortOptions, short),
    async (some) => {
      const lived = await tryLife({ ...shortOptions, only: some })
      if (lived) onStep(`${some.length} turns in ${shortOptions.days} days`)
      return lived !== undefined
    },
    availableParallelism(),
  )
  const few = { ...shortOptions, only }
  const end = { ...few, days: daysUntilLast(only, short) }
  const [inFull, cut] = [await tryLife(few), await tryLife(end)]
  if (cut) return { options: end, life: cut, livesTried }
  return { options: few, life: inFull ?? short, livesTried }
}

/** How long a life must be for its last turn. */
function daysUntilLast(only: readonly string[], { turns }: Life): number {
  const beganAt = turns[0]?.atMs ?? 0
  const times = turns.filter(({ name }) => only.includes(name)).map(({ atMs }) => atMs)
  return upToDecimals((Math.max(beganAt, ...times) - beganAt + LAST_STEP_MS) / DAY_MS)
}

const upToDecimals = (days: number): number => Math.ceil(days * DECIMALS) / DECIMALS
