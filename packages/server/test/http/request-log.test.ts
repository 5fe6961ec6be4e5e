import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startServer } from '../../src/app.js'
import { readConfig } from '../../src/config/config.js'
import { type Store, Unavailable } from '../../src/domain/store/store.js'
import { openStore } from '../../src/storage/open.js'
import { temporaryFolder } from '../support/server/folder.js'

interface Line {
  readonly msg: string
  readonly level: number
  readonly requestId?: string
  readonly responseTime?: number
  readonly req?: { readonly id: string; readonly path: string }
  readonly res?: { readonly status: number }
}

const ERROR = 50
const HOUR_MS = 3_600_000
const NO_TOKEN = '/pay/AAAAAAAAAAAAAAAAAAAAAA'

/** Starts a server that logs to memory and whose store can be made to fail. */
async function start(level: 'info' | 'debug') {
  const lines: Line[] = []
  const fault: { error?: Error } = {}
  const log = pino({ level }, { write: (text) => void lines.push(JSON.parse(text)) })
  const env = {
    MERCHANTPAY_PORT: '0',
    MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db`,
  }
  const server = await startServer({
    config: readConfig(env),
    log,
    runWorkers: false,
    openStore: async (options) => failing(await openStore(options), fault),
  })
  onTestFinished(() => server.stop())
  return { url: server.url, lines, fault }
}

function failing(store: Store, fault: { error?: Error }): Store {
  const read = store.read.bind(store)
  store.read = (work) => (fault.error ? Promise.reject(fault.error) : read(work))
  return store
}

describe('the line of a request', () => {
  it('is written for a server error, with its id, its status and the shape of its path', async () => {
    const { url, lines, fault } = await start('info')
    fault.error = new Error('planted')
    const answer = await fetch(`${url}${NO_TOKEN}`, { headers: { 'x-request-id': 'cart-1' } })
    delete fault.error
    const { status } = answer
    expect(await answer.text()).toContain('This page loads again by itself.')
    await expect.poll(() => lines.map(({ msg }) => msg)).toContain('request errored')
    expect(status).toBe(500)
    expect(lines.find(({ msg }) => msg === 'request errored')).toMatchObject({
      level: ERROR,
      req: { id: 'cart-1', path: '/pay/…' },
      res: { status: 500 },
    })
    expect(lines.find(({ requestId }) => requestId === 'cart-1')).toMatchObject({ level: ERROR })
  })

  it('hides the token of a sign-in link, in any letter case', async () => {
    const { url, lines } = await start('debug')
    const token = 'B'.repeat(43)
    for (const path of [`/console/sign-in/${token}`, `/Console/SIGN-IN/${token}?x=${token}`])
      await fetch(`${url}${path}`, { method: 'POST' })
    await expect.poll(() => lines.filter(({ req }) => req?.path.endsWith('/…'))).toHaveLength(2)
    expect(JSON.stringify(lines)).not.toContain(token)
  })

  it.each(['info', 'debug'] as const)(
    'does not include an hour by which the clock is set, at level %s',
    async (level) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      onTestFinished(() => void vi.useRealTimers())
      const { url, lines, fault } = await start(level)
      Object.defineProperty(fault, 'error', {
        get() {
          vi.setSystemTime(Date.now() + HOUR_MS)
          return new Error('planted')
        },
      })
      await fetch(`${url}${NO_TOKEN}`)
      await expect.poll(() => lines.map(({ msg }) => msg)).toContain('request errored')
      const { responseTime } = lines.find(({ msg }) => msg === 'request errored') ?? {}
      expect(responseTime).toBeLessThan(HOUR_MS)
    },
  )

  it('is not written for other responses', async () => {
    const { url, lines } = await start('info')
    await fetch(`${url}${NO_TOKEN}`)
    await fetch(`${url}/healthz`)
    expect(lines.map(({ msg }) => msg)).toEqual(['listening'])
  })

  it.each(['/pay/', '/PAY/', '/Pay/', '//pay/', '/shop/pay/'])('contains no token of %s', async (path) => {
    const { url, lines } = await start('debug')
    for (const rest of ['cart-token', 'cart-token/state', 'cart-token/simulate?lang=fr'])
      await fetch(`${url}${path}${rest}`)
    await expect.poll(() => lines.filter(({ msg }) => msg === 'request completed')).toHaveLength(3)
    expect(JSON.stringify(lines)).not.toContain('cart-token')
  })

  it.each(['info', 'debug'] as const)('comes with one stack, at level %s', async (level) => {
    const { url, lines, fault } = await start(level)
    fault.error = new Error('planted')
    await fetch(`${url}${NO_TOKEN}`)
    delete fault.error
    await expect.poll(() => lines.map(({ msg }) => msg)).toContain('request errored')
    expect(JSON.stringify(lines).match(/"stack":/g)).toHaveLength(1)
  })

  it.each(['info', 'debug'] as const)(
    'comes with one stack for a request that is refused, at level %s',
    async (level) => {
      const { url, lines, fault } = await start(level)
      fault.error = new Unavailable('planted')
      const authorization = `Bearer mk_test_${'a'.repeat(24)}:1767225600:${'0'.repeat(64)}`
      const { status } = await fetch(`${url}/v1/balance`, { headers: { authorization } })
      delete fault.error
      expect(status).toBe(503)
      await expect.poll(() => lines.map(({ msg }) => msg)).toContain('request errored')
      expect(JSON.stringify(lines).match(/"stack":/g)).toHaveLength(1)
    },
  )

  it('is written once for every response at level debug', async () => {
    const { url, lines, fault } = await start('debug')
    await fetch(`${url}/healthz`)
    fault.error = new Error('planted')
    await fetch(`${url}${NO_TOKEN}`)
    delete fault.error
    const ends = () => lines.map(({ msg }) => msg).filter((msg) => msg.startsWith('request '))
    await expect.poll(ends).toEqual(['request completed', 'request errored'])
  })
})
