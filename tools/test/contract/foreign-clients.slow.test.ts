import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type SigningProxy, startSigningProxy } from '../../../packages/cli/src/proxy/signing-proxy.js'
import { type RateSource, startRateSource } from '../../../test-support/processes/rate-source.js'
import {
  merchantEnvironment,
  type Sandbox,
  startSandbox,
} from '../../../test-support/processes/sandbox-server.js'
import { root, run, tool } from '../../lib/run.js'
import { FOREIGN_CLIENTS, SETUP } from './foreign-clients.js'

const RUN_MS = 300_000
const PATIENCE = { timeout: 60_000, interval: 200 }
const CONTRACT = join(root, 'openapi/merchantpay.v1.yaml')
const COMPILER = {
  strict: true,
  noEmit: true,
  target: 'es2022',
  module: 'preserve',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: ['node'],
}

const SAMPLES = join(root, 'packages/server/src/docs/generated/samples.gen.json')

let source: RateSource
let sandbox: Sandbox
let proxy: SigningProxy
let folder: string
beforeAll(async () => {
  source = await startRateSource({ EUR: '1.0834' })
  sandbox = await startSandbox({ MERCHANTPAY_RATES_URL: source.url })
  await source.confirmIn(sandbox.folder)
  proxy = await startSigningProxy({ baseUrl: sandbox.url })
  // Inside the checkout, whose packages the generated code imports.
  const parent = join(root, 'node_modules/.cache')
  await mkdir(parent, { recursive: true })
  folder = await mkdtemp(join(parent, 'foreign-clients-'))
})
afterAll(async () => {
  await proxy.close()
  await sandbox.stop()
  source.stop()
  await rm(folder, { recursive: true })
})

/** Generates a client and writes its program beside it. */
async function prepare({
  generator,
  command,
  quickstart,
}: (typeof FOREIGN_CLIENTS)[number]): Promise<string> {
  const project = join(folder, generator.replaceAll('/', '-'))
  await mkdir(join(project, 'client'), { recursive: true })
  const [binary, ...args] = command(CONTRACT, join(project, 'client'))
  const { code, output } = await tool(binary, args, { cwd: project })
  expect(code, output).toBe(0)
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
  await writeFile(join(project, 'setup.ts'), SETUP)
  await writeFile(join(project, 'quickstart.ts'), quickstart)
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER }))
  return project
}

describe('a client that a generator of others makes from the contract', () => {
  it.each(FOREIGN_CLIENTS.map((client) => [client.generator, client] as const))(
    'compiles and sees an order PAID: %s',
    { timeout: RUN_MS },
    async (_name, client) => {
      const project = await prepare(client)
      const compiled = await tool('tsc', ['--project', project])
      expect(compiled.code, compiled.output).toBe(0)
      const merchant = await merchantEnvironment(sandbox.url, client.generator)
      const key = `${merchant.MERCHANTPAY_KEY_ID}:${merchant.MERCHANTPAY_SECRET}`
      const env = { ...process.env, BASE_URL: proxy.url, KEY: key }
      const { code, output } = await tool('tsx', [join(project, 'quickstart.ts')], { env })
      expect(output).toBe('PAID\n')
      expect(code).toBe(0)
    },
  )
})

const hasPython = (await run('python3', ['--version']).catch(() => undefined))?.code === 0

describe.runIf(hasPython)('the samples of the reference in Python, which have no packages', () => {
  it('create an order with a price and a link, and list the event of its payment', {
    timeout: RUN_MS,
  }, async () => {
    const samples = JSON.parse(await readFile(SAMPLES, 'utf8')) as Record<string, { python: string }>
    const merchant = await merchantEnvironment(sandbox.url, 'python')
    const printed = async (operation: string, env: object = {}, change = (text: string) => text) => {
      const program = change(samples[operation]?.python ?? '')
      const environment = { ...process.env, ...merchant, ...env }
      const { code, output } = await run('python3', ['-c', program], { env: environment })
      expect(code, output).toBe(0)
      return output
    }
    const order = await printed('createOrder', {}, (text) =>
      text.replace('"amount": "25.00"', '"price": {"amount": "49.90", "currency": "EUR"}'),
    )
    for (const expected of ["'order_amount': '54.07'", "'rate': '1.0834'", "'currency': 'EUR'"])
      expect(order).toContain(expected)
    expect(await printed('createPaymentLink')).toMatch(/'url': '[^']+\/link\/.*'status': 'OPEN'/)
    const [, id] = /'id': '([^']+)'/.exec(order) ?? []
    await printed('simulateOrder', { ORDER_ID: id })
    const events = () => printed('listEvents')
    await vi.waitFor(async () => expect(await events()).toContain(`'order_id': '${id}'`), PATIENCE)
  })
})
