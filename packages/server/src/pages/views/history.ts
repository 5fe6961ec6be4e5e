import { isoTime } from '../../domain/shared/iso-time.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Html } from '../../runtime/html.js'
import { type Happening, timeline } from '../../ui/timeline.js'

/** Something that happened, before it is sorted into the history. */
export type Dated = Omit<Happening, 'time' | 'day'> & { readonly at: Instant }

interface HistoryOptions {
  readonly timeOf: (at: Instant) => string
  /** Names the day of what happened on another day than what was before it; `begin` for the first. */
  readonly days?: { readonly dayOf: (at: Instant) => string; readonly begin: Instant }
}

/** Everything that happened to one thing, oldest first. */
export function history(all: readonly Dated[], { timeOf, days }: HistoryOptions): Html {
  const sorted = [...all].sort((one, other) => one.at - other.at)
  return timeline(
    sorted.map(({ at, ...rest }, place) => {
      const day = days?.dayOf(at)
      const isOther = days && day !== days.dayOf(sorted[place - 1]?.at ?? days.begin)
      return {
        ...rest,
        day: isOther ? day : undefined,
        time: { datetime: isoTime(at), text: timeOf(at) },
      }
    }),
  )
}
