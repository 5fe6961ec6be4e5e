import type { Random } from '../crash/sites.js'
import { type Played, playPayout, type Story } from './payout-cases.js'
import type { PayoutWorld } from './payout-world.js'

/** Places that a payment passes on its way at least: three commits and a handover, before and after. */
export const PLACES = 8
const CANCEL_WITHIN = 4

/**
 * Plays one withdrawal for each place, with the server killed there, and killed once more on the way after it.
 *
 * @returns what they came to, after proving that the chain and the books say the same
 */
export async function killPayouts(
  world: PayoutWorld,
  story: Story,
  { places, random }: { places: readonly number[]; random: Random },
): Promise<Played[]> {
  const played: Played[] = []
  for (const place of places) {
    const kills = [place, random(PLACES)]
    played.push(await playPayout(world, { story, kills, cancelAfter: random(CANCEL_WITHIN) }))
  }
  await world.prove(played.map(({ withdrawal }) => withdrawal))
  return played
}
