import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Result } from '../lib/rounds.js'
import { type BenchServer, startServer } from '../lib/servers.js'
import { sized } from '../lib/sized.js'
import { copyOrders } from '../orders/many-orders.js'
import { measurePages } from './pages.js'

const ORDERS = sized(1_000_000, 1_000)
/** Of an hour, in 60 days. */
const QUARTERS = 60 * 96
/** The first page, lists, and the searches that compare the most orders. */
const PAGES = [
  ['home', ''],
  ['orders', '/orders'],
  ['orders, expired', '/orders?status=EXPIRED'],
  ['orders, paid', '/orders?status=PAID'],
  ['orders, underpaid', '/orders?status=UNDERPAID'],
  ['orders that contain a text, none', '/orders?q=nothing-like-it'],
  ['orders that contain a text, frozen, none', '/orders?q=nothing-like-it&status=FROZEN'],
  ['deliveries', '/deliveries'],
  ['withdraw', '/withdraw'],
  ['developers', '/developers'],
  ['statement', '/statement'],
] as const

/** The pages of the dashboard of a merchant with many orders. */
export async function merchantDashboard(): Promise<Result[]> {
  const server = await startServer()
  const file = join(server.folder, 'merchantpay.db')
  copyOrders(file, server.order.id, ORDERS)
  payHalf(file)
  const url = `${server.origin}/dashboard`
  const what = `dashboard over ${ORDERS} orders`
  try {
    return await measurePages({ what, url, pages: PAGES, signIn: () => signIn(server) })
  } finally {
    await server.stop()
  }
}

/** Makes every second order a paid one of the last 60 days, whose chart is on the first page, and sums them. */
function payHalf(file: string): void {
  const db = new Database(file, { timeout: 5_000 })
  try {
    db.exec(`UPDATE orders SET status = 'PAID', received = amount, confirmed = amount, credited = amount,
      paid_at = created_at - (created_at / 2 % ${QUARTERS}) * 900000 WHERE status = 'EXPIRED' AND created_at % 2 = 0;
      INSERT INTO paid_sums (merchant_id, environment, from_at, orders, paid)
      SELECT merchant_id, environment, paid_at / 900000 * 900000, COUNT(*), SUM(confirmed)
      FROM orders WHERE paid_at IS NOT NULL GROUP BY 1, 2, 3`)
  } finally {
    db.close()
  }
}

/** Uses a sign-in link that the key of the merchant asks for. */
async function signIn({ origin, sign }: BenchServer): Promise<Response> {
  const path = '/v1/merchants/dashboard-links'
  const made = await fetch(`${origin}${path}`, { ...sign({ method: 'POST', path, body: '{}' }) })
  const { url } = (await made.json()) as { url: string } // a DashboardLink of the contract
  return fetch(url, { method: 'POST', redirect: 'manual' })
}
