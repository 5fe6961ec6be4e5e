import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'
import { startProgram } from '../../../test-support/examples/program.js'
import { type Job, testReceiver } from '../../../test-support/examples/receiver-behaviour.js'
import { runnable } from '../../../test-support/processes/languages.js'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const JOBS = 'jobs'

describe.each(runnable([{ name: 'php', needs: ['php --version'] }]))('$name', () => {
  testReceiver({
    jobsIn(folder) {
      const files = readdirSync(join(folder, JOBS))
      return files.map((name) => JSON.parse(readFileSync(join(folder, JOBS, name), 'utf8')) as Job)
    },
    breakStore(folder) {
      const [jobs, elsewhere] = [join(folder, JOBS), join(folder, 'elsewhere')]
      renameSync(jobs, elsewhere)
      writeFileSync(jobs, 'not a folder')
      return () => {
        rmSync(jobs)
        renameSync(elsewhere, jobs)
      }
    },
    async start(folder, secret) {
      const { url, kill } = await startProgram(
        {
          cwd,
          command: ['sh', '-c', 'exec php -S 127.0.0.1:0 receiver.php 2>&1'],
          env: { WEBHOOK_SECRET: secret, JOBS_FOLDER: join(folder, JOBS) },
        },
        /Development Server \((\S+)\) started/,
      )
      return { url: `${url}/webhooks`, stop: kill }
    },
  })
})
