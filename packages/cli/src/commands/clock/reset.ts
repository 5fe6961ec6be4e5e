import type { Context } from '../../context.js'
import { moveClock } from '../../dev/move-clock.js'
import { printClock } from './print-clock.js'

/** Lets business time run again. */
export async function run(context: Context): Promise<undefined> {
  printClock(context, await moveClock(context, { frozen: false }))
  return undefined
}
