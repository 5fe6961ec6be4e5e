import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startPostgresWithPrograms } from '../../../../test-support/databases/postgres-programs.js'
import { backUpPostgres } from '../../src/storage/backup/backup.js'
import { restorePostgres } from '../../src/storage/backup/postgres-restore.js'
import { findBackup } from '../../src/storage/backup/restore.js'
import { openStore } from '../../src/storage/open.js'
import { START } from '../support/domain/context.js'
import { startChild } from '../support/server/child.js'
import { temporaryFolder } from '../support/server/folder.js'
import { runCommand } from '../support/server/operator.js'
import { openOn, sideOf } from '../support/storage/engines.js'
import { createDatabaseOn } from '../support/storage/postgres-client.js'
import { merchant } from '../support/storage/store-rows.js'

const server = await startPostgresWithPrograms()
const OWNER_ONLY = 0o600

/** Puts a program before all others of its name. @param script of sh */
function replaceProgram(name: string, script: string): void {
  const folder = temporaryFolder()
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`)
}

describe.skipIf(!server)('a backup of PostgreSQL', () => {
  const serverUrl = server?.url ?? ''
  const backUp = (url: string, folder = temporaryFolder()) =>
    backUpPostgres(url, { folder, at: START, masterKey: 'a key' })
  const restore = (path: string, url: string) =>
    restorePostgres(findBackup(path), url, { at: START, complete: async () => undefined })
  let source = ''

  beforeAll(async () => {
    source = await createDatabaseOn(serverUrl)
    const silent = () => undefined
    const database = { engine: 'postgres', url: source } as const
    const store = await openStore({ database, now: START, onCommit: silent, onDamage: silent })
    await store.write((tx) => tx.merchants.insert(merchant('ada')))
    await store.close()
  })
  afterAll(() => server?.stop())

  it('is restored into an empty database', async () => {
    const { path, manifest } = await backUp(source)
    expect(manifest).toMatchObject({ engine: 'postgres', isLedgerProven: true, rows: { merchants: 1 } })
    expect(statSync(path).mode & 0o777).toBe(OWNER_ONLY)
    const url = await createDatabaseOn(serverUrl)
    await restore(path, url)
    const store = await openOn({ engine: 'postgres', url })
    expect(await store.read((tx) => tx.merchants.find('ada'))).toMatchObject({ id: 'ada' })
    const side = await sideOf({ engine: 'postgres', url })
    expect(await side.value("SELECT to_regclass('public.unfinished_restore')")).toBeNull()
  })

  it('names pg_dump when it is missing or too old, and leaves nothing', async () => {
    const folder = temporaryFolder()
    replaceProgram('pg_dump', 'echo "pg_dump (PostgreSQL) 9.6.1"')
    await expect(backUp(source, folder)).rejects.toMatchObject({
      name: 'ToolMissing',
      message: expect.stringMatching(/^pg_dump 9\.6\.1 is too old for PostgreSQL \d+: install /),
    })
    vi.stubEnv('PATH', temporaryFolder())
    await expect(backUp(source, folder)).rejects.toMatchObject({
      name: 'ToolMissing',
      message: 'pg_dump is not installed: run apt-get install postgresql-client, or add its folder to PATH',
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['missing', 30, () => vi.stubEnv('PATH', temporaryFolder()), 'pg_dump is not installed: '],
    ['too old', 40, () => replaceProgram('pg_dump', 'echo "pg_dump 9.6.1"'), 'pg_dump 9.6.1 is too old for '],
  ])(
    'is announced as impossible by a start and by config check where pg_dump is %s',
    async (_, level, take, why) => {
      take()
      const env = {
        MERCHANTPAY_DATABASE_URL: await createDatabaseOn(serverUrl),
        MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      }
      const checked = runCommand({ databaseEnv: env }, ['config', 'check'])
      expect(checked).toMatchObject({ status: 0, stderr: expect.stringContaining(why) })
      const child = await startChild(env)
      const announced = () =>
        child
          .log()
          .split('\n')
          .filter((line) => line.includes('cannot back the database up'))
      await expect.poll(announced).toHaveLength(1)
      expect(JSON.parse(announced()[0] ?? '')).toMatchObject({ level, reason: expect.stringContaining(why) })
    },
    30_000,
  )

  it('hands the password over in the environment, and no setting of the server', async () => {
    const seen = join(temporaryFolder(), 'seen')
    replaceProgram(
      'pg_dump',
      `[ "$1" = --version ] && echo "pg_dump 99" && exit; echo "$@" > ${seen}; env >> ${seen}; exit 3`,
    )
    vi.stubEnv('MERCHANTPAY_MASTER_KEY', 'not for others')
    const url = Object.assign(new URL(source), { password: 'p%40ss', search: '?sslmode=disable' }).href
    await expect(backUp(url)).rejects.toThrow('pg_dump ended with 3')
    const [args = '', ...env] = readFileSync(seen, 'utf8').split('\n')
    expect(args).not.toContain('p@ss')
    expect(args).not.toContain('postgres://')
    expect(env).toContain('PGPASSWORD=p@ss')
    expect(env).toContain('PGSSLMODE=disable')
    expect(env.join()).not.toContain('MERCHANTPAY')
  })

  it('is refused when it was cut, and the database stays empty', async () => {
    const { path } = await backUp(source)
    writeFileSync(path, readFileSync(path).subarray(0, -1))
    const url = await createDatabaseOn(serverUrl)
    await expect(restore(path, url)).rejects.toThrow(/ bytes, and its manifest says /)
    expect(
      await (await sideOf({ engine: 'postgres', url })).value(
        "SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'",
      ),
    ).toBe(0)
  })

  it('stays marked as unfinished when pg_restore fails', async () => {
    const { path } = await backUp(source)
    const url = await createDatabaseOn(serverUrl)
    replaceProgram('pg_restore', 'echo "the disk is full" >&2; exit 1')
    await expect(restore(path, url)).rejects.toThrow('pg_restore ended with 1: the disk is full')
    await expect(openOn({ engine: 'postgres', url })).rejects.toThrow(
      'a restore into this database has not finished',
    )
  })
})
