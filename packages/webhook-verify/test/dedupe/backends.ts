import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Redis } from 'ioredis'
import { afterAll, onTestFinished } from 'vitest'
import { startRedis } from '../../../../test-support/databases/redis.js'
import { memoryDedupe } from '../../src/dedupe/memory.js'
import { redisDedupe } from '../../src/dedupe/redis.js'
import { type SqliteDatabase, sqliteDedupe } from '../../src/dedupe/sqlite.js'
import type { DedupeStore } from '../../src/index.node.js'

/** A store that the tests run on. */
export interface Backend {
  name: string
  /** Whether this machine has it. */
  isHere: boolean
  /** Opens an empty store twice, as two processes would; in memory both are the same. */
  open(): Opened
}

export interface Opened {
  stores: [DedupeStore, DedupeStore]
  /** Advances the time by milliseconds. */
  pass(ms: number): Promise<void>
}

/** Opens the database of a path with a connection of its own. */
type Connect = (path: string) => SqliteDatabase & { close(): unknown }

const server = await startRedis()
const redis = server && new Redis(server.url, { maxRetriesPerRequest: 50 })
// A starting server refuses connections, and a command without a connection rejects.
redis?.on('error', () => undefined)
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})

// Part of Node from 22 on; the types are those of Node 20.
const { DatabaseSync } = (await import(`node:${'sqlite'}`).catch(() => ({}))) as {
  DatabaseSync?: new (path: string) => ReturnType<Connect>
}

export const backends: Backend[] = [
  { name: 'memory', isHere: true, open: openMemory },
  { name: 'better-sqlite3', isHere: true, open: () => openSqlite((path) => new Database(path)) },
  ...(DatabaseSync
    ? [{ name: 'node:sqlite', isHere: true, open: () => openSqlite((path) => new DatabaseSync(path)) }]
    : []),
  { name: 'Redis', isHere: redis !== undefined, open: () => openRedis(redis) },
]

function openMemory(): Opened {
  const { clock, pass } = standingClock()
  const store = memoryDedupe({ clock })
  return { stores: [store, store], pass }
}

function openSqlite(connect: Connect): Opened {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-dedupe-'))
  const databases = [connect(join(folder, 'shop.db')), connect(join(folder, 'shop.db'))] as const
  onTestFinished(() => {
    for (const database of databases) database.close()
    rmSync(folder, { recursive: true })
  })
  const { clock, pass } = standingClock()
  return { stores: [sqliteDedupe(databases[0], { clock }), sqliteDedupe(databases[1], { clock })], pass }
}

function openRedis(client: Redis | undefined): Opened {
  if (!client) throw new Error('this machine has no Redis')
  const prefix = `${randomUUID()}:`
  const open = () => redisDedupe((command) => client.call(...command), { prefix })
  return {
    stores: [open(), open()],
    // Its clock cannot be set, but the remaining time of every key can be shortened.
    async pass(ms) {
      for (const key of await client.keys(`${prefix}*`)) {
        const left = await client.pttl(key)
        if (left <= ms) await client.del(key)
        else await client.pexpire(key, left - ms)
      }
    },
  }
}

function standingClock() {
  let now = 1_767_225_600_000
  return {
    clock: () => now,
    async pass(ms: number) {
      now += ms
    },
  }
}
