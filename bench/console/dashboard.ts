import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Result } from '../lib/rounds.js'
import { type BenchServer, startServer } from '../lib/servers.js'
import { sized } from '../lib/sized.js'
import { copyOrders } from '../orders/many-orders.js'
import { measurePages } from './pages.js'

const ORDERS = sized(100_000)
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

/** Makes every second order a paid one of the last 60 days, whose chart is on the first page. */
function payHalf(file: string): void {
  const db = new Database(file, { timeout: 5_000 })
  try {
    db.exec(`UPDATE orders SET status = 'PAID', received = amount, confirmed = amount, credited = amount,
      paid_at = created_at - (created_at % 60) * 86400000 WHERE status = 'EXPIRED' AND created_at % 2 = 0`)
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
