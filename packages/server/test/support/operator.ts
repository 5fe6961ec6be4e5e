import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Harness } from './harness.js'

const run = promisify(execFile)

/** The built command line, as operators run it. */
export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

/** What the operator does beside a running server: `merchantpay-server merchants activate | suspend`. */
export async function setMerchantStatus(
  harness: Harness,
  merchantId: string,
  status: 'ACTIVE' | 'SUSPENDED',
): Promise<void> {
  const verb = status === 'ACTIVE' ? 'activate' : 'suspend'
  const env = { PATH: process.env.PATH, ...harness.databaseEnv }
  await run(process.execPath, [CLI, 'merchants', verb, merchantId], { env })
}
