/** Commands as separate processes: the files that they create, unwritable folders, and escaped output. */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startChild } from '../support/server/child.js'
import { CLI } from '../support/server/cli.js'
import { temporaryFolder } from '../support/server/folder.js'
import { sideOf } from '../support/storage/engines.js'

const isRoot = process.getuid?.() === 0
/** Root can write everywhere. */
const USER = isRoot ? { uid: 65_534, gid: 65_534 } : {}
const USER_ID = isRoot ? 65_534 : process.getuid?.()

/** A folder that other users may enter, as an operator may have created it. */
function existingFolder(): string {
  const folder = join(temporaryFolder(), 'data')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  return folder
}

const databaseIn = (folder: string) => ({ MERCHANTPAY_DATABASE_URL: `file:${folder}/books.db` })

const run = (
  args: readonly string[],
  env: Record<string, string>,
  user: { uid?: number; gid?: number } = {},
) =>
  spawnSync(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    ...user,
  })

const modesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  )

describe('files created in a folder that others may enter', () => {
  it('are accessible to the server only', async () => {
    const folder = existingFolder()
    const server = await startChild(databaseIn(folder))
    const modes = modesIn(folder)
    const expected = [
      'books.db',
      'books.db-shm',
      'books.db-wal',
      'books.db-server-lock',
      'books.db.master-key',
    ]
    expect(Object.keys(modes)).toEqual(expect.arrayContaining(expected))
    expect(new Set(Object.values(modes))).toEqual(new Set(['600']))
    expect(server.log()).not.toContain('chmod')
  })

  it('are accessible to the user of the command only', () => {
    const folder = existingFolder()
    expect(run(['migrate'], databaseIn(folder)).status).toBe(0)
    expect(modesIn(folder)).toEqual({ 'books.db': '600' })
  })

  it('files that existed before are named in a warning when every user can open them', async () => {
    const folder = existingFolder()
    run(['migrate'], databaseIn(folder))
    chmodSync(join(folder, 'books.db'), 0o644)
    const server = await startChild(databaseIn(folder))
    const warning = server
      .log()
      .split('\n')
      .find((line) => line.includes('chmod 600'))
    expect(JSON.parse(warning ?? '{}')).toMatchObject({
      level: 40,
      files: expect.arrayContaining([join(folder, 'books.db')]),
    })
  })
})

describe('a data folder that cannot be written', () => {
  it.each([['serve'], ['migrate'], ['merchants list']])(
    'makes %s exit with 78, path, owner and remedy',
    (command) => {
      const folder = existingFolder()
      chmodSync(folder, 0o555)
      for (const path of [folder, join(folder, '..')]) chmodSync(path, 0o555)
      const { status, stderr } = run(command.split(' '), databaseIn(folder), USER)
      const owner = statSync(folder).uid
      expect([status, stderr]).toEqual([
        78,
        `${folder}: this process (uid ${USER_ID}) cannot write there (EACCES); it belongs to uid ${owner}, mode 0555: ` +
          `run chown ${USER_ID} ${folder}, or set MERCHANTPAY_DATABASE_URL to another place\n`,
      ])
      chmodSync(join(folder, '..'), 0o700)
    },
  )

  it('is reported when a database file belongs to another user', () => {
    const folder = existingFolder()
    run(['migrate'], databaseIn(folder))
    const file = join(folder, 'books.db')
    chmodSync(join(folder, '..'), 0o755)
    if (isRoot) chownSync(folder, 65_534, 65_534)
    chmodSync(file, 0o400)
    const { status, stderr } = run(['migrate'], databaseIn(folder), USER)
    expect([status, stderr]).toEqual([
      78,
      expect.stringContaining(`${file}: this process (uid ${USER_ID}) cannot`),
    ])
  })

  it('is reported when the master key belongs to another user', () => {
    const folder = existingFolder()
    const file = join(folder, 'books.db.master-key')
    writeFileSync(file, Buffer.alloc(32, 1).toString('base64'))
    chmodSync(file, isRoot ? 0o600 : 0o200)
    chmodSync(join(folder, '..'), 0o755)
    if (isRoot) chownSync(folder, 65_534, 65_534)
    const { status, stderr } = run(['serve'], databaseIn(folder), USER)
    expect([status, stderr]).toEqual([78, expect.stringContaining(`${file}: EACCES`)])
  })

  it('is reported when it is not a folder', () => {
    const file = join(temporaryFolder(), 'data')
    writeFileSync(file, '')
    const { status, stderr } = run(['migrate'], databaseIn(file))
    expect([status, stderr]).toEqual([78, expect.stringContaining(`${file}: `)])
  })
})

describe('control characters', () => {
  const ESCAPE = '\u001b]0;title\u0007\u009b31m'

  it.each([
    ['merchants', 'show', ESCAPE],
    ['merchants', 'list', ESCAPE],
    ['merchants', 'list', `--${ESCAPE}`],
  ])('control characters of an argument are escaped in an error: %s %s', (...args) => {
    const { status, stdout, stderr } = run(args, databaseIn(existingFolder()))
    expect(status).toBeGreaterThan(0)
    for (const character of ESCAPE.match(/\p{Cc}/gu) ?? []) expect(stdout + stderr).not.toContain(character)
    expect(stderr).toContain('\\u001b]0;title\\u0007\\u009b31m')
  })

  it('control characters of a row are escaped in the output of a command', async () => {
    const folder = existingFolder()
    run(['migrate'], databaseIn(folder))
    const side = await sideOf({ engine: 'sqlite', file: join(folder, 'books.db') })
    await side.script(`INSERT INTO chain_conditions (environment, network, kind, reason, since_at)
      VALUES ('test', 'ERC20', 'token_paused', '${ESCAPE}', 0)`)
    const words = ['--environment', 'test', '--network', 'ERC20', '--reason', 'seen']
    const { status, stdout } = run(['chains', 'resume', ...words], databaseIn(folder))
    expect([status, stdout]).toEqual([
      0,
      'test/ERC20 resumed; ended: token_paused (\\u001b]0;title\\u0007\\u009b31m)\n',
    ])
  })
})
