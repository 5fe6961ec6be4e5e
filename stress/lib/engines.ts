import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseLocation } from '../../packages/server/src/storage/open.js'
import { createDatabaseOn } from '../../packages/server/test/support/storage/postgres-client.js'
import { startPostgres } from '../../test-support/databases/postgres.js'

/** Creates an empty database. */
export type NewDatabase = () => Promise<DatabaseLocation>

const ENGINES: Readonly<Record<string, (work: (fresh: NewDatabase) => Promise<void>) => Promise<void>>> = {
  async sqlite(work) {
    const folder = mkdtempSync(join(tmpdir(), 'merchantpay-stress-'))
    try {
      let count = 0
      await work(async () => {
        count += 1
        return { engine: 'sqlite', file: join(folder, `database-${count}.db`) }
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  async postgres(work) {
    const server = await startPostgres()
    try {
      await work(async () => ({ engine: 'postgres', url: await createDatabaseOn(server.url) }))
    } finally {
      await server.stop()
    }
  },
}

/** Runs `work` with databases of one engine and removes them. @throws Error for an unknown engine */
export function onEngine(name: string, work: (fresh: NewDatabase) => Promise<void>): Promise<void> {
  const engine = Object.hasOwn(ENGINES, name) ? ENGINES[name] : undefined
  if (!engine) throw new Error(`unknown engine "${name}"; known: ${Object.keys(ENGINES).join(', ')}`)
  return engine(work)
}
