/** A failover to a standby that lacks the newest commits, under running servers. */
import { ApiError, MerchantPay, type OnChainOrder } from '@merchantpay/sdk'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startServer } from '../../src/app.js'
import type { Server } from '../../src/compose/server.js'
import { readConfig } from '../../src/config/config.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { type ServedNetwork, serveNetwork } from '../support/nodes/served-network.js'
import { postgresSide } from '../support/storage/engines.js'
import { type Failover, startFailover } from '../support/storage/failover.js'
import { createDatabaseOn } from '../support/storage/postgres-client.js'

const WAIT = { timeout: 60_000, interval: 200 }
/** Calls of the API in a whole wait stay below the rate limit of a key, which would make the SDK wait for a minute. */
const CALLS = { timeout: 60_000, interval: 1_500 }
const PAID = 25_000_000n

async function start(url: string, env: Readonly<Record<string, string>>): Promise<Server> {
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
  return server
}

type Credentials = { readonly key_id: string; readonly secret: string }

async function register({ url }: Server, name: string): Promise<Credentials> {
  const about = { name, email: `${name}@books.example`, platform_user_id: name }
  return (await new MerchantPay({ baseUrl: url }).merchants.register(about)).api_key
}

const apiOf = ({ url: baseUrl }: Server, { key_id: keyId, secret }: Credentials): MerchantPay =>
  new MerchantPay({ baseUrl, keyId, secret, rateLimit: false })

/** Creates an order as soon as the server has an address for it. */
const order = (api: MerchantPay): Promise<OnChainOrder> =>
  vi.waitFor(
    async () =>
      (await api.orders.create({ amount: '25.00', currency: 'USDT', network: 'ERC20' })) as OnChainOrder, // it has a network
    CALLS,
  )

describe.skipIf(isAnvilSkipped)('a failover of PostgreSQL that loses commits', () => {
  let served: ServedNetwork
  beforeAll(async () => {
    served = await serveNetwork(Date.now())
  }, 60_000)
  afterAll(() => served?.anvil.stop())

  it.each([1, 2])(
    'gives no stranger the address of a lost order, with %d servers',
    async (servers) => {
      const failover: Failover | undefined = await startFailover()
      if (!failover) return
      onTestFinished(() => failover.stop())
      const { anvil, token } = served
      const url = await createDatabaseOn(failover.url)
      const first = await start(url, served.env)
      const last = servers === 1 ? first : await start(url, served.env)
      const ada = await register(first, 'ada')
      const bob = await register(first, 'bob')
      await order(apiOf(first, ada))
      await failover.holdBack()

      const lost = [await order(apiOf(first, ada)), await order(apiOf(first, ada))]
      await failover.failOver()
      await vi.waitUntil(async () => (await fetch(`${last.url}/readyz?for=api`)).status === 200, WAIT)
      // The server that has not stored the lost orders is asked first.
      const strangers = [await order(apiOf(last, bob)), await order(apiOf(first, bob))]
      for (const { payment_address } of lost) await token.transfer(payment_address, PAID)
      await token.transfer(strangers[0]?.payment_address ?? '', PAID)
      await anvil.mine(5)

      const side = await postgresSide(url)
      const statusOf = ({ id }: OnChainOrder) => side.value(`SELECT status FROM orders WHERE id = '${id}'`)
      const [paid, other] = strangers as [OnChainOrder, OnChainOrder]
      await vi.waitUntil(async () => (await statusOf(paid)) === 'PAID', WAIT)
      expect(await statusOf(other)).toBe('OPEN')
      await vi.waitUntil(
        async () =>
          (await side.value(
            'SELECT COUNT(*) FROM transfers WHERE order_id IS NULL AND confirmed_at IS NOT NULL',
          )) === lost.length,
        WAIT,
      )
      expect(await side.rows('SELECT cause, reason FROM recoveries')).toMatchObject([
        { cause: 'restore', reason: expect.stringContaining('was set back under running servers') },
      ])
      await expect(apiOf(last, ada).orders.get(lost[0]?.id ?? '')).rejects.toBeInstanceOf(ApiError)
    },
    180_000,
  )
})
