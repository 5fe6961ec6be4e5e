/** The image of backups: its entry point as its user, on PostgreSQL, with nothing writable but the folder of backups. */
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabaseOn } from '../../../packages/server/test/support/storage/postgres-client.js'
import { startPostgresWithPrograms } from '../../../test-support/databases/postgres-programs.js'
import { backupImage } from './dockerfile.js'
import { canRunImage, type ImageRoot, makeImageRoot } from './image-root.js'

const postgres = canRunImage() ? await startPostgresWithPrograms() : undefined

describe.skipIf(!postgres)('the image of backups', () => {
  let root: ImageRoot
  beforeAll(() => {
    root = makeImageRoot(backupImage)
  })
  afterAll(async () => {
    await postgres?.stop()
    root.remove()
  })

  /** Runs the entry point on a database. @param command replaces the default command */
  const run = (url: string, ...command: string[]) => {
    const [program, args] = root.command(
      ...backupImage.entrypoint,
      ...(command.length > 0 ? command : backupImage.command),
    )
    const env = {
      PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/bin',
      ...backupImage.env,
      MERCHANTPAY_DATABASE_URL: url,
      MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    }
    return spawnSync(program, args, { env, encoding: 'utf8' })
  }

  it('makes a backup by default, and restores it into an empty database', async () => {
    const [from, to] = [
      await createDatabaseOn(postgres?.url ?? ''),
      await createDatabaseOn(postgres?.url ?? ''),
    ]
    expect(run(from, 'migrate').status).toBe(0)
    expect(run(from)).toMatchObject({ status: 0, stdout: expect.stringContaining('backup') })
    const names = readdirSync(root.volume)
    expect(names.map((name) => name.split('.').at(-1)).sort()).toEqual(['dump', 'json'])
    for (const name of names) {
      const { uid, gid, mode } = statSync(join(root.volume, name))
      expect([`${uid}:${gid}`, (mode & 0o777).toString(8)]).toEqual([backupImage.user.join(''), '600'])
    }
    const dump = names.find((name) => name.endsWith('.dump'))
    expect(run(to, 'restore', '--from', `/backups/${dump}`)).toMatchObject({ status: 0 })
    expect(run(to, 'restore', 'status').status).toBe(0)
  }, 60_000)
})
