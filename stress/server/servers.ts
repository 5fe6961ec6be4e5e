/**
 * `npm run stress -- servers [--changes n]`: two built servers on one PostgreSQL behind nginx with the shipped files. A
 * change that one server makes shows on the streams of both within a second, and exactly 60 of 200 requests of a key pass
 * in a minute.
 */
import { randomBytes } from 'node:crypto'
import { ApiError, MerchantPay } from '@merchantpay/sdk'
import { quantile } from '../../bench/lib/rounds.js'
import { createDatabaseOn } from '../../packages/server/test/support/storage/postgres-client.js'
import { startPostgres } from '../../test-support/databases/postgres.js'
import { startNginx } from '../../test-support/processes/nginx.js'
import {
  launchServer,
  type MerchantEnvironment,
  merchantEnvironment,
  type ServerProcess,
} from '../../test-support/processes/sandbox-server.js'
import { Options } from '../lib/options.js'

const CHANGES = 200
const REQUESTS = 200
const LIMIT = 60
const MOST_MS = 1_000

/** @throws Error when a figure misses its goal */
export async function servers(args: readonly string[]): Promise<void> {
  const changes = new Options(args, ['changes']).number('changes', CHANGES)
  const postgres = await startPostgres()
  try {
    const database = await createDatabaseOn(postgres.url)
    const keys = await behindNginx(database, 0, async (url) => {
      const merchant = await merchantEnvironment(url, 'servers')
      await requireFastStreams(clientOf(url, merchant), changes)
      return merchant
    })
    await behindNginx(database, LIMIT, (url) => requireOneLimit(clientOf(url, keys)))
  } finally {
    await postgres.stop()
  }
}

/** Runs `work` with two servers and their address behind nginx. */
async function behindNginx<Result>(
  database: string,
  perMinute: number,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const env = {
    PATH: process.env.PATH,
    MERCHANTPAY_PORT: '0',
    MERCHANTPAY_DATABASE_URL: database,
    MERCHANTPAY_MASTER_KEY: MASTER_KEY,
    MERCHANTPAY_RATE_LIMIT_PER_MINUTE: `${perMinute}`,
    MERCHANTPAY_TRUSTED_PROXIES: '127.0.0.0/8',
  }
  const running: ServerProcess[] = []
  try {
    running.push(launchServer(env), launchServer(env))
    const urls = await Promise.all(running.map(({ listening }) => listening))
    const nginx = await startNginx(urls.map((url) => Number(new URL(url).port)))
    try {
      return await work(nginx.url)
    } finally {
      await nginx.stop()
    }
  } finally {
    await Promise.all(running.map((server) => server.stop()))
  }
}

const MASTER_KEY = randomBytes(32).toString('base64')

const clientOf = (baseUrl: string, keys: MerchantEnvironment): MerchantPay =>
  new MerchantPay({
    baseUrl,
    keyId: keys.MERCHANTPAY_KEY_ID,
    secret: keys.MERCHANTPAY_SECRET,
    rateLimit: false,
    maxRetries: 0,
  })

/**
 * Opens two streams of each order. nginx gives requests to the servers in turn, so each server has one, and the change
 * reaches one of them from the other server.
 */
async function requireFastStreams(client: MerchantPay, changes: number): Promise<void> {
  const slowestMs: number[] = []
  for (let made = 0; made < changes; made += 1) {
    const order = await client.appOrders.create({ amount_mode: 'FIXED', amount: '5', currency: 'USDT' })
    const streams = [client.orders.stream(order.id), client.orders.stream(order.id)]
    for (const stream of streams) await stream.next()
    const told = streams.map((stream) => stream.next())
    const changedAt = performance.now()
    const tellMs = told.map(async (change) => {
      await change
      return performance.now() - changedAt
    })
    await client.testHelpers.simulateOrder(order.id, { action: 'expire' })
    slowestMs.push(Math.max(...(await Promise.all(tellMs))))
    for (const stream of streams) await stream.return?.()
  }
  const [middle, p99, worst] = [0.5, 0.99, 1].map((share) => quantile(slowestMs, share))
  console.log(
    `from a change to the streams of both servers, ${changes} changes: median ${middle?.toFixed(0)} ms, p99 ${p99?.toFixed(0)} ms, slowest ${worst?.toFixed(0)} ms`,
  )
  if (p99 === undefined || p99 >= MOST_MS) throw new Error(`p99 is not below ${MOST_MS} ms`)
}

async function requireOneLimit(client: MerchantPay): Promise<void> {
  const passed = await Promise.all(
    Array.from({ length: REQUESTS }, () =>
      client.merchants.me().then(
        () => true,
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 429) return false
          throw error
        },
      ),
    ),
  )
  const count = passed.filter((isPassed) => isPassed).length
  console.log(`${count} of ${REQUESTS} requests passed in a minute`)
  if (count !== LIMIT) throw new Error(`not exactly ${LIMIT}`)
}
