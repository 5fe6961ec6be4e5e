import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { WorkerLoop } from '../../src/workers/worker.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { Receiver } from '../support/webhooks/receiver.js'

const PAGE = fileURLToPath(new URL('../../../../docs/observability/traces.md', import.meta.url))
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const CONFIRMED_MS = 30_000

interface Span {
  readonly name: string
  readonly attributes: Record<string, unknown>
  readonly parent: string | undefined
  readonly code: number | undefined
}

/** Replaces the OpenTelemetry API: as much of it as the page uses. */
const API = `
export const ended = []
export const SpanStatusCode = { ERROR: 2 }
export const context = { active: () => undefined }
export const propagation = { extract: (_, { traceparent }) => traceparent }
export const trace = { getTracer: () => ({
  startSpan(name, { attributes }, parent) {
    const span = { name, attributes: { ...attributes }, parent }
    return { setStatus: ({ code }) => void (span.code = code), end: () => void ended.push(span) }
  },
}) }
`

/** Runs the module of the page in this process. @returns the spans that have ended */
async function startTracing(): Promise<readonly Span[]> {
  const [, source] = /```js\n([\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8')) ?? []
  const folder = temporaryFolder()
  const api = join(folder, 'node_modules/@opentelemetry/api')
  mkdirSync(api, { recursive: true })
  writeFileSync(join(api, 'package.json'), '{"type":"module","exports":"./index.js"}')
  writeFileSync(join(api, 'index.js'), API)
  writeFileSync(join(folder, 'tracing.mjs'), source ?? '')
  await import(/* @vite-ignore */ pathToFileURL(join(folder, 'tracing.mjs')).href)
  const { ended } = (await import(/* @vite-ignore */ pathToFileURL(join(api, 'index.js')).href)) as {
    ended: Span[]
  } // the module above
  return ended
}

it('the module of the page makes spans of requests, webhooks, ticks and units of work', async () => {
  const [harness, certificate] = await Harness.startForWebhooks()
  const receiver = await Receiver.start(certificate)
  const keys = await harness.register()
  const ended = await startTracing()
  const body = { ...ORDER, webhook_url: receiver.url }
  const { json: order } = await harness.call('POST', '/v1/orders', {
    keys,
    body,
    headers: { traceparent: TRACEPARENT },
  })
  await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, amount: '1' } })
  await harness.call('POST', `/v1/test_helpers/orders/${order.id}/simulate`, {
    keys,
    body: { action: 'pay' },
  })
  await harness.pass(CONFIRMED_MS)
  await harness.server.dispatcher.tick(new AbortController().signal)
  await harness.server.dispatcher.idle()
  const named = (name: string) => ended.filter((span) => span.name === name)
  expect(named('createOrder')).toMatchObject([
    { parent: TRACEPARENT, attributes: { operationId: 'createOrder', requestId: expect.any(String) } },
    { parent: undefined },
  ])
  const [sent] = named('send payment.confirmed')
  expect(sent?.attributes).toMatchObject({ event: 'payment.confirmed', attempt: 1 })
  expect(sent?.parent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$/)
  expect(named('database write')[0]?.attributes).toEqual({ access: 'write', isWorkers: false })
  expect(named('database write').filter(({ code }) => code === 2)).toHaveLength(1)

  let ticks = 0
  const log = { debug: () => undefined, error: () => undefined }
  const worker = {
    name: 'failing',
    everyMs: 1,
    async tick() {
      ticks += 1
      if (ticks === 2) throw new Error('a fault')
      return 1
    },
  }
  const loop = new WorkerLoop(worker, log, () => 0)
  await expect.poll(() => ticks).toBeGreaterThan(1)
  await loop.stop()
  expect(named('tick failing').slice(0, 2)).toMatchObject([
    { attributes: { worker: 'failing' } },
    { code: 2 },
  ])
})
