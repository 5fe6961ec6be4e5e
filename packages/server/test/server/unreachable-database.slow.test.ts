import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../../src/app.js'
import { readConfig } from '../../src/config/config.js'
import { TcpProxy } from '../support/net/tcp-proxy.js'
import { createDatabase } from '../support/storage/postgres.js'

const UNREACHABLE = 'postgres://books:do-not-print@127.0.0.1:1/books'

/** Starts a server that waits briefly for its database, and collects its log lines. */
function start(url: string, forMs: number) {
  const config = readConfig({
    MERCHANTPAY_PORT: '0',
    MERCHANTPAY_DATABASE_URL: url,
    MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
  })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const databaseRetry = { forMs, everyMs: 20 }
  return { lines, server: startServer({ config, log, databaseRetry, runWorkers: false }) }
}

describe('a server whose PostgreSQL is unreachable', () => {
  it('waits for the configured time, logs it once, and prints no password', async () => {
    const { server, lines } = start(UNREACHABLE, 2_000)
    const error = await server.catch((caught: unknown) => caught)
    expect(error).toMatchObject({
      name: 'DatabaseUnreachable',
      message: expect.stringMatching(/^PostgreSQL cannot be reached: .*ECONNREFUSED/),
    })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('waiting for the database')
    expect(`${lines} ${error}`).not.toContain('do-not-print')
  })

  it('serves as soon as the database answers', async () => {
    const proxy = await TcpProxy.start(await createDatabase())
    proxy.stop()
    const { server, lines } = start(proxy.url, 15_000)
    await expect.poll(() => lines).toHaveLength(1)
    proxy.restart()
    const { url, stop } = await server
    onTestFinished(stop)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  it('does not wait for a database that refuses the connection', async () => {
    const url = new URL(await createDatabase())
    url.pathname = '/nowhere'
    const { server, lines } = start(url.href, 15_000)
    await expect(server).rejects.toMatchObject({
      name: 'DatabaseRefusal',
      message: 'PostgreSQL refuses the login: database "nowhere" does not exist',
    })
    expect(lines).toEqual([])
  })
})
