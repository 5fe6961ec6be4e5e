import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DAY_MS, NEW_ADDRESSES_PER_LINK } from '../../packages/server/src/domain/shared/policy.js'
import { type DatabaseLocation, migrateDatabase } from '../../packages/server/src/storage/open.js'
import { START } from '../../packages/server/test/support/domain/context.js'
import { BEHIND_PROXY, LinkBrowser, makeLink } from '../../packages/server/test/support/links/link-browser.js'
import { Harness, ORDER } from '../../packages/server/test/support/server/harness.js'
import { connectTo } from '../../packages/server/test/support/storage/postgres-client.js'
import { onEngine } from '../lib/engines.js'
import { Options } from '../lib/options.js'
import { ENGINES } from './durations.js'

const OPENINGS = 10_000
const DAYS = 10
/** As many at once as a link may have unfinished; the next wave comes when their windows are over. */
const WAVE = 50
const WINDOW_MS = 1_802_000

/**
 * Has a stranger open one link thousands of times over ten days, from as many network addresses, and prints how many receiving
 * addresses that leases.
 *
 * @throws Error when a day leases more new addresses than a link may, or when the merchant's own orders are refused
 */
export async function linkOpenings(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['engine', 'openings'])
  const openings = options.number('openings', OPENINGS)
  const only = options.text('engine', '')
  for (const engine of ENGINES.filter((name) => only === '' || name === only))
    await onEngine(engine, async (fresh) => {
      const database = await fresh()
      await migrateDatabase(database, START)
      console.log(`link-openings on ${engine}: ${await openOften(database, openings)}`)
    })
}

async function openOften(database: DatabaseLocation, openings: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-links-'))
  const harness = await Harness.open(
    folder,
    { ...BEHIND_PROXY, ...settingsOf(database) },
    { engine: 'sqlite' },
  )
  try {
    const keys = await harness.register()
    const link = await makeLink(harness, keys, { uses: 'MANY' })
    let orders = 0
    // With the address of the API order of each day.
    const leased: number[] = []
    for (let day = 0; day < DAYS; day += 1) {
      const waves = Math.ceil(openings / DAYS / WAVE)
      for (let wave = 0; wave < waves; wave += 1) {
        const opened = Array.from({ length: WAVE }, () => new LinkBrowser(harness, link.url).pay('TRC20'))
        orders += (await Promise.all(opened)).filter(({ status }) => status === 303).length
        await harness.pass(WINDOW_MS, WINDOW_MS / 10)
      }
      const { status } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
      assert.equal(status, 201, 'an order of the API')
      const growth = (await addressesIn(database)) - sumOf(leased)
      leased.push(growth)
      assert.ok(growth <= NEW_ADDRESSES_PER_LINK + 1, `day ${day}: ${growth} new addresses`)
      await harness.pass(DAY_MS - waves * WINDOW_MS, DAY_MS / 4)
    }
    return `${openings} openings made ${orders} orders on ${sumOf(leased)} addresses; new ones by day: ${leased.join(', ')}`
  } finally {
    await harness.server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const LEASED = 'SELECT COUNT(*) AS count FROM addresses WHERE merchant_id IS NOT NULL'

/** The receiving addresses that were ever leased. */
async function addressesIn(location: DatabaseLocation): Promise<number> {
  if (location.engine === 'sqlite') {
    const database = new Database(location.file, { readonly: true })
    const row = database.prepare(LEASED).get() as { count: number } // of the query
    database.close()
    return row.count
  }
  const client = await connectTo(location.url)
  const { rows } = await client.query<{ count: bigint }>(LEASED)
  await client.end()
  return Number(rows[0]?.count)
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

const settingsOf = (database: DatabaseLocation): Record<string, string> =>
  database.engine === 'sqlite'
    ? { MERCHANTPAY_DATABASE_URL: `file:${database.file}` }
    : {
        MERCHANTPAY_DATABASE_URL: database.url,
        MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
      }
