import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { root, run } from '../../../../tools/lib/run.js'
import { bundleWorker, serveWorker } from '../../../../tools/lib/workerd.js'
import { type Installed, installPacked } from '../../scripts/installed.js'
import { type ServedProject, serveNextProject } from '../../scripts/next-project.js'
import { deliver, FORGED, openDelivery } from '../adapters/exchange.js'
import { BODY, SECRET } from '../support/webhooks.js'

const RECEIVED = { status: 200, text: '{"received":true}' }
const RAW_BODY_REQUIRED = { status: 500, text: '{"error":"raw_body_required"}' }
const BODY_TIMEOUT = { status: 408, text: '{"error":"body_timeout"}' }
const PATIENCE = { timeout: 10_000 }
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const FOR_WORKERS =
  '--noEmit --strict --target es2022 --lib es2023,dom --module esnext --moduleResolution bundler --customConditions workerd'.split(
    ' ',
  )
const manifest = readFileSync(join(root, 'packages/webhook-verify/package.json'), 'utf8')
const entries = Object.keys((JSON.parse(manifest) as { exports: object }).exports) // our own file
  .filter((entry) => entry !== './package.json')
  .map((entry) => `@merchantpay/webhook-verify${entry.slice(1)}`)

let installed: Installed
let project: ServedProject
let port: number

beforeAll(async () => {
  installed = await installPacked()
  project = await serveNextProject(installed.folder, 'development', SECRET)
  port = project.port
}, 120_000)

afterAll(async () => {
  await project.close()
  await installed.remove()
})

describe('the packed package', () => {
  test.each([
    ['an ES module', ['esm/index.js', ...entries]],
    ['a CommonJS file', ['cjs/index.js', ...entries]],
    ['TypeScript under nodenext', [compiler, '-p', 'types/tsconfig.nodenext.json']],
    ['TypeScript under bundler', [compiler, '-p', 'types/tsconfig.bundler.json']],
    ['TypeScript for Workers', [compiler, 'types/worker.ts', ...FOR_WORKERS]],
  ])(
    'serves %s',
    async (_, args) => {
      const { code, output } = await run(process.execPath, args, { cwd: installed.folder })

      expect({ code, output }).toEqual({ code: 0, output: '' })
    },
    90_000,
  )

  test('serves a Worker in workerd', async () => {
    const { folder } = installed
    await bundleWorker(join(folder, 'worker/index.js'), folder)

    await serveWorker({ folder, bindings: { WEBHOOK_SECRET: SECRET } }, async (url) => {
      const workerPort = Number(new URL(url).port)
      expect(await deliver(workerPort)).toEqual(RECEIVED)
      expect((await deliver(workerPort, { headers: FORGED })).status).toBe(401)
      expect((await deliver(workerPort, { method: 'GET', body: null })).status).toBe(405)
      expect((await deliver(workerPort, { headers: { 'content-encoding': 'gzip' } })).status).toBe(415)
      expect((await openDelivery(workerPort, 5 * 1_048_576).answer).status).toBe(413)
      expect(await deliver(workerPort, { path: '/parsed' })).toEqual(RAW_BODY_REQUIRED)
      expect(await drip(workerPort, '/webhooks')).toEqual(BODY_TIMEOUT)
      expect(await refusedAfterAbort(workerPort, '/webhooks')).toEqual(['body_aborted'])
    })
  })
})

describe.each([
  ['app', '/webhooks'],
  ['pages', '/api/webhooks'],
])('a Next project with the %s router', (_, path) => {
  test('answers a valid delivery 200', async () => {
    expect(await deliver(port, { path })).toEqual(RECEIVED)
  })

  test('answers a forged one 401, with nothing but the code', async () => {
    expect(await deliver(port, { path, headers: FORGED })).toEqual({
      status: 401,
      text: '{"error":"signature_mismatch"}',
    })
  })

  test('answers an announced 5 MiB 413', async () => {
    const { answer } = openDelivery(port, 5 * 1_048_576, path)

    expect(await answer).toEqual({ status: 413, text: '{"error":"body_too_large"}' })
  })

  test('answers a body that drips 408 at the deadline', async () => {
    expect(await drip(port, path)).toEqual(BODY_TIMEOUT)
  })

  test('ends the call of a client that disconnects in mid-body', async () => {
    expect(await refusedAfterAbort(port, path)).toEqual(['body_aborted'])
  })

  test('answers a gzipped one 415', async () => {
    const { status } = await deliver(port, { path, headers: { 'content-encoding': 'gzip' } })

    expect(status).toBe(415)
  })

  test('answers GET 405', async () => {
    expect((await deliver(port, { path, method: 'GET', body: null })).status).toBe(405)
  })
})

test('a Next route whose body was parsed answers 500 raw_body_required', async () => {
  expect(await deliver(port, { path: '/api/parsed' })).toEqual(RAW_BODY_REQUIRED)
})

/** Sends a body that takes minutes, a byte at a time. @returns the answer */
function drip(to: number, path: string) {
  const client = openDelivery(to, 10_000, path)
  const dripping = setInterval(() => client.send(' '), 20)
  onTestFinished(() => clearInterval(dripping))
  return client.answer
}

/** Disconnects a delivery once its call has begun. @returns the codes of the refusals since */
async function refusedAfterAbort(to: number, path: string): Promise<string[]> {
  const before = await seenBy(to)
  const client = openDelivery(to, BODY.length, path)
  client.send(BODY.slice(1))
  await vi.waitFor(async () => expect((await seenBy(to)).begun).toBeGreaterThan(before.begun), PATIENCE)
  client.abort()
  return vi.waitFor(async () => {
    const refused = (await seenBy(to)).refused.slice(before.refused.length)
    expect(refused).not.toEqual([])
    return refused
  }, PATIENCE)
}

/** The calls that the receiver of a project has seen. */
async function seenBy(to: number): Promise<{ begun: number; refused: string[] }> {
  const answer = await deliver(to, { path: '/seen', method: 'GET', body: null })
  return JSON.parse(answer.text)
}
