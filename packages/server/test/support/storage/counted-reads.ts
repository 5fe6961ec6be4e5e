import type { Store } from '../../../src/domain/store/store.js'
import type { Tx } from '../../../src/domain/store/unit-of-work.js'
import { type OpenOptions, openStore } from '../../../src/storage/open.js'

/** How often reads asked for what streams tell. */
export interface CountedReads {
  /** For what comes next in an environment. */
  next: number
  /** For what came late in one. */
  late: number
}

/** Opens a store that counts, for `startServer`. */
export function countingStore(counted: CountedReads): (options: OpenOptions) => Promise<Store> {
  const count = (tx: Tx): Tx => ({
    ...tx,
    webhookFeed: {
      ...tx.webhookFeed,
      listAfter: (...asked) => {
        counted.next += 1
        return tx.webhookFeed.listAfter(...asked)
      },
      listPlaces: (...asked) => {
        counted.late += 1
        return tx.webhookFeed.listPlaces(...asked)
      },
    },
  })
  return async (options) => {
    const store = await openStore(options)
    return {
      read: (work) => store.read((tx) => work(count(tx))),
      write: (work) => store.write(work),
      forWorkers: () => store.forWorkers(),
      close: () => store.close(),
    }
  }
}
