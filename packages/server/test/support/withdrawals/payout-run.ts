import type { Random } from '../crash/sites.js'
import { type PayoutOutcome, runPayout, type Story } from './payout-cases.js'
import type { PayoutWorld } from './payout-world.js'

/** Kill points that every payment passes: before and after each of three commits and a broadcast. */
export const KILL_POINTS = 8
const CANCEL_WITHIN = 4

/**
 * Runs one withdrawal per kill point, with the server killed there and once more at a random point.
 *
 * @returns the outcomes, after checking that the chain and the ledger agree
 */
export async function killPayouts(
  world: PayoutWorld,
  story: Story,
  { points, random }: { points: readonly number[]; random: Random },
): Promise<PayoutOutcome[]> {
  const outcomes: PayoutOutcome[] = []
  for (const point of points) {
    const kills = [point, random(KILL_POINTS)]
    outcomes.push(await runPayout(world, { story, kills, cancelAfter: random(CANCEL_WITHIN) }))
  }
  await world.verify(outcomes.map(({ withdrawal }) => withdrawal))
  return outcomes
}
