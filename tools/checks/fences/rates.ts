/** A source of exchange rates for the sandbox of the examples. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sandbox } from '../../../test-support/processes/sandbox-server.js'
import { root, run } from '../../lib/run.js'

const RETRY_MS = 200
const LONGEST_MS = 30_000

/** Serves a rate of the present time. */
export async function serveRates(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_request, response) => {
    const document = { at: new Date().toISOString(), usdt_per_unit: { EUR: '1.0834' } }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listens on TCP
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** Confirms the first rate of a sandbox, once its server has read it. @throws Error when that takes too long */
export async function confirmRates({ folder }: Pick<Sandbox, 'folder'>): Promise<void> {
  const { PATH } = process.env
  const env = { PATH, MERCHANTPAY_DATABASE_URL: `file:${folder}/merchantpay.db` }
  const command = [`${root}/packages/server/dist/cli.js`, 'rates', 'confirm', 'EUR']
  for (let waited = 0; waited < LONGEST_MS; waited += RETRY_MS) {
    const { code } = await run('node', command, { env })
    if (code === 0) return
    await sleep(RETRY_MS)
  }
  throw new Error('the sandbox did not read the rate of its source')
}
