import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '../domain/store/store.js'

/** No server answers at the address of the database: it may be down, or still starting. */
export class DatabaseUnreachable extends Unavailable {
  override readonly name = 'DatabaseUnreachable'
}

export interface RetryOptions {
  readonly forMs: number
  readonly everyMs: number
}

/** For a start: a database that starts at the same time as this server is soon reachable. */
export const RETRY_AT_START: RetryOptions = { forMs: 60_000, everyMs: 1_000 }

/**
 * Repeats `open` until the database is reachable.
 *
 * @param onWait called once, after the first attempt has failed
 * @throws DatabaseUnreachable after `forMs`
 */
export async function whenReachable<Result>(
  open: () => Promise<Result>,
  { forMs, everyMs }: RetryOptions,
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
