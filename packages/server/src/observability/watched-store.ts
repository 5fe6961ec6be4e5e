import type { Store } from '../domain/store/store.js'
import { databaseActivity } from '../runtime/diagnostics.js'

/** Reports the units of work of a store as activities. */
export function watchedStore(store: Store, isWorkers = false): Store {
  const watch = async <Result>(access: 'read' | 'write', run: () => Promise<Result>): Promise<Result> => {
    const end = databaseActivity.begin(() => ({ access, isWorkers }))
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
  return {
    read: (work) => watch('read', () => store.read(work)),
    write: (work) => watch('write', () => store.write(work)),
    forWorkers: () => watchedStore(store.forWorkers(), true),
    close: () => store.close(),
  }
}
