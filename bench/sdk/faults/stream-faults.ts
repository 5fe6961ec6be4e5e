import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, refusal } from '../../../packages/sdk/test/support/peer.js'
import type { Report, StreamTask } from './report.js'
import { firstGapMs, storyOf } from './story.js'
import type { Cell, RowHead } from './table.js'

export interface StreamFault extends RowHead {
  readonly task: Pick<StreamTask, 'limitMs' | 'timeoutMs' | 'breakAfter' | 'watchesMemory'>
  /** The server's answers, connection by connection. */
  readonly script: () => readonly Answer[]
  judge(seen: Report): Cell
}

/** One complete event with its blank line. */
export const frame = (id: number, status: string): string => `data: ${dataOf(status)}\nid: ${id}\n\n`

/** One body that every client accepts as an event of its API. */
const dataOf = (status: string): string =>
  JSON.stringify({ object: 'chat.completion.chunk', choices: [], id: 'o1', status })

/** Tolerance for a busy machine. */
const MARGIN = 10
const CLOSED_MS = 50 * MARGIN
const NANOS_PER_MS = 1_000_000
const IDLE_MS = 1_000
/** Long enough that every chunk is read separately. */
const BETWEEN_CHUNKS_MS = 60
const MOST_MIB = 16
/** The part of the endless line that the server is willing to send. */
const ENDLESS_MIB = 64
const SECRET = 'whsec_canary'

/** Sends parts one by one and then ends the answer, keeps it open or breaks it. */
function events(parts: readonly string[], after: 'end' | 'open' | 'reset' = 'end'): Answer {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const part of parts) {
      response.write(part)
      await sleep(BETWEEN_CHUNKS_MS)
    }
    if (after === 'end') response.end()
    if (after === 'reset') response.socket?.resetAndDestroy()
  }
}

const endlessLine: Answer = async (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('data: ')
  const mib = 'a'.repeat(1_024 * 1_024)
  for (let sent = 0; sent < ENDLESS_MIB && !response.destroyed; sent += 1) {
    if (response.write(mib)) continue
    await new Promise<void>((resolve) => response.once('drain', resolve).once('close', resolve))
  }
}

const story = (seen: Report): string => {
  const { items } = seen
  return `${storyOf(seen).replace('success', 'ended').replaceAll('request', 'connect')}, got ${items.join(' ') || 'nothing'}`
}

/** Right when exactly these statuses arrived in this order and the stream then ended. */
const delivers =
  (...statuses: string[]) =>
  (seen: Report): Cell => ({
    isRight: seen.end === 'resolved' && seen.items.join() === statuses.join(),
    saw: story(seen),
  })

/** Milliseconds from the end of the loop to the end of the connection. */
function closedAfterMs({ leftAt, received }: Report): number {
  const closedAt = received[0]?.closedAt
  return leftAt && closedAt ? Number(closedAt - BigInt(leftAt)) / NANOS_PER_MS : Number.NaN
}

export const STREAM_FAULTS: readonly StreamFault[] = [
  {
    fault: 'CRLF split over chunks inside an event',
    right: 'one event',
    task: { limitMs: 3_000 },
    script: () => {
      const lines = frame(1, 'PAID').replace(',', ',\ndata: ').trimEnd().split('\n')
      return [events([...lines.flatMap((line) => [`${line}\r`, '\n']), '\r\n'])]
    },
    judge: delivers('PAID'),
  },
  {
    fault: 'end of the stream before a final status',
    right: 'reconnect',
    task: { limitMs: 4_000 },
    script: () => [events([frame(1, 'OPEN')]), events([frame(2, 'PAID')])],
    judge: delivers('OPEN', 'PAID'),
  },
  {
    fault: 'reset mid-stream',
    right: 'resume, no duplicate',
    task: { limitMs: 6_000 },
    script: () => [events([frame(1, 'OPEN')], 'reset'), events([frame(1, 'OPEN'), frame(2, 'PAID')])],
    judge: delivers('OPEN', 'PAID'),
  },
  {
    fault: 'the consumer leaves the loop',
    right: 'socket closed < 50 ms',
    task: { limitMs: 3_000, breakAfter: 1 },
    script: () => [events([frame(1, 'OPEN')], 'open')],
    judge: (seen) => {
      const ms = closedAfterMs(seen)
      const saw = Number.isNaN(ms) ? 'socket stays open' : `socket closed after ${ms.toFixed(1)} ms`
      return { isRight: seen.end === 'resolved' && ms < CLOSED_MS, saw }
    },
  },
  {
    fault: 'silent stall, limit 1 s',
    right: 'reconnect at the idle limit',
    task: { limitMs: 6_000, timeoutMs: IDLE_MS },
    script: () => [events([frame(1, 'OPEN')], 'open'), events([frame(2, 'PAID')])],
    judge: delivers('OPEN', 'PAID'),
  },
  {
    fault: '429, `Retry-After: 7` on connecting',
    right: 'next connect ≥ 7 s',
    task: { limitMs: 12_000 },
    script: () => [refusal(429, 'rate limit exceeded', { 'retry-after': '7' }), events([frame(1, 'PAID')])],
    judge: (seen) => ({
      isRight: seen.items.join() === 'PAID' && firstGapMs(seen.received) >= 7_000,
      saw: story(seen),
    }),
  },
  {
    fault: '401 `invalid signature`',
    right: 'one connect, typed error',
    task: { limitMs: 10_000 },
    script: () => [refusal(401, 'invalid signature')],
    judge: (seen) => ({
      isRight: seen.error?.isTyped === true && seen.received.length === 1,
      saw: story(seen),
    }),
  },
  {
    fault: 'an event that is no JSON and holds a secret',
    right: 'reconnect, payload in no log or error',
    task: { limitMs: 4_000 },
    script: () => [
      events([frame(1, 'OPEN'), `data: ${SECRET}\nid: 2\n\n`], 'open'),
      events([frame(3, 'PAID')]),
    ],
    judge: (seen) => {
      const places = { logged: seen.output, 'in the error': seen.error?.text ?? '' }
      const leaks = Object.entries(places).flatMap(([place, text]) => (text.includes(SECRET) ? [place] : []))
      return {
        isRight: leaks.length === 0 && seen.items.join() === 'OPEN,PAID',
        saw: [story(seen), ...leaks.map((leak) => `payload ${leak}`)].join(', '),
      }
    },
  },
  {
    fault: 'byte order mark first',
    right: 'event delivered',
    task: { limitMs: 3_000 },
    script: () => [events([`\ufeff${frame(1, 'PAID')}`])],
    judge: delivers('PAID'),
  },
  {
    fault: 'last event without its blank line',
    right: 'final status still delivered',
    task: { limitMs: 4_000 },
    script: () => [events([frame(1, 'OPEN'), frame(2, 'PAID').trimEnd()]), events([frame(2, 'PAID')])],
    judge: delivers('OPEN', 'PAID'),
  },
  {
    fault: 'endless line',
    right: 'typed error, growth < 16 MB',
    task: { limitMs: 8_000, watchesMemory: true },
    script: () => [endlessLine],
    judge: (seen) => ({
      isRight: seen.error?.isTyped === true && seen.grownMib < MOST_MIB,
      saw: `${story(seen)}, ${seen.grownMib.toFixed(0)} MiB held`,
    }),
  },
]
