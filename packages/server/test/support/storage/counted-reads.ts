import type { Store } from '../../../src/domain/store/store.js'
import type { Tx } from '../../../src/domain/store/unit-of-work.js'
import { type OpenOptions, openStore } from '../../../src/storage/open.js'
import { replaceTables } from './replace-tables.js'

/** Number of reads that event streams make. */
export interface CountedReads {
  /** Reads of the next events of an environment. */
  next: number
  /** Reads of the late events of an environment. */
  late: number
}

/** Opens a store that counts these reads, for `startServer`. */
export function countingStore(counted: CountedReads): (options: OpenOptions) => Promise<Store> {
  const count = (tx: Tx): Tx =>
    replaceTables(tx, {
      webhookFeed: {
        ...tx.webhookFeed,
        listAfter: (...args) => {
          counted.next += 1
          return tx.webhookFeed.listAfter(...args)
        },
        listPlaces: (...args) => {
          counted.late += 1
          return tx.webhookFeed.listPlaces(...args)
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
