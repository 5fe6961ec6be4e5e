import { closeSync, existsSync, openSync, writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MerchantPay } from '@merchantpay/sdk'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../../test-support/net/free-port.js'
import { type Child, startChild } from '../support/server/child.js'
import { temporaryFolder } from '../support/server/folder.js'

const PRELOAD = ['--import', fileURLToPath(new URL('../support/preload/kill-site.mjs', import.meta.url))]
const PAGE = 4_096
const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const

interface Keys {
  readonly keyId: string
  readonly secret: string
}

async function register({ url }: Child): Promise<Keys> {
  const ada = { name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada' }
  const { api_key: key } = await new MerchantPay({ baseUrl: url }).merchants.register(ada)
  return { keyId: key.key_id, secret: key.secret }
}

const merchantOf = ({ url }: Child, keys: Keys) =>
  new MerchantPay({ baseUrl: url, ...keys, maxRetries: 0, rateLimit: false })

/** Creates a closed database with an order. */
async function closedDatabase(): Promise<string> {
  const file = `${temporaryFolder()}/books.db`
  const server = await startChild({ MERCHANTPAY_DATABASE_URL: `file:${file}` })
  await merchantOf(server, await register(server)).orders.create(ORDER)
  server.signal('SIGTERM')
  await server.exited
  return file
}

function overwrite(file: string, at: number, length: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(length, 0x5a), 0, length, at)
  closeSync(handle)
}

/** Starts a server on a damaged file, and reads all its data if it starts. @returns how it ended */
async function outcomeOn(file: string): Promise<number | NodeJS.Signals> {
  const env = { MERCHANTPAY_DATABASE_URL: `file:${file}` }
  const server = await startChild(env).catch((error: Error) => error)
  if (server instanceof Error) return Number(/ended with (\d+)/.exec(server.message)?.[1])
  await new MerchantPay({ baseUrl: server.url, maxRetries: 0 }).merchants
    .register({ name: 'Bob', email: 'bob@books.example', platform_user_id: 'bob' })
    .catch(() => undefined)
  return server.exited
}

describe('a disk that loses writes', () => {
  it.each(['before COMMIT', 'after COMMIT'])(
    'ends the server with 74 when fsync fails %s, and acknowledges nothing more',
    async (site) => {
      const port = await freePort()
      const file = `${temporaryFolder()}/books.db`
      const env = { MERCHANTPAY_DATABASE_URL: `file:${file}`, FAULT_CONTROL: `${port}` }
      const server = await startChild(env, PRELOAD)
      const keys = await register(server)
      const merchant = merchantOf(server, keys)
      const kept = await merchant.orders.create(ORDER)

      const fail = { site, code: 'SQLITE_IOERR_FSYNC' }
      await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: JSON.stringify({ fail }) })
      const calls = Array.from({ length: 20 }, () => merchant.orders.create(ORDER))
      const results = await Promise.allSettled(calls)
      expect(results.filter(({ status }) => status === 'fulfilled')).toEqual([])
      expect(await server.exited).toBe(74)
      expect(existsSync(`${file}.suspect`)).toBe(true)

      const reborn = await startChild({ MERCHANTPAY_DATABASE_URL: `file:${file}` })
      expect(existsSync(`${file}.suspect`)).toBe(false)
      const { orders } = await merchantOf(reborn, keys).orders.list({ limit: 100 })
      expect(orders.map(({ id }) => id)).toContain(kept.id)
    },
  )
})

describe('a database file whose bytes were overwritten', () => {
  it('is refused at the start when its header is gone, exit 74', async () => {
    const file = await closedDatabase()
    overwrite(file, 0, 100)
    expect(await outcomeOn(file)).toBe(74)
  })

  it('ends the server with 74 at the first access to a damaged page, and is refused from then on', async () => {
    const file = await closedDatabase()
    const db = new Database(file)
    onTestFinished(() => {
      db.close()
    })
    const root = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'merchants'").pluck()
    const page = Number(root.get())
    db.close()
    overwrite(file, (page - 1) * PAGE, PAGE)
    expect(await outcomeOn(file)).toBe(74)
    expect(existsSync(`${file}.suspect`)).toBe(true)
    expect(await outcomeOn(file)).toBe(74)
  })
})
