/**
 * The first use of every published package, as its README shows it: the program of the packed README runs on the packed
 * packages, in a folder where nothing is installed but their declared dependencies, with no program but Node.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixtures, signedRequest } from '@merchantpay/webhook-verify/testing'
import { transform } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../test-support/net/free-port.js'
import { type Sandbox, startSandbox } from '../../../test-support/processes/sandbox-server.js'
import { PUBLISHED } from '../../release/published.js'
import { install, linkFromCheckout, pack } from '../../release/tarball.js'

const MAX_LINES = 10
/** npm packs every package, and programs start, on a machine that is busy with other tests. */
const LIMIT_MS = 180_000
const folder = mkdtempSync(join(tmpdir(), 'first-use-'))
const modules = join(folder, 'node_modules')
/** npm finds `npm create merchantpay` by a name without a scope. */
const CREATE = 'create-merchantpay'
const nameOf = (path: string) => {
  const name = path.split('/').at(-1) ?? path
  return name === CREATE ? name : `@merchantpay/${name}`
}
const names = PUBLISHED.map((one) => nameOf(one.folder))
const env = { PATH: join(folder, 'bin') }
const SERVER = join(modules, '@merchantpay/server/bin/merchantpay-server.js')
let sandbox: Sandbox

beforeAll(async () => {
  mkdirSync(env.PATH)
  symlinkSync(process.execPath, join(env.PATH, 'node'))
  await Promise.all(
    PUBLISHED.map(async (one) => install(await pack(one.folder, folder), modules, nameOf(one.folder))),
  )
  // Links as pnpm makes them: each package finds its own dependencies at its real place only.
  await linkFromCheckout(modules, [...new Set(names.flatMap(dependenciesOf))])
  sandbox = await startSandbox({}, [SERVER, 'serve'])
}, LIMIT_MS)

afterAll(async () => {
  await sandbox?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The packages that an installed package declares, other than ours. */
function dependenciesOf(name: string): string[] {
  const manifest = readFileSync(join(modules, name, 'package.json'), 'utf8')
  const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: object }
  return Object.keys(dependencies).filter((each) => !each.startsWith('@merchantpay/'))
}

/** The first fence of a packed README in a language, other than the command that installs the package. */
function firstUse(name: string, language: 'ts' | 'sh'): string {
  const readme = readFileSync(join(modules, name, 'README.md'), 'utf8')
  const code = new RegExp(`^\`\`\`${language}[^\n]*\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(readme)?.[1] ?? ''
  expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(MAX_LINES)
  return code
}

/** Writes a program of a README without its types, and returns its path. */
async function programOf(name: string, replaced: readonly [string, string][] = []): Promise<string> {
  const code = replaced.reduce((text, [from, to]) => text.replace(from, to), firstUse(name, 'ts'))
  const file = join(folder, `${name.split('/')[1]}.mjs`)
  writeFileSync(file, (await transform(code, { loader: 'ts', format: 'esm' })).code)
  return file
}

const runNode = (...args: string[]) =>
  spawnSync('node', args, { cwd: folder, env, encoding: 'utf8', timeout: 60_000 })

describe('the first use of', { timeout: LIMIT_MS }, () => {
  it.each<[string, string, string]>([
    ['@merchantpay/openapi', '', 'openapi: 3.1.1'],
    ['@merchantpay/sdk', 'http://127.0.0.1:8080', 'PAID 24.75'],
    ['@merchantpay/testing', '', 'PAID'],
  ])('%s prints what its README says', async (name, readersUrl, printed) => {
    const program = await programOf(name, [[readersUrl, readersUrl && sandbox.url]])
    expect(runNode(program)).toMatchObject({ status: 0, stdout: `${printed}\n`, stderr: '' })
  })

  it('@merchantpay/webhook-verify receives a webhook', async () => {
    const port = await freePort()
    const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh+/'
    const program = await programOf('@merchantpay/webhook-verify', [['listen(3000)', `listen(${port})`]])
    const receiver: ChildProcess = spawn('node', [program], {
      cwd: folder,
      env: { ...env, WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      let output = ''
      receiver.stdout?.on('data', (chunk: Buffer) => {
        output += chunk
      })
      const event = fixtures['payment.confirmed']
      const { body, headers } = signedRequest(event, { secret })
      const send = () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
      const answer = await vi.waitFor(send, { timeout: 60_000 })
      expect(answer.status).toBe(200)
      // The line and the answer come by two ways.
      await vi.waitFor(() => expect(output).toBe(`fulfil ${event.data.order_id}\n`), { timeout: 60_000 })
    } finally {
      receiver.kill('SIGKILL')
    }
  })

  it('@merchantpay/server checks its settings, and serves', async () => {
    const commands = [...firstUse('@merchantpay/server', 'sh').matchAll(/^npx merchantpay-server (.+)$/gm)]
    expect(commands.map(([, command]) => command)).toEqual(['config check', 'serve'])
    expect(runNode(SERVER, 'config', 'check')).toMatchObject({ status: 0, stdout: 'ok\n', stderr: '' })
    expect((await fetch(`${sandbox.url}/readyz`)).status).toBe(200)
  })

  it('create-merchantpay makes a project', () => {
    const [, args = ''] = /^npm create merchantpay (.+)$/m.exec(firstUse(CREATE, 'sh')) ?? []
    const program = join(modules, CREATE, 'bin/create-merchantpay.js')
    const given = args.split(' ').filter((word) => word !== '--') // npm takes it away
    const created = spawnSync(process.execPath, [program, ...given], { cwd: folder, encoding: 'utf8' })
    expect([created.status, created.stderr]).toEqual([0, ''])
    expect(JSON.parse(readFileSync(join(folder, 'my-shop/package.json'), 'utf8')).name).toBe('my-shop')
  })

  it('every published package is tested here', () => {
    // The plugins for shops are tested in their frameworks.
    const scoped = ['cli', 'medusa', 'openapi', 'sdk', 'server', 'testing', 'vendure', 'webhook-verify']
    expect(names.sort()).toEqual([...scoped.map((name) => `@merchantpay/${name}`), CREATE])
  })
})
