import type { Context } from '../../context.js'
import { callClock } from '../../dev/call-clock.js'
import { printClock } from './print-clock.js'

/** Lets business time run again. */
export async function run(context: Context): Promise<undefined> {
  printClock(context, await callClock(context, { frozen: false }))
  return undefined
}
