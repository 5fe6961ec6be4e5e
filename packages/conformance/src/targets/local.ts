import { once } from 'node:events'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { createTestServer, type TestServer, type WebhookHandler } from '@merchantpay/testing'
import { mswHandlers } from '@merchantpay/testing/msw'
import { setupServer } from 'msw/node'
import type { Certificate } from '../../../../test-support/net/certificate.js'
import { type RateSource, startRateSource } from '../../../../test-support/processes/rate-source.js'
import { type Sandbox, startSandbox } from '../../../../test-support/processes/sandbox-server.js'
import { mustRun, root } from '../../../../tools/lib/run.js'
import type { ConformanceTarget, WebhookReceiver } from './target.js'

/** A target that starts and stops. Its cases can be listed before the start. */
export interface LivingTarget {
  readonly target: ConformanceTarget
  start(): Promise<void>
  stop(): Promise<void>
}

/** Short blocks, so that no case waits long. */
const BLOCK_MS = '50'

/** The targets of this checkout, by name. */
export const LOCAL_TARGETS: ReadonlyMap<string, () => LivingTarget> = new Map([
  ['memory', inMemoryService],
  ['msw', mockedNetwork],
  ['server', referenceServer],
])

/** The in-memory service on its virtual clock. */
export function inMemoryService(): LivingTarget {
  const server = createTestServer()
  return { target: { ...targetOf(server), fetch: server.fetch }, start: nothing, stop: nothing }
}

/** The in-memory service behind the global `fetch`. */
function mockedNetwork(): LivingTarget {
  const server = createTestServer()
  const network = setupServer(...mswHandlers(server))
  return {
    target: targetOf(server),
    start: async () => network.listen({ onUnhandledRequest: 'bypass' }),
    stop: async () => network.close(),
  }
}

function targetOf(server: TestServer): ConformanceTarget {
  const { baseUrl, clock, advance } = server
  return {
    baseUrl,
    clock,
    advance,
    priceCurrency: 'EUR',
    setMerchantStatus: async (id, status) => server.setMerchantStatus(id, status),
    async receiveWebhooks(handler) {
      const url = 'https://receiver.example/conformance'
      const stop = server.deliverTo((request) => (request.url === url ? handler(request) : new Response()))
      return { url, stop: async () => stop() }
    },
  }
}

/** The built reference server on its sandbox networks, with its operator commands. */
function referenceServer(): LivingTarget {
  let sandbox: Sandbox | undefined
  let source: RateSource | undefined
  const running = () => {
    if (!sandbox) throw new Error('the server is not running')
    return sandbox
  }
  return {
    target: {
      get baseUrl() {
        return running().url
      },
      async setMerchantStatus(merchantId, status) {
        const env = { ...process.env, MERCHANTPAY_DATABASE_URL: `file:${running().folder}/merchantpay.db` }
        const verb = status === 'ACTIVE' ? 'activate' : 'suspend'
        const cli = `${root}/packages/server/dist/cli.js`
        await mustRun(process.execPath, [cli, 'merchants', verb, merchantId], { env })
      },
      receiveWebhooks: (handler) => receiveOn(running().certificate, handler),
      priceCurrency: 'EUR',
      fetch: fetchAsMany(),
    },
    async start() {
      source = await startRateSource({ EUR: '1.0834' })
      const settings = {
        MERCHANTPAY_SANDBOX_BLOCK_MS: BLOCK_MS,
        MERCHANTPAY_RATES_URL: source.url,
        MERCHANTPAY_TRUSTED_PROXIES: '127.0.0.0/8',
      }
      sandbox = await startSandbox(settings)
      await source.confirmIn(sandbox.folder)
    },
    async stop() {
      await sandbox?.stop()
      source?.stop()
    },
  }
}

/**
 * Sends each request as another client behind a proxy: the server lets one address send 60 requests a minute that it refuses
 * for their signature, and the cases send more.
 */
function fetchAsMany(): typeof globalThis.fetch {
  let clients = 0
  return (...args) => {
    clients += 1
    const request = new Request(...args)
    request.headers.set('x-forwarded-for', `10.0.${clients >> 8}.${clients & 0xff}`)
    return fetch(request)
  }
}

/** A webhook receiver on loopback. */
async function receiveOn({ key, cert }: Certificate, handler: WebhookHandler): Promise<WebhookReceiver> {
  const server = createServer({ key, cert }, async (request, response) => {
    const headers = new Headers()
    for (const [name, values = []] of Object.entries(request.headersDistinct)) {
      for (const value of values) headers.append(name, value)
    }
    const body = await text(request)
    const answer = await handler(new Request('https://localhost', { method: 'POST', headers, body }))
    response
      .writeHead(answer.status, Object.fromEntries(answer.headers))
      .end(Buffer.from(await answer.arrayBuffer()))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `https://127.0.0.1:${port}/conformance`,
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const nothing = async () => undefined

/** A deployment by its URL, with a test key if registration is closed. */
export function deployment(baseUrl: string, env: NodeJS.ProcessEnv): LivingTarget {
  const { MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret } = env
  const keys = keyId !== undefined && secret !== undefined ? { keyId, secret } : undefined
  const registrationToken = env.MERCHANTPAY_REGISTRATION_TOKEN
  return { target: { baseUrl, keys, registrationToken }, start: nothing, stop: nothing }
}
