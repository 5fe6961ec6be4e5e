import { join } from 'node:path'
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
  copyOrders(join(server.folder, 'merchantpay.db'), server.order.id, ORDERS)
  const url = `${server.origin}/dashboard`
  const what = `dashboard over ${ORDERS} orders`
  try {
    return await measurePages({ what, url, pages: PAGES, signIn: () => signIn(server) })
  } finally {
    await server.stop()
  }
}

/** Uses a sign-in link that the key of the merchant asks for. */
async function signIn({ origin, sign }: BenchServer): Promise<Response> {
  const path = '/v1/merchants/dashboard-links'
  const made = await fetch(`${origin}${path}`, { ...sign({ method: 'POST', path, body: '{}' }) })
  const { url } = (await made.json()) as { url: string } // a DashboardLink of the contract
  return fetch(url, { method: 'POST', redirect: 'manual' })
}
