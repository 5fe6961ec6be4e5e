import type { Context } from '../../context.js'
import { moveClock } from '../../dev/move-clock.js'

/** Stops business time. */
export async function run(context: Context): Promise<undefined> {
  await moveClock(context, { frozen: true })
  return undefined
}
