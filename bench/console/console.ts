import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Result } from '../lib/rounds.js'
import { startServer } from '../lib/servers.js'
import { sized } from '../lib/sized.js'
import { copyOrders } from '../orders/many-orders.js'
import { measurePages } from './pages.js'

const ORDERS = sized(100_000)
const CLI = fileURLToPath(new URL('../../packages/server/dist/cli.js', import.meta.url))
/** A list, its filters, its pages, and the searches that compare the most orders. */
const PAGES = [
  ['attention', '?env=test'],
  ['orders', '/orders?env=test'],
  ['orders, expired', '/orders?env=test&status=EXPIRED'],
  ['orders, frozen', '/orders?env=test&status=FROZEN'],
  ['orders, open', '/orders?env=test&status=OPEN'],
  ['orders of a network', '/orders?env=test&network=TRC20'],
  ['orders that contain a text, none', '/orders?env=test&text=nothing-like-it'],
  ['search, none', '/search?env=test&q=nothing-like-it'],
] as const

/** The pages of the console over many orders. */
export async function operatorConsole(): Promise<Result[]> {
  const server = await startServer(undefined, { MERCHANTPAY_CONSOLE: 'on' })
  const file = join(server.folder, 'merchantpay.db')
  copyOrders(file, server.order.id, ORDERS)
  const url = `${server.origin}/console`
  const what = `console over ${ORDERS} orders`
  try {
    return await measurePages({ what, url, pages: PAGES, signIn: () => signIn(url, file) })
  } finally {
    await server.stop()
  }
}

/** Uses a sign-in link of the command. */
async function signIn(url: string, file: string): Promise<Response> {
  const env = { PATH: process.env.PATH, MERCHANTPAY_CONSOLE: 'on', MERCHANTPAY_DATABASE_URL: `file:${file}` }
  const printed = execFileSync(process.execPath, [CLI, 'console', '--as', 'bench', '--role', 'viewer'], {
    env,
  })
  const [, token] = /\/sign-in\/(\S+)/.exec(printed.toString('utf8')) ?? []
  return fetch(`${url}/sign-in/${token}`, { method: 'POST', redirect: 'manual' })
}
