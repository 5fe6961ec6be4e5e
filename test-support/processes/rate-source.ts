import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, run } from '../../tools/lib/run.js'

const CLI = join(root, 'packages/server/dist/cli.js')
const START_MS = 30_000
const POLL_MS = 200

/** A source of exchange rates on loopback, whose rates are always of now. */
export interface RateSource {
  readonly url: string
  /** Confirms the rates on a server that reads them, as an operator does. @param folder of its database */
  confirmIn(folder: string): Promise<void>
  stop(): void
}

/** Starts a source. @param rates USDT for one of each currency */
export async function startRateSource(rates: Readonly<Record<string, string>>): Promise<RateSource> {
  const server = createServer((_, response) =>
    response.end(JSON.stringify({ at: new Date().toISOString(), usdt_per_unit: rates })),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}/`,
    async confirmIn(folder) {
      const env = { ...process.env, MERCHANTPAY_DATABASE_URL: `file:${folder}/merchantpay.db` }
      for (const currency of Object.keys(rates)) await confirm(currency, env)
    },
    stop: () => {
      server.close()
    },
  }
}

/** The server reads the first rates shortly after its start. */
async function confirm(currency: string, env: NodeJS.ProcessEnv): Promise<void> {
  const end = Date.now() + START_MS
  for (;;) {
    const { code, output } = await run(process.execPath, [CLI, 'rates', 'confirm', currency], { env })
    if (code === 0) return
    if (Date.now() > end) throw new Error(output)
    await sleep(POLL_MS)
  }
}
