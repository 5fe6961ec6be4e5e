import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sqliteFault } from '../../src/storage/sqlite/sqlite-guard.js'
import { CLI } from '../support/server/cli.js'

const preload = fileURLToPath(new URL('../support/preload/sqlite-driver.cjs', import.meta.url))

describe('a SQLite driver that cannot be used', () => {
  it.each([
    ['missing', 'better-sqlite3 is not installed: npm install better-sqlite3'],
    [
      'wrong-abi',
      `better-sqlite3 was built for another Node than ${process.versions.node}: npm rebuild better-sqlite3`,
    ],
    [
      'no-binary',
      'better-sqlite3 has no binary, as after an installation without its scripts: npm rebuild better-sqlite3',
    ],
    ['damaged', 'better-sqlite3 cannot be loaded (Error: invalid ELF header): npm rebuild better-sqlite3'],
  ])('%s: one sentence with the command that solves it, exit 78', (fault, sentence) => {
    const env = { PATH: process.env.PATH, FAULT_SQLITE: fault }
    const { status, stderr } = spawnSync(process.execPath, ['--require', preload, CLI, 'serve'], {
      env,
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([78, `${sentence}\n`])
  })

  it.runIf(parseInt(process.versions.node, 10) < 22)(
    'too new for this Node: exit 78 before it could crash',
    () => {
      const env = { PATH: process.env.PATH, FAULT_SQLITE: 'too-new' }
      const { status, stderr } = spawnSync(process.execPath, ['--require', preload, CLI, 'serve'], {
        env,
        encoding: 'utf8',
      })
      const sentence = `better-sqlite3 13.2.0 does not run on Node ${process.versions.node}: npm install better-sqlite3@12`
      expect([status, stderr]).toEqual([78, `${sentence}\n`])
    },
  )

  it('the installed one works', () => {
    expect(sqliteFault()).toBeUndefined()
  })
})
