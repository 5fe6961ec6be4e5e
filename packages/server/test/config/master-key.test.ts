import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '../../src/config/config.js'
import { loadMasterKey } from '../../src/config/master-key.js'
import { temporaryFolder } from '../support/server/folder.js'

const newDatabase = () => join(temporaryFolder(), 'deep', 'books.db')
const keyFileOf = (database: string) => `${database}.master-key`
const modeOf = (file: string) => statSync(file).mode & 0o777

describe('the master key', () => {
  it('is created beside the database, readable by its owner only', () => {
    const database = newDatabase()
    const key = loadMasterKey(undefined, database)
    expect(key).toHaveLength(32)
    expect(modeOf(keyFileOf(database))).toBe(0o600)
    expect(modeOf(join(database, '..'))).toBe(0o700)
    expect(Buffer.from(readFileSync(keyFileOf(database), 'utf8'), 'base64')).toEqual(key)
  })

  it('is the same at the next start', () => {
    const database = newDatabase()
    expect(loadMasterKey(undefined, database)).toEqual(loadMasterKey(undefined, database))
  })

  it('differs for another database', () => {
    expect(loadMasterKey(undefined, newDatabase())).not.toEqual(loadMasterKey(undefined, newDatabase()))
  })

  it('is the configured one if any, and no file is created', () => {
    const database = newDatabase()
    const configured = Buffer.alloc(32, 3)
    expect(loadMasterKey(configured, database)).toBe(configured)
    expect(existsSync(keyFileOf(database))).toBe(false)
  })

  for (const mode of [0o640, 0o604, 0o620, 0o601, 0o644]) {
    it(`is refused when its file has mode ${mode.toString(8)}`, () => {
      const database = newDatabase()
      loadMasterKey(undefined, database)
      const file = keyFileOf(database)
      chmodSync(file, mode)
      expect(() => loadMasterKey(undefined, database)).toThrow(
        `${file}: others can read it; its mode must be 0600`,
      )
    })
  }

  it('may be in a file that is read-only for its owner', () => {
    const database = newDatabase()
    const key = loadMasterKey(undefined, database)
    chmodSync(keyFileOf(database), 0o400)
    expect(loadMasterKey(undefined, database)).toEqual(key)
  })

  for (const [what, text] of Object.entries({
    'is empty': '',
    'holds 31 bytes': Buffer.alloc(31).toString('base64'),
    'holds no key': 'not a key',
  })) {
    it(`is refused when its file ${what}, and the file is unchanged`, () => {
      const database = newDatabase()
      loadMasterKey(undefined, database)
      const file = keyFileOf(database)
      writeFileSync(file, text)
      expect(() => loadMasterKey(undefined, database)).toThrow(
        new ConfigError([`${file}: not a key of 32 bytes`]),
      )
      expect(readFileSync(file, 'utf8')).toBe(text)
    })
  }
})
