import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll } from 'vitest'
import { startProgram } from '../../../test-support/examples/program.js'
import {
  type ReceiverExample,
  sqliteJobs,
  testProbes,
  testStoredOnce,
} from '../../../test-support/examples/receiver-behaviour.js'
import { freePort } from '../../../test-support/net/free-port.js'
import { root } from '../../../tools/lib/run.js'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const FILE = 'webhooks.sqlite'

beforeAll(() => rm(join(cwd, '.next'), { recursive: true, force: true }))

const example: ReceiverExample = {
  ...sqliteJobs((folder) => join(folder, FILE)),
  async start(folder, secret) {
    const port = await freePort()
    const next = join(root, 'node_modules/next/dist/bin/next')
    const { kill } = await startProgram(
      {
        cwd,
        command: [process.execPath, next, 'dev', '--port', `${port}`, '--hostname', '127.0.0.1'],
        env: { WEBHOOK_SECRET: secret, DATABASE_FILE: join(folder, FILE), NEXT_TELEMETRY_DISABLED: '1' },
      },
      /(Ready) in/,
    )
    return { url: `http://127.0.0.1:${port}/webhooks`, stop: kill }
  },
}

// Each start compiles the route.
const TIMEOUT_MS = 120_000
testStoredOnce(example, TIMEOUT_MS)
testProbes(example, TIMEOUT_MS)
