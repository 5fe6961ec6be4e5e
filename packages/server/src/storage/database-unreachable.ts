import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '../domain/store/store.js'

/** Nobody answers where the database should be: it may be down, or only not there yet. */
export class DatabaseUnreachable extends Unavailable {
  override readonly name = 'DatabaseUnreachable'
}

export interface Patience {
  readonly forMs: number
  readonly everyMs: number
}

/** A database that starts at the same time as its server is soon there. */
export const AT_START: Patience = { forMs: 60_000, everyMs: 1_000 }

/**
 * Opens something on the database as soon as there is one.
 *
 * @param onWait told once, when the first attempt failed
 * @throws DatabaseUnreachable when patience is over
 */
export async function whenReachable<Result>(
  open: () => Promise<Result>,
  { forMs, everyMs }: Patience,
  onWait: (error: DatabaseUnreachable) => void,
): Promise<Result> {
  const deadline = performance.now() + forMs
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof DatabaseUnreachable) || performance.now() + everyMs > deadline) throw error
      if (isFirst) onWait(error)
    }
    await sleep(everyMs)
  }
}
