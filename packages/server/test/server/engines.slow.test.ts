import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { startChild } from '../support/server/child.js'
import { CLI } from '../support/server/cli.js'
import { temporaryFolder } from '../support/server/folder.js'
import { damage } from '../support/storage/damage.js'
import { newLocation } from '../support/storage/engines.js'

const preload = fileURLToPath(new URL('../support/preload/loaded-drivers.cjs', import.meta.url))
const MASTER_KEY = Buffer.alloc(32, 5).toString('base64')

const run = (args: string[], env: Record<string, string>) =>
  spawnSync(process.execPath, ['--require', preload, CLI, ...args], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  })

async function postgresEnv() {
  const location = await newLocation('postgres')
  if (location.engine !== 'postgres') throw new Error('PostgreSQL is required')
  return { MERCHANTPAY_DATABASE_URL: location.url, MERCHANTPAY_MASTER_KEY: MASTER_KEY }
}
const sqliteEnv = () => ({ MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db` })

const register = (url: string) =>
  fetch(`${url}/v1/merchants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada' }),
  })

describe('merchantpay-server', () => {
  it('loads the driver of its engine only', async () => {
    expect(run(['merchants', 'list'], sqliteEnv()).stdout).toBe('none\ndrivers: better-sqlite3\n')
    expect(run(['merchants', 'list'], await postgresEnv()).stdout).toBe('none\ndrivers: pg\n')
  })

  it('migrates a PostgreSQL database, serves it, and runs commands beside the server', async () => {
    const env = await postgresEnv()
    const all = readdirSync(new URL('../../migrations', import.meta.url)).length
    expect(run(['migrate'], env).stdout.match(/^applied /gm)).toHaveLength(all)
    expect(run(['migrate'], env).stdout).toContain('up to date\n')
    const server = await startChild(env)
    const { id } = (await (await register(server.url)).json()) as { id: string }
    expect(run(['merchants', 'activate', id], env).stdout).toContain(`${id} is ACTIVE\n`)
    server.signal('SIGTERM')
    expect(await server.exited).toBe(0)
  })

  it('refuses PostgreSQL without a master key, exit 78', () => {
    const { status, stderr } = run(['serve'], { MERCHANTPAY_DATABASE_URL: 'postgres://localhost/books' })
    expect([status, stderr]).toEqual([
      78,
      'MERCHANTPAY_MASTER_KEY: required while MERCHANTPAY_DATABASE_URL is PostgreSQL\n',
    ])
  })

  it('reports an unreachable PostgreSQL without its password, exit 75', () => {
    const { status, stderr } = run(['merchants', 'list'], {
      MERCHANTPAY_DATABASE_URL: 'postgres://books:do-not-print@127.0.0.1:1/books',
      MERCHANTPAY_MASTER_KEY: MASTER_KEY,
    })
    expect([status, stderr]).toEqual([
      75,
      expect.stringMatching(/^PostgreSQL cannot be reached: .*ECONNREFUSED/),
    ])
    expect(stderr).not.toContain('do-not-print')
  })

  it('exits with 74 at the first access to a damaged file, and refuses to start on it', async () => {
    const file = `${temporaryFolder()}/books.db`
    const env = { MERCHANTPAY_DATABASE_URL: `file:${file}` }
    run(['migrate'], env)
    damage(file, 'merchants')
    const server = await startChild(env)
    await expect(register(server.url)).rejects.toThrow()
    expect(await server.exited).toBe(74)
    expect(existsSync(`${file}.suspect`)).toBe(true)
    const { status, stderr } = run(['serve'], env)
    expect([status, stderr]).toEqual([74, expect.stringContaining('is damaged')])
  })
})
