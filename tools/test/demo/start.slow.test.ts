import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { withDeadline } from '../../../test-support/processes/sandbox-server.js'
import { root } from '../../lib/run.js'

const run = promisify(execFile)

it('npm start prints a signed curl line that works, serves until it is told to stop, and then exits with 0', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'merchantpay-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = {
    PATH: process.env.PATH,
    SKIP_BUILD: '1',
    MERCHANTPAY_PORT: '0',
    MERCHANTPAY_DATABASE_URL: `file:${folder}/start.db`,
  }
  const child = spawn(process.execPath, ['--import', 'tsx', 'tools/demo/start.ts'], { cwd: root, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  const welcomed = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8')
      if (printed.includes('Next, in another terminal')) resolve()
    })
  })
  await withDeadline(welcomed, 15_000, 'a welcome')
  const exports = printed.match(/^export .*$/gm) ?? []
  const [, curl = ''] = /A signed call[^\n]*\n\n([\s\S]*?)\n\nNext, in another terminal/.exec(printed) ?? []
  const { stdout } = await run('sh', ['-c', `${exports.join('\n')}\n${curl}`])
  expect(JSON.parse(stdout)).toMatchObject({ status: 'PENDING_KYB', environment: 'test' })
  child.kill('SIGTERM')
  const [code] = await withDeadline(once(child, 'exit'), 15_000, 'an end')
  expect(code).toBe(0)
})
