import type { Context } from '../../context.js'
import { callClock } from '../../dev/call-clock.js'
import { readDuration } from '../../input.js'
import { printClock } from './print-clock.js'

const SECOND_MS = 1_000

/** Moves business time forward. */
export async function run(context: Context): Promise<undefined> {
  const ms = readDuration('<duration>', context.input.requiredOperand('duration'))
  printClock(context, await callClock(context, { advance_seconds: ms / SECOND_MS }))
  return undefined
}
