import { createSecureContext } from 'node:tls'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { HOSTILE_ANSWERS } from '../../../../test-support/net/hostile-answers.js'
import {
  HOSTILE_MODES,
  HostileReceiver,
  type Mode,
  type Sentinel,
  startSentinel,
} from '../../../../test-support/net/hostile-receiver.js'
import { SLOTS_PER_TARGET } from '../../src/domain/webhooks/webhook-breaker.js'
import { webhookDispatcher } from '../../src/workers/webhooks/webhook-dispatcher.js'
import { createWebhookSender } from '../../src/workers/webhooks/webhook-sender.js'
import { policyWith } from '../support/domain/context.js'
import { gate } from '../support/net/gate.js'
import { attempts, errorOf } from '../support/webhooks/attempt.js'
import { DeliveryEngine, tick } from '../support/webhooks/delivery-engine.js'

const TIMEOUT_MS = 300
/** Tolerance of a timing goal on a busy machine, as a factor. */
const SLACK = 10
/** Deadline of attempts that end for another reason: too long for a busy machine to turn them into time-outs. */
const PATIENCE_MS = 60_000

let receiver: HostileReceiver
let sentinel: Sentinel
beforeAll(async () => {
  sentinel = await startSentinel('127.0.0.1')
  const elsewhere = `https://127.0.0.1:${sentinel.port}/`
  receiver = await HostileReceiver.start({ elsewhere, lateMs: PATIENCE_MS })
})
afterAll(async () => {
  await receiver.close()
  sentinel.close()
})

const attempt = (mode: Mode, timeoutMs = TIMEOUT_MS) =>
  attempts(receiver.authority, { timeoutMs })(receiver.urlOf(mode))

/** How long an attempt reads the body of an answer before it closes the connection. */
const BODY_MS = 2_000

describe('the answer of a hostile receiver', () => {
  const MODES: readonly Mode[] = [
    'never accepts',
    'silent before the handshake',
    'silent',
    'drips the head',
    'head too late',
    'endless body',
    'endless chunks',
    'drips the body',
    'body never comes',
    'broken body',
    'body of 10 GB',
    'body of 10 GB after an error',
    'gzip bomb',
    'ok',
    'created',
    'no content',
    'redirects 301',
    'redirects 302',
    'redirects 303',
    'redirects 307',
    'redirects 308',
    'not found',
    'gone',
    'too many requests',
    'an error',
    'an unknown status',
    'switches protocols',
    '17 informational answers',
    'flood of informational answers',
    'one informational answer',
    'reset before the handshake',
    'reset',
    'closed before the head',
    'closed within the head',
    'garbage',
    'another protocol',
    'bad status line',
    'contradictory lengths',
    'repeated length',
    'lines that end with a line feed',
    'a blank before a colon',
    'a folded header',
    'an error with a malformed head',
    'endless headers',
    'an endless header',
    'self-signed',
    'expired',
    'wrong name',
    'plain HTTP',
    'HTML',
    'an error as HTML',
  ]
  for (const mode of MODES) {
    const error = HOSTILE_MODES.get(mode)
    it(`${mode}: ${error ?? 'delivered'}`, async () => {
      const done = await attempt(mode, error === 'timeout' ? TIMEOUT_MS : PATIENCE_MS)
      expect(errorOf(done)).toBe(error)
      if (error !== 'timeout') return
      expect(done.tookMs).toBeLessThan(SLACK * TIMEOUT_MS)
      // Timers may fire early by less than a millisecond.
      expect(done.tookMs).toBeGreaterThan(TIMEOUT_MS - 5)
    })
  }

  it('has each of its modes among these cases', () => {
    expect(new Set(MODES)).toEqual(new Set(HOSTILE_MODES.keys()))
  })
})

describe('a receiver whose heads are malformed', () => {
  it('has its status recorded, and nothing that comes after it', async () => {
    const { status, timings, retryAfter, sample } = await (
      await attempt('an error with a malformed head', PATIENCE_MS)
    ).trace
    expect([status, retryAfter, sample]).toEqual([500, null, null])
    expect(timings.firstByte).not.toBeNull()
  })
})

describe('a slow receiver', () => {
  it('is abandoned at the deadline although the garbage collector runs meanwhile', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const collecting = setInterval(collect, 20)
    try {
      const done = await attempt('silent')
      expect(errorOf(done)).toBe('timeout')
      expect(done.tookMs).toBeLessThan(SLACK * TIMEOUT_MS)
    } finally {
      clearInterval(collecting)
    }
  })

  it('a slow receiver that sends its head within the deadline has taken the delivery', async () => {
    const late = await HostileReceiver.start({ lateMs: 200 })
    try {
      const done = await attempts(late.authority, { timeoutMs: PATIENCE_MS })(late.urlOf('head too late'))
      expect(errorOf(done)).toBeNull()
      expect(done.tookMs).toBeGreaterThan(190)
    } finally {
      await late.close()
    }
  })
})

describe('a receiver that never ends', () => {
  for (const mode of ['endless body', 'body never comes', 'body of 10 GB'] as const) {
    it(`${mode}: the connection is closed soon after the head`, async () => {
      await attempt(mode, PATIENCE_MS)
      const since = performance.now()
      await expect.poll(() => receiver.open.size, { timeout: SLACK * BODY_MS }).toBe(0)
      expect(performance.now() - since).toBeLessThan(SLACK * BODY_MS)
    })
  }
})

describe('a receiver that redirects', () => {
  it('has no Location requested', async () => {
    for (const mode of Object.keys(HOSTILE_ANSWERS) as (keyof typeof HOSTILE_ANSWERS)[]) {
      if (mode.startsWith('redirects')) await attempt(mode, PATIENCE_MS)
    }
    expect(sentinel.hits).toBe(0)
  })
})

describe('the error of an attempt', () => {
  it('is a code and contains no text of the receiver or the system', async () => {
    for (const mode of ['expired', 'garbage', 'plain HTTP', 'reset'] as const) {
      expect(errorOf(await attempt(mode, PATIENCE_MS))).toMatch(/^[a-z_]+$/)
    }
  })

  it.each(['HTML', 'an error as HTML'] as const)(
    'contains nothing of an HTML page, which is stored as plain text: %s',
    async (mode) => {
      const done = await attempt(mode, PATIENCE_MS)
      const { sample, sampleBytes, isTruncated } = await done.trace
      expect(errorOf(done)).toBe(HOSTILE_MODES.get(mode))
      // The operator's commands escape it when they print it.
      expect(sample).toMatch(/^<!doctype html><script>alert\(document\.cookie\)<\/script><img src=x [^\n]*>$/)
      expect([sampleBytes, isTruncated]).toEqual([sample?.length, false])
    },
  )
})

describe('a receiver whose slots are all taken by answers that do not end', () => {
  const cases = [
    { timeoutMs: PATIENCE_MS, freeAfterMs: BODY_MS, when: 'after 2 s' },
    { timeoutMs: 1_500, freeAfterMs: 1_500, when: 'at the deadline, where that comes first' },
  ]
  it.each(cases)('is sent the next delivery $when, and not before', async ({ timeoutMs, freeAfterMs }) => {
    const one = await DeliveryEngine.start('sqlite')
    const urls = [
      ...Array<string>(SLOTS_PER_TARGET).fill(receiver.urlOf('body never comes')),
      receiver.urlOf('ok'),
    ]
    for (const ownUrl of urls) await one.enqueue(1, { ownUrl })
    const post = createWebhookSender({
      timeoutMs,
      isAddressAllowed: () => true,
      secureContext: createSecureContext({ ca: receiver.authority }),
      userAgent: 'MerchantPay-Webhooks/test',
    })
    const begun: string[] = []
    const { opened: allHeads, open } = gate()
    let heads = 0
    const context = { ...one.context, policy: policyWith('127.0.0.0/8') }
    const dispatcher = webhookDispatcher(one.database.store, context, {
      owner: 'dispatcher',
      leaseMs: 2 * PATIENCE_MS,
      onAttemptEnded: () => undefined,
      onError: one.onError,
      async send(delivery, signal) {
        begun.push(delivery.url)
        const outcome = await post(delivery, signal)
        heads += 1
        if (heads === SLOTS_PER_TARGET) open()
        return outcome
      },
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const begunAfter = async (ms: number) => {
      vi.advanceTimersByTime(ms)
      // The effects of a closed connection take several turns of the event loop.
      for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
      await tick(dispatcher)
      return begun
    }
    expect(await begunAfter(0)).toEqual(urls.slice(0, SLOTS_PER_TARGET))
    await allHeads
    expect(await begunAfter(freeAfterMs - 1)).toHaveLength(SLOTS_PER_TARGET)
    vi.advanceTimersByTime(1)
    await dispatcher.idle()
    expect(await begunAfter(0)).toEqual(urls)
    await dispatcher.idle()
    await tick(dispatcher)
    const delivered = { status: 'DELIVERED', attempts: 1n }
    expect(await one.deliveries()).toMatchObject(urls.map(() => delivered))
  })
})
