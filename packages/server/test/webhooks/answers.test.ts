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
/** A goal on a real socket holds on a busy machine with this much room. */
const ROOM = 10
/** The deadline of attempts that end some other way: a busy machine must not make a time-out of them. */
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

/** However long the body of an answer takes, its connection is closed after so long. */
const BODY_MS = 2_000

describe('the answer of a hostile receiver', () => {
  const cases: readonly (readonly [number, Mode])[] = [
    [16, 'never accepts'],
    [17, 'silent before the handshake'],
    [17, 'silent'],
    [18, 'drips the head'],
    [19, 'head too late'],
    [20, 'endless body'],
    [20, 'endless chunks'],
    [20, 'drips the body'],
    [20, 'body never comes'],
    [20, 'broken body'],
    [21, 'body of 10 GB'],
    [21, 'body of 10 GB after an error'],
    [21, 'gzip bomb'],
    [22, 'ok'],
    [22, 'created'],
    [22, 'no content'],
    [22, 'redirects 301'],
    [22, 'redirects 302'],
    [22, 'redirects 303'],
    [22, 'redirects 307'],
    [22, 'redirects 308'],
    [22, 'not found'],
    [22, 'gone'],
    [22, 'too many requests'],
    [22, 'an error'],
    [22, 'an unknown status'],
    [23, 'switches protocols'],
    [24, '17 informational answers'],
    [24, 'flood of informational answers'],
    [24, 'one informational answer'],
    [25, 'reset before the handshake'],
    [25, 'reset'],
    [25, 'closed before the head'],
    [25, 'closed within the head'],
    [26, 'garbage'],
    [26, 'another protocol'],
    [26, 'bad status line'],
    [26, 'contradictory lengths'],
    [26, 'repeated length'],
    [26, 'lines that end with a line feed'],
    [26, 'a blank before a colon'],
    [26, 'a folded header'],
    [26, 'an error with a malformed head'],
    [26, 'endless headers'],
    [26, 'an endless header'],
    [27, 'self-signed'],
    [27, 'expired'],
    [27, 'wrong name'],
    [27, 'plain HTTP'],
    [29, 'HTML'],
    [29, 'an error as HTML'],
  ]
  for (const [number, mode] of cases) {
    const error = HOSTILE_MODES.get(mode)
    it(`${number} ${mode}: ${error ?? 'delivered'}`, async () => {
      const done = await attempt(mode, error === 'timeout' ? TIMEOUT_MS : PATIENCE_MS)
      expect(errorOf(done)).toBe(error)
      if (error !== 'timeout') return
      expect(done.tookMs).toBeLessThan(ROOM * TIMEOUT_MS)
      // Timers may be early by less than a millisecond.
      expect(done.tookMs).toBeGreaterThan(TIMEOUT_MS - 5)
    })
  }

  it('has each of its modes among these cases', () => {
    expect(new Set(cases.map(([, mode]) => mode))).toEqual(new Set(HOSTILE_MODES.keys()))
  })
})

describe('a receiver whose heads are malformed', () => {
  it('26 has its status kept, and nothing that comes after it', async () => {
    const { status, timings, retryAfter, sample } = await (
      await attempt('an error with a malformed head', PATIENCE_MS)
    ).trace
    expect([status, retryAfter, sample]).toEqual([500, null, null])
    expect(timings.firstByte).not.toBeNull()
  })
})

describe('a slow receiver', () => {
  it('17 is given up at the deadline though all that nobody holds is collected meanwhile', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const collecting = setInterval(collect, 20)
    try {
      const done = await attempt('silent')
      expect(errorOf(done)).toBe('timeout')
      expect(done.tookMs).toBeLessThan(ROOM * TIMEOUT_MS)
    } finally {
      clearInterval(collecting)
    }
  })

  it('19 whose head comes within the deadline has taken the delivery', async () => {
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
    it(`20 ${mode}: the connection is gone soon after the head`, async () => {
      await attempt(mode, PATIENCE_MS)
      const since = performance.now()
      await expect.poll(() => receiver.open.size, { timeout: ROOM * BODY_MS }).toBe(0)
      expect(performance.now() - since).toBeLessThan(ROOM * BODY_MS)
    })
  }
})

describe('a receiver that sends elsewhere', () => {
  it('22 has no Location asked', async () => {
    for (const mode of Object.keys(HOSTILE_ANSWERS) as (keyof typeof HOSTILE_ANSWERS)[]) {
      if (mode.startsWith('redirects')) await attempt(mode, PATIENCE_MS)
    }
    expect(sentinel.hits).toBe(0)
  })
})

describe('the error of an attempt', () => {
  it('27 names what failed and nothing that the receiver or the system said', async () => {
    for (const mode of ['expired', 'garbage', 'plain HTTP', 'reset'] as const) {
      expect(errorOf(await attempt(mode, PATIENCE_MS))).toMatch(/^[a-z_]+$/)
    }
  })

  it.each(['HTML', 'an error as HTML'] as const)(
    '29 holds nothing of a page of HTML, which is kept as the text that it is: %s',
    async (mode) => {
      const done = await attempt(mode, PATIENCE_MS)
      const { sample, sampleBytes, isTruncated } = await done.trace
      expect(errorOf(done)).toBe(HOSTILE_MODES.get(mode))
      // Whoever shows it: see case 29 of the operator's commands.
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
  it.each(cases)('20 is sent the next delivery $when, and not before', async ({ timeoutMs, freeAfterMs }) => {
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
    const { opened: everyHead, open } = gate()
    let heads = 0
    const context = { ...one.context, policy: policyWith('127.0.0.0/8') }
    const dispatcher = webhookDispatcher(one.books.store, context, {
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
      // What a connection that was cut leads to takes some turns.
      for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
      await tick(dispatcher)
      return begun
    }
    expect(await begunAfter(0)).toEqual(urls.slice(0, SLOTS_PER_TARGET))
    await everyHead
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
