/** The server with all mutants in it, in this process, and the tests that it must pass without a mutant. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { limits } from '../../packages/conformance/src/cases/limits.js'
import { conformance } from '../../packages/conformance/src/suite.js'
import { startServer } from '../../packages/server/src/app.js'
import { readConfig } from '../../packages/server/src/config/config.js'
import { setMerchantStatus } from '../../packages/server/test/support/server/merchant-status.js'
import { makeScratchFolder } from '../../packages/server/test/support/storage/scratch-folder.js'
import { everyCase } from '../../test-support/contract/cases.js'
import { ContractWorld } from '../../test-support/contract/contract-world.js'
import { readContract } from '../../tools/contract/document.js'

export interface Test {
  readonly name: string
  run(): Promise<void>
}

export interface Subject {
  /** The same tests in the same order for every subject. */
  readonly tests: readonly Test[]
  close(): Promise<void>
}

const SETTINGS = {
  MERCHANTPAY_PORT: '0',
  MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
  MERCHANTPAY_REGISTRATIONS_PER_HOUR: '0',
  MERCHANTPAY_SANDBOX_BLOCK_MS: '50',
}
const STEP_MS = 50
const VALID_CASES = 10
/** They need the limits of requests and keys, which are off here. */
const LEFT_OUT = new Set([
  ...limits.map(({ name }) => name),
  'createApiKey: a 21st new key within an hour is 429 with the correct Retry-After',
])

export async function openSubject(seed: number): Promise<Subject> {
  const folder = makeScratchFolder()
  const config = readConfig({ ...SETTINGS, MERCHANTPAY_DATABASE_URL: `file:${join(folder, 'mutants.db')}` })
  const server = await startServer({ config, log: pino({ level: 'silent' }), validateResponses: true })
  const world = await ContractWorld.open({ url: server.url, advance: () => sleep(STEP_MS) })
  const contract = readContract('merchantpay.v1.yaml')
  return {
    tests: [
      ...world.operations
        .flatMap((operation) => everyCase(contract, operation, seed, VALID_CASES))
        .map((one) => ({
          name: [one.operation.id, one.fault?.name, one.authentication?.name].filter(Boolean).join(', '),
          run: () => world.check(one),
        })),
      ...conformance({
        baseUrl: server.url,
        setMerchantStatus: (id, status) => setMerchantStatus(config, id, status),
      }).filter(({ name }) => !LEFT_OUT.has(name)),
    ],
    async close() {
      world.close()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
