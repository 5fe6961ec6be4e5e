import { DAILY_CALLS, DUST, followDay } from '../../packages/server/test/support/chain/trc20-day.js'
import { Options } from '../lib/options.js'

/** Follows a TRC20 network for a day within the calls of a day, without and with dust. */
export async function trc20(args: readonly string[]): Promise<void> {
  new Options(args, [])
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
