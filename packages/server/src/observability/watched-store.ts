import type { StaleReads, Store } from '../domain/store/store.js'
import { databaseActivity } from '../runtime/diagnostics.js'

/** Reports the units of work of a store as activities. */
export function watchedStore(store: Store, isWorkers = false): Store {
  return {
    read: (work) => watch({ access: 'read', isWorkers }, () => store.read(work)),
    write: (work) => watch({ access: 'write', isWorkers }, () => store.write(work)),
    forWorkers: () => watchedStore(store.forWorkers(), true),
    close: () => store.close(),
  }
}

/** Reports stale reads as activities. */
export const watchedStaleReads = (reads: StaleReads): StaleReads => ({
  readStale: (work) => watch({ access: 'read', isWorkers: false }, () => reads.readStale(work)),
  get replica() {
    return reads.replica
  },
})

async function watch<Result>(
  facts: { readonly access: 'read' | 'write'; readonly isWorkers: boolean },
  run: () => Promise<Result>,
): Promise<Result> {
  const end = databaseActivity.begin(() => facts)
  if (!end) return run()
  try {
    const result = await run()
    end({ error: null })
    return result
  } catch (error) {
    end({ error })
    throw error
  }
}
