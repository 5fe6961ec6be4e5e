import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { withDeadline } from '../../../test-support/processes/sandbox-server.js'
import { root } from '../../lib/run.js'

const run = promisify(execFile)

it('npm start writes the key of its merchant, prints a signed curl line that works, and exits with 0 when it is told to stop', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'merchantpay-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = {
    PATH: process.env.PATH,
    SKIP_BUILD: '1',
    MERCHANTPAY_PORT: '0',
    MERCHANTPAY_DATABASE_URL: `file:${folder}/start.db`,
  }
  const program = ['--import', import.meta.resolve('tsx'), join(root, 'tools/demo/start.ts')]
  const child = spawn(process.execPath, program, { cwd: folder, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  const welcomed = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8')
      if (printed.includes('Next, in another terminal')) resolve()
    })
  })
  await withDeadline(welcomed, 15_000, 'a welcome')
  expect(statSync(join(folder, '.env.merchantpay')).mode & 0o777).toBe(0o600)
  const [, curl = ''] = /A signed call[^\n]*\n\n([\s\S]*?)\n\nNext, in another terminal/.exec(printed) ?? []
  const { stdout } = await run('sh', ['-c', curl], { cwd: folder })
  expect(JSON.parse(stdout)).toMatchObject({ status: 'PENDING_KYB', environment: 'test' })
  const exports = [...printed.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value])
  expect(parseEnv(readFileSync(join(folder, '.env.merchantpay'), 'utf8'))).toEqual(
    Object.fromEntries(exports),
  )
  child.kill('SIGTERM')
  const [code] = await withDeadline(once(child, 'exit'), 15_000, 'an end')
  expect(code).toBe(0)
})
