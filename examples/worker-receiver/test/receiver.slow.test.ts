import { readdirSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll } from 'vitest'
import { startProgram } from '../../../test-support/examples/program.js'
import { sqliteJobs, testReceiver } from '../../../test-support/examples/receiver-behaviour.js'
import { mustRun, root } from '../../../tools/lib/run.js'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const DISK = '.merchantpay'

beforeAll(() => mustRun('npm', ['run', '--silent', 'bundle'], { cwd }))

testReceiver({
  // One file for each Durable Object, beside those of the runtime.
  ...sqliteJobs((folder) => {
    const disk = join(folder, DISK, 'inbox')
    const [file = ''] = readdirSync(disk).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
    return join(disk, file)
  }),
  async start(folder, secret) {
    await mkdir(join(folder, DISK), { recursive: true })
    for (const name of ['config.capnp', 'dist'])
      await cp(join(cwd, name), join(folder, name), { recursive: true })
    const { url, kill } = await startProgram(
      {
        cwd: folder,
        command: [
          join(root, 'node_modules/.bin/workerd'),
          'serve',
          'config.capnp',
          '--socket-addr=http=127.0.0.1:0',
          '--control-fd=1',
        ],
        env: { WEBHOOK_SECRET: secret },
      },
      /"port":(\d+)/,
    )
    return { url: `http://127.0.0.1:${url}/webhooks`, stop: kill }
  },
})
