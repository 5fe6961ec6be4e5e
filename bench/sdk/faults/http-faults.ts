import { type Answer, json, type Received, refusal, reset } from '../../../packages/sdk/test/support/peer.js'
import type { Notion } from '../peers/client.js'
import { success } from './lab.js'
import { byTarget, countResources, isRepeatedRightly, repeatsOf } from './repeats.js'
import type { HttpTask, Report } from './report.js'
import { firstGapMs, seconds, storyOf } from './story.js'
import type { Cell, RowHead } from './table.js'

/** The observations after a client has met a fault. */
export interface Seen extends Report {
  /** The requests at the other origin. */
  readonly elsewhere: readonly Received[]
}

/** One fault: the server's answers, request by request, and the right outcome. */
export interface Trial {
  readonly script: readonly Answer[]
  judge(seen: Seen): Cell
}

export interface HttpFault extends RowHead {
  readonly task: Pick<HttpTask, 'call' | 'limitMs' | 'timeoutMs' | 'abortAfterMs'> & { id?: string }
  /** Required of a client; the fault does not apply to others. */
  readonly needs?: Notion
  /** Also calls an operation without a key, if the client has one. */
  readonly alsoUnkeyed?: true
  begin(otherOrigin: string): Trial
}

/** Tolerance for a busy machine. */
const MARGIN = 10
const PROMPT_MS = 50 * MARGIN
const ABORT_AFTER_MS = 300
const ABORT_MS = 20 * MARGIN
const TIMEOUT_MS = 1_000
const TIMEOUT_LATE_MS = 50 * MARGIN
const DATE_MS = 4_000

const busy = (retryAfter: string): Answer =>
  refusal(429, 'rate limit exceeded', { 'retry-after': retryAfter })

const failThenSucceed = (failure: Answer, leastGapMs: number): Trial => ({
  script: [failure, success],
  judge: (seen) => ({
    isRight: seen.end === 'resolved' && firstGapMs(seen.received) >= leastGapMs,
    saw: storyOf(seen),
  }),
})

export const HTTP_FAULTS: readonly HttpFault[] = [
  {
    fault: 'GET 429, `Retry-After: 2`',
    right: 'success, gap ≥ 2.0 s',
    task: { call: 'read', limitMs: 6_000 },
    begin: () => failThenSucceed(busy('2'), 2_000),
  },
  {
    fault: 'GET 429, HTTP-date + 4 s',
    right: 'success, not before the date',
    task: { call: 'read', limitMs: 8_000 },
    begin: () => {
      let dateMs = 0
      let secondMs = 0
      const first: Answer = (...args) => {
        dateMs = Math.ceil((Date.now() + DATE_MS) / 1_000) * 1_000
        return busy(new Date(dateMs).toUTCString())(...args)
      }
      const second: Answer = (...args) => {
        secondMs ||= Date.now()
        return success(...args)
      }
      const earlyBy = () =>
        secondMs > 0 && secondMs < dateMs ? `, ${seconds(dateMs - secondMs)} s early` : ''
      return {
        script: [first, second],
        judge: (seen) => ({
          isRight: seen.end === 'resolved' && secondMs >= dateMs,
          saw: storyOf(seen) + earlyBy(),
        }),
      }
    },
  },
  {
    fault: 'GET 429, `Retry-After: 3600`',
    right: 'error < 50 ms with the hint, one request',
    task: { call: 'read', limitMs: 6_000 },
    begin: () => ({
      script: [busy('3600')],
      judge: (seen) => {
        const { end, ms, error, received } = seen
        const hint = error && (error.hint ? `hint in ${error.hint}` : 'hint lost')
        return {
          isRight: end === 'rejected' && ms < PROMPT_MS && received.length === 1 && error?.hint !== undefined,
          saw: [storyOf(seen), hint].filter(Boolean).join(', '),
        }
      },
    }),
  },
  {
    fault: 'GET 503, `Retry-After: 1`',
    right: 'success, gap ≥ 1.0 s',
    task: { call: 'read', limitMs: 5_000 },
    begin: () => failThenSucceed(refusal(503, 'service unavailable', { 'retry-after': '1' }), 1_000),
  },
  {
    fault: 'POST 500, then 201',
    right: 'replay with the same key; without one, none',
    task: { call: 'create', limitMs: 6_000 },
    alsoUnkeyed: true,
    begin: () => ({
      script: [refusal(500, 'internal server error'), success],
      judge: ({ received }) => {
        const groups = byTarget(received)
        const isRight = groups.length > 0 && groups.every(isRepeatedRightly)
        return { isRight, saw: groups.map(repeatsOf).join('; ') }
      },
    }),
  },
  {
    fault: 'POST, reset after commit',
    right: 'one resource',
    task: { call: 'create', limitMs: 6_000 },
    alsoUnkeyed: true,
    begin: () => ({
      script: [reset, success],
      judge: ({ received }) => {
        const groups = byTarget(received)
        const counts = groups.map(countResources)
        const saw = groups.map((group, index) => `${counts[index]} created, ${repeatsOf(group)}`)
        const isRight = counts.length > 0 && counts.every((count) => count === 1)
        return { isRight, saw: saw.join('; ') }
      },
    }),
  },
  {
    fault: 'POST 409',
    right: 'one attempt',
    task: { call: 'create', limitMs: 6_000 },
    begin: () => ({
      script: [refusal(409, 'duplicate idempotency key')],
      judge: (seen) => ({
        isRight: seen.end === 'rejected' && seen.received.length === 1,
        saw: storyOf(seen),
      }),
    }),
  },
  {
    fault: 'abort 0.3 s into a 5 s wait',
    right: 'rejected by 0.32 s',
    task: { call: 'read', limitMs: 7_000, abortAfterMs: ABORT_AFTER_MS },
    needs: 'signal',
    begin: () => ({
      script: [busy('5'), success],
      judge: (seen) => {
        if (!seen.isAborted) return { saw: `does not wait: ${storyOf(seen)}` }
        const isRight = seen.end === 'rejected' && seen.ms < ABORT_AFTER_MS + ABORT_MS
        return { isRight, saw: storyOf(seen) }
      },
    }),
  },
  {
    fault: 'body stalls after the head, timeout 1 s, no retries',
    right: 'timeout error by 1.05 s',
    task: { call: 'read', limitMs: 5_000, timeoutMs: TIMEOUT_MS },
    needs: 'timeout',
    begin: () => ({
      script: [
        (response) => {
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
          response.write('{"id":')
        },
      ],
      judge: (seen) => ({
        isRight: seen.error?.isTimeout === true && seen.ms < TIMEOUT_MS + TIMEOUT_LATE_MS,
        saw: storyOf(seen),
      }),
    }),
  },
  {
    fault: '200, truncated JSON',
    right: 'retried, then a typed error',
    task: { call: 'read', limitMs: 6_000 },
    begin: () => ({
      script: [
        (response) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          response.end('{"id":"o1","status":')
        },
      ],
      judge: (seen) => ({
        isRight: seen.error?.isTyped === true && seen.received.length > 1,
        saw: storyOf(seen),
      }),
    }),
  },
  {
    fault: 'id `..`',
    right: 'refused, no request',
    task: { call: 'read', limitMs: 3_000, id: '..' },
    begin: () => ({
      script: [success],
      judge: (seen) => {
        const called = seen.received.map(({ target }) => `, called \`${target}\``).join('')
        return {
          isRight: seen.end === 'rejected' && seen.received.length === 0,
          saw: storyOf(seen) + called,
        }
      },
    }),
  },
  {
    fault: 'POST 307 to another origin',
    right: 'typed error, 0 bytes there',
    task: { call: 'create', limitMs: 4_000 },
    begin: (otherOrigin) => ({
      script: [json(307, {}, { location: `${otherOrigin}/elsewhere` })],
      judge: (seen) => {
        const [followed] = seen.elsewhere
        const leaks = followed && [
          ...(followed.body.length === 0 ? [] : ['the body']),
          ...(/bench/.test(JSON.stringify(keyHeaders(followed))) ? ['the key'] : []),
        ]
        const saw = leaks ? `, followed with ${leaks.join(' and ') || 'nothing'}` : ''
        return { isRight: seen.error?.isTyped === true && !followed, saw: storyOf(seen) + saw }
      },
    }),
  },
]

/** The headers in which clients send their key. */
const keyHeaders = ({ headers }: Received) => [headers.authorization, headers.apikey, headers['x-api-key']]
