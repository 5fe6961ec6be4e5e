import { describe, expect, it, vi } from 'vitest'
import type { ClientEvent } from '../../src/http/events.js'
import type { LogLevel } from '../../src/util/logging.js'
import { answer, refuse, scripted } from '../support/fake.js'
import { KEY_ID, SECRET } from '../support/keys.js'

const SUNSET = { deprecation: '@1790000000', sunset: 'Sun, 01 Aug 2027 00:00:00 GMT' }
const ID = '01900000-0000-7000-8000-000000000000'

/** A logger that keeps its lines. */
function keepLines() {
  const lines: [level: string, message: string, details: object][] = []
  const write = (level: string) => (message: string, details: object) => lines.push([level, message, details])
  const logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  return { logger, lines }
}

/** One call that is refused for its rate once and then answered, on virtual time. */
async function callOnce(logLevel: LogLevel, onEvent?: (event: ClientEvent) => void) {
  vi.useFakeTimers()
  const { logger, lines } = keepLines()
  const script = [
    refuse(429, 'rate limit exceeded', { 'retry-after': '2' }),
    answer(201, { id: ID, payment_url: 'https://pay.example/pay/token', status: 'OPEN' }),
  ]
  const { mp } = scripted(script, { logger, logLevel, onEvent, headers: { 'x-trace': 'private' } })
  const call = mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
  await vi.runAllTimersAsync()
  await call
  vi.useRealTimers()
  return lines
}

describe('events', () => {
  it('report each attempt and each wait, under the id of the request', async () => {
    const events: ClientEvent[] = []
    await callOnce('off', (event) => events.push(event))
    const operationId = 'createOrder'
    expect(events).toMatchObject([
      { type: 'attempt', operationId, attempt: 1, status: 429, requestId: expect.stringMatching(/-1$/) },
      { type: 'retry', operationId, requestId: expect.stringMatching(/-2$/) },
      { type: 'attempt', operationId, attempt: 2, status: 201 },
    ])
    expect(events[1]).toHaveProperty('waitMs', expect.closeTo(2_250, -3))
  })

  it('report a deprecation with every answer, while the log has it once', async () => {
    const events: ClientEvent[] = []
    const { logger, lines } = keepLines()
    const script = [answer(200, { id: ID }, SUNSET)]
    const { mp } = scripted(script, { logger, onEvent: (event) => events.push(event) })
    await mp.merchants.me()
    await mp.merchants.me()
    const deprecations = events.filter(({ type }) => type === 'deprecation')
    expect(deprecations).toMatchObject([SUNSET, SUNSET])
    expect(lines).toEqual([['warn', 'merchantpay: deprecation', expect.objectContaining(SUNSET)]])
  })

  it('reach a listener that throws, whose error is logged and changes nothing else', async () => {
    const error = new Error('no more room')
    const { logger, lines } = keepLines()
    const { mp } = scripted([answer(200, { id: ID })], {
      logger,
      onEvent: () => {
        throw error
      },
    })
    expect(await mp.merchants.me()).toEqual({ id: ID })
    expect(lines).toEqual([['error', 'merchantpay: onEvent threw', { error }]])
  })
})

describe('the log', () => {
  it('has nothing about an ordinary call by default', async () => {
    expect(await callOnce('warn')).toEqual([])
    expect(await callOnce('off')).toEqual([])
  })

  it('has waits at info', async () => {
    const lines = await callOnce('info')
    expect(lines.map(([level, message]) => `${level} ${message}`)).toEqual(['info merchantpay: retry'])
  })

  it('has requests and answers at debug, without secrets', async () => {
    const lines = await callOnce('debug')
    const [level, title, sent] = lines[0] ?? []
    expect([level, title]).toEqual(['debug', 'merchantpay: POST /v1/orders'])
    expect(sent).toMatchObject({
      headers: {
        authorization: expect.stringMatching(/^Bearer mk_test_…ABCD:\d{10}:\[redacted\]$/),
        'content-type': 'application/json',
        'x-trace': '[redacted]',
      },
      body: { amount: '25.00' },
    })
    const received = lines.find(
      ([, , details]) => 'status' in details && 'body' in details && details.status === 201,
    )
    expect(received?.[2]).toMatchObject({ body: { id: ID, payment_url: '[redacted]', status: 'OPEN' } })
    const text = JSON.stringify(lines)
    for (const secret of [SECRET, KEY_ID, 'pay/token', 'private']) expect(text).not.toContain(secret)
  })

  it('has no body that is not JSON', async () => {
    const { logger, lines } = keepLines()
    const page = () => new Response('<p>sk_test_leaked</p>', { status: 404 })
    const { mp } = scripted([page], { logger, logLevel: 'debug' })
    await expect(mp.merchants.me()).rejects.toMatchObject({ code: 'unexpected_response' })
    expect(JSON.stringify(lines)).toContain('"status":404')
    expect(JSON.stringify(lines)).not.toContain('leaked')
  })

  it('may be a logger that throws, whose error is ignored', async () => {
    const broken = () => {
      throw new Error('disk full')
    }
    const logger = { debug: broken, info: broken, warn: broken, error: broken }
    const { mp } = scripted([answer(200, { id: ID })], { logger, logLevel: 'debug' })
    expect(await mp.merchants.me()).toEqual({ id: ID })
  })
})
