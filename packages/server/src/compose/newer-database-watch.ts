import type { Store } from '../domain/store/store.js'
import type { AppliedMigrations } from '../domain/store/system-tables.js'
import { NewerDatabase } from '../storage/migrate.js'
import type { Worker } from '../workers/worker.js'

/** A server that cannot go on in a migrated database works on for this long at most. */
const EVERY_MS = 2_000

/** Reports once when a newer version has migrated the database in a way that this server cannot go on with. */
export function newerDatabaseWatch(
  store: Store,
  requireOwnVersion: (applied: AppliedMigrations) => void,
  onNewer: (error: NewerDatabase) => void,
): Worker {
  let isReported = false
  return {
    name: 'newer-database-watch',
    everyMs: EVERY_MS,
    async tick() {
      const applied = await store.read((tx) => tx.health.listMigrations())
      try {
        requireOwnVersion(applied)
      } catch (error) {
        if (isReported || !(error instanceof NewerDatabase)) return 0
        isReported = true
        onNewer(error)
      }
      return 0
    },
  }
}
