/** A failover to a standby that lacks the newest commits, under running servers. */
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../../src/app.js'
import { readConfig } from '../../src/config/config.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { type ServedNetwork, serveNetwork } from '../support/nodes/served-network.js'
import { loseTail } from '../support/recovery/lost-tail.js'
import { startFailover } from '../support/storage/failover.js'
import { createDatabaseOn } from '../support/storage/postgres-client.js'

/** @returns the URL of the server */
async function start(url: string, env: Readonly<Record<string, string>>): Promise<string> {
  const config = readConfig({
    MERCHANTPAY_PORT: '0',
    MERCHANTPAY_DATABASE_URL: url,
    MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
    MERCHANTPAY_LIVE_ERC20: 'off',
    MERCHANTPAY_LIVE_TRC20: 'off',
    ...env,
  })
  const server = await startServer({ config, log: pino({ level: 'silent' }) })
  onTestFinished(() => server.stop())
  return server.url
}

describe.skipIf(isAnvilSkipped)('a failover of PostgreSQL that loses commits', () => {
  let served: ServedNetwork
  beforeAll(async () => {
    served = await serveNetwork(Date.now())
  }, 60_000)
  afterAll(() => served?.anvil.stop())

  it.each([1, 2])(
    'gives no stranger the address of a lost order, with %d servers',
    async (servers) => {
      const failover = await startFailover()
      if (!failover) return
      onTestFinished(() => failover.stop())
      const databaseUrl = await createDatabaseOn(failover.url)
      const first = await start(databaseUrl, served.env)
      const others = servers === 1 ? [] : [await start(databaseUrl, served.env)]
      const differences = await loseTail({
        ...{ servers: [first, ...others], databaseUrl, network: served },
        holdBack: () => failover.holdBack(),
        failOver: () => failover.failOver(),
      })
      expect(differences).toEqual([])
    },
    180_000,
  )
})
