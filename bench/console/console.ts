import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quantile, type Result } from '../lib/rounds.js'
import { startServer } from '../lib/servers.js'
import { sized } from '../lib/sized.js'
import { copyOrders } from '../orders/many-orders.js'

const ORDERS = sized(100_000)
const LOADS = sized(40, 3)
const CLI = fileURLToPath(new URL('../../packages/server/dist/cli.js', import.meta.url))
/** A list, its filters, its pages, and the searches that compare the most orders. */
const PAGES: readonly (readonly [name: string, path: string])[] = [
  ['attention', '?env=test'],
  ['orders', '/orders?env=test'],
  ['orders, expired', '/orders?env=test&status=EXPIRED'],
  ['orders, frozen', '/orders?env=test&status=FROZEN'],
  ['orders, open', '/orders?env=test&status=OPEN'],
  ['orders of a network', '/orders?env=test&network=TRC20'],
  ['orders that contain a text, none', '/orders?env=test&text=nothing-like-it'],
  ['search, none', '/search?env=test&q=nothing-like-it'],
]

/** The pages of the console over many orders: the time until the whole page has arrived. */
export async function operatorConsole(): Promise<Result[]> {
  const server = await startServer(undefined, { MERCHANTPAY_CONSOLE: 'on' })
  const file = join(server.folder, 'merchantpay.db')
  copyOrders(file, server.order.id, ORDERS)
  try {
    const results: Result[] = []
    for (const [name, path] of PAGES) {
      // A session may load a limited number of pages in a minute.
      const headers = { cookie: await signIn(server.origin, file) }
      const load = async () => {
        const began = performance.now()
        const answer = await fetch(`${server.origin}/console${path}`, { headers })
        await answer.text()
        if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}`)
        return performance.now() - began
      }
      await load()
      const times: number[] = []
      for (let round = 0; round < LOADS; round += 1) times.push(await load())
      const [half, most] = [0.5, 0.95].map((share) => quantile(times, share).toFixed(0))
      const what = `console over ${ORDERS} orders: ${name}`
      results.push({ what, value: `p95 ${most} ms`, spread: `p50 ${half}, ${LOADS} loads`, goal: '< 150 ms' })
    }
    return results
  } finally {
    await server.stop()
  }
}

/** Uses a sign-in link of the command. @returns the cookie of the session */
async function signIn(origin: string, file: string): Promise<string> {
  const env = { PATH: process.env.PATH, MERCHANTPAY_CONSOLE: 'on', MERCHANTPAY_DATABASE_URL: `file:${file}` }
  const printed = execFileSync(process.execPath, [CLI, 'console', '--as', 'bench', '--role', 'viewer'], {
    env,
  })
  const [, token] = /\/sign-in\/(\S+)/.exec(printed.toString('utf8')) ?? []
  const options = { method: 'POST', redirect: 'manual' } as const
  const answer = await fetch(`${origin}/console/sign-in/${token}`, options)
  const [cookie] = (answer.headers.get('set-cookie') ?? '').split(';')
  if (cookie === undefined || cookie === '') throw new Error(`the link answered ${answer.status}`)
  return cookie
}
