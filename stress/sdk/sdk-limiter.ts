import { requireNoRefusal } from '../../packages/sdk/test/support/proof/limiter-runs.js'
import { Options } from '../lib/options.js'

const SEEDS = 60

/** Sends 200 calls to servers that count in every known way, with 60 seeds each, and requires that none is refused. */
export async function sdkLimiter(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['seed', 'seeds'])
  const seeds = options.number('seeds', SEEDS)
  const seed = options.number('seed', 1)
  console.log(`seeds from ${seed}`)
  const lastStartMs = await requireNoRefusal(seed, seeds)
  console.log(
    `${seeds} seeds of each: no 429; the last of a burst started after ${Math.round(lastStartMs)} ms`,
  )
}
