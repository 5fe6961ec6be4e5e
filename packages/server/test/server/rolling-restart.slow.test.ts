import { describe, expect, it, onTestFinished } from 'vitest'
import { isNginxSkipped, startNginx } from '../../../../test-support/processes/nginx.js'
import { merchantEnvironment } from '../../../../test-support/processes/sandbox-server.js'
import { temporaryFolder } from '../support/server/folder.js'
import { OrderLoad } from '../support/server/order-load.js'
import { ServerSlot, versionWith } from '../support/server/server-slots.js'
import { createMigratedDatabase } from '../support/storage/migrated-database.js'
import { connectTo } from '../support/storage/postgres-client.js'

const LEAST_REQUESTS = 100
const NEWER = { name: '9000-newer.sql', sql: 'CREATE TABLE of_tomorrow (\n  id TEXT PRIMARY KEY\n);\n' }

describe.skipIf(isNginxSkipped())('two servers behind nginx', () => {
  it('lose no request while one is upgraded, and no order when one is killed', async () => {
    const databaseUrl = await createMigratedDatabase()
    const env = {
      MERCHANTPAY_DATABASE_URL: databaseUrl,
      MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
      MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
      MERCHANTPAY_TRUSTED_PROXIES: '127.0.0.0/8',
      MERCHANTPAY_DRAIN_SECONDS: '1',
      MERCHANTPAY_PUBLIC_URL: 'http://localhost',
    }
    const older = versionWith(temporaryFolder())
    const newer = versionWith(temporaryFolder(), NEWER)
    const first = await ServerSlot.at(env)
    const second = await ServerSlot.at(env)
    const slots = [first, second]
    for (const slot of slots) onTestFinished(() => slot.end('SIGKILL').then(() => undefined))
    await Promise.all(slots.map((slot) => slot.start(older)))
    const nginx = await startNginx(slots.map(({ port }) => port))
    onTestFinished(() => nginx.stop())
    const load = new OrderLoad(nginx.url, await merchantEnvironment(nginx.url, 'shop'))
    const loading = load.run(LEAST_REQUESTS)

    expect(await first.end('SIGTERM')).toBe(0)
    await first.start(newer)
    expect(await second.readiness()).toBe(200)
    expect(load.failures).toEqual([])
    await second.end('SIGKILL')
    await second.start(older)
    load.end()
    const { acknowledged } = await loading

    const client = await connectTo(databaseUrl)
    onTestFinished(() => client.end())
    const { rows } = await client.query<{ id: string; number: string }>(
      "SELECT id, CAST(metadata AS json) ->> 'number' AS number FROM orders",
    )
    const stored = new Set(rows.map(({ id }) => id))
    expect([...acknowledged.values()].filter((id) => !stored.has(id))).toEqual([])
    expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
    expect(acknowledged.size).toBeGreaterThan(10)
  }, 90_000)
})
