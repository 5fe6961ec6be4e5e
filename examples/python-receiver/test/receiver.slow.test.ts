import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'
import { startProgram, testTakenPort } from '../../../test-support/examples/program.js'
import { sqliteJobs, testReceiver } from '../../../test-support/examples/receiver-behaviour.js'
import { runnable } from '../../../test-support/processes/languages.js'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const FILE = 'webhooks.sqlite'
const COMMAND = ['python3', 'receiver.py'] as const

describe.each(runnable([{ name: 'python', needs: ['python3 --version'] }]))('$name', () => {
  testReceiver({
    ...sqliteJobs((folder) => join(folder, FILE)),
    async start(folder, secret) {
      const env = { WEBHOOK_SECRET: secret, DATABASE_FILE: join(folder, FILE), PORT: '0' }
      const { url, kill } = await startProgram({ cwd, command: COMMAND, env })
      return { url, stop: kill }
    },
  })
  testTakenPort(cwd, COMMAND)
})
