import { isDeepStrictEqual } from 'node:util'
import {
  COMPLETE_BLOCKS,
  PLANS,
  planOf,
  readWhole,
} from '../packages/server/test/support/trc20-completeness.js'
import { DAILY_CALLS, DUST, followDay } from '../packages/server/test/support/trc20-day.js'
import { Options } from './options.js'

/** Every fault of every answer at every block of a TRC20 network, and a whole day on the calls of a day. */
export async function trc20(args: readonly string[]): Promise<void> {
  const seed = String(new Options(args, ['seed']).number('seed', 1))
  console.log(`seed ${seed}`)
  const clean = await readWhole({ seed, blocks: COMPLETE_BLOCKS })
  let faults = 0
  for (const run of PLANS.keys()) {
    const faulty = await readWhole({ seed, blocks: COMPLETE_BLOCKS, faultAt: planOf(run) })
    faults += faulty.faults
    if (!isDeepStrictEqual({ ...faulty, faults: 0 }, clean))
      throw new Error(`seed ${seed}, run ${run}: not the same`)
  }
  console.log(`${faults} wrong answers in ${PLANS.length} runs: ${clean.booked.length} transfers in each`)
  const day = await followDay(1)
  if (day.calls > DAILY_CALLS || day.credited !== day.paid) throw new Error(JSON.stringify(day))
  console.log(`a day: ${day.calls} calls, ${day.credited} payments, ${day.shownEarly} of them shown early`)
  const dusty = await followDay(1, { dust: DUST })
  if (dusty.calls > DAILY_CALLS || dusty.credited !== dusty.paid) throw new Error(JSON.stringify(dusty))
  console.log(
    `a day with ${dusty.dust} times dust: ${dusty.calls} calls, ${dusty.credited} payments, ` +
      `${dusty.creditedDust} times dust credited, at most ${dusty.furthestBehind} blocks behind`,
  )
}
