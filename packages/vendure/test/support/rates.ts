import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Sandbox } from '../../../../test-support/processes/sandbox-server.js'
import { mustRun, root } from '../../../../tools/lib/run.js'

/** USDT for one USD: a book of 25 USD costs 30 USDT. */
const RATE = '1.2'

/** Serves the document of exchange rates that a server reads. */
export async function serveRates(): Promise<{ readonly url: string; close(): unknown }> {
  const server = createServer((_, response) => {
    const at = new Date().toISOString()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ at, usdt_per_unit: { USD: RATE } }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  return { url: `http://127.0.0.1:${port}/rates`, close: () => server.close() }
}

/** Confirms the rate as an operator does, once the server has read it. */
export function confirmRate({ folder }: Sandbox): Promise<unknown> {
  const env = { ...process.env, MERCHANTPAY_DATABASE_URL: `file:${folder}/merchantpay.db` }
  const command = ['rates', 'confirm', 'USD', '--rate', RATE, '--reason', 'for the test']
  return vi.waitFor(
    () => mustRun(process.execPath, [join(root, 'packages/server/dist/cli.js'), ...command], { env }),
    { timeout: 60_000, interval: 500 },
  )
}
