import type { Context } from '../../context.js'
import type { MovedClock } from '../../dev/call-clock.js'
import { escaped } from '../../output.js'

/** Prints the clock of a server. */
export function printClock({ output }: Context, clock: MovedClock): void {
  const { now, real, frozen } = clock
  output.result(clock, () => escaped(`business time ${now}${frozen ? ', frozen' : ''}; real time ${real}`))
}
