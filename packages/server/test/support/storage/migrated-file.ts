import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrateDatabase } from '../../../src/storage/open.js'
import { START } from '../domain/context.js'
import { makeScratchFolder } from './scratch-folder.js'

// Each process migrates one file and copies it, because a migration takes longer than most tests.
let file: Promise<Buffer> | undefined

/** Writes a migrated, empty SQLite file where there is none. */
export async function provideMigratedFile(path: string): Promise<void> {
  if (existsSync(path)) return
  file ??= migratedFile().catch((error: unknown) => {
    file = undefined
    throw error
  })
  writeFileSync(path, await file, { mode: 0o600 })
}

async function migratedFile(): Promise<Buffer> {
  const folder = makeScratchFolder()
  const path = join(folder, 'ledger.db')
  try {
    await migrateDatabase({ engine: 'sqlite', file: path }, START)
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
