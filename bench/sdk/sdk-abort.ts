import { getEventListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { AbortError, MerchantPay } from '@merchantpay/sdk'
import {
  type AbortPhase,
  CALL_PHASES,
  STREAM_PHASES,
  WAIT_PHASES,
  watchClient,
} from '../../packages/sdk/test/support/abort-phases.js'
import { type Received, startPeer } from '../../packages/sdk/test/support/peer.js'
import { until } from '../../packages/sdk/test/support/progress.js'
import { quantile, type Result } from '../lib/rounds.js'
import { sized } from '../lib/sized.js'
import { TEST_KEY } from './peers/clients/merchantpay.js'

const ROUNDS = sized(21, 1)
const GOAL_MS = 20
/** The time after which a connection counts as still open, milliseconds. */
const LATEST_MS = 2_000
const NANOS_PER_MS = 1_000_000

type Start = (mp: MerchantPay, signal: AbortSignal) => PromiseLike<unknown>

interface Measured {
  /** From the abort to the end of the call, milliseconds. */
  readonly endedMs: number
  /** From the abort to the end of its connection at the server, milliseconds; undefined where none was in use. */
  readonly closedMs: number | undefined
  /** Listeners left on the caller's signal. */
  readonly listeners: number
}

const SUBJECTS: readonly (readonly [string, Readonly<Record<string, AbortPhase>>, Start])[] = [
  ['call', CALL_PHASES, (mp, signal) => mp.orders.get('o1', { signal })],
  ['stream', STREAM_PHASES, (mp, signal) => drain(mp.orders.stream('o1', { signal }))],
  ['wait', WAIT_PHASES, (mp, signal) => mp.orders.waitForPaid('o1', { signal })],
]

/** Aborts a call, a stream and a wait in each of their phases. */
export async function sdkAbort(): Promise<Result[]> {
  const results: Result[] = []
  for (const [subject, phases, start] of SUBJECTS) {
    for (const [name, phase] of Object.entries(phases)) {
      const given: Measured[] = []
      for (let round = 0; round <= ROUNDS; round += 1) given.push(await abortOnce(phase, start))
      results.push(resultOf(`${subject}, ${name}`, given.slice(1))) // the first one compiles
    }
  }
  return results
}

async function abortOnce(
  { answer, rateLimit, isSent, isThere }: AbortPhase,
  start: Start,
): Promise<Measured> {
  const { url: baseUrl, seen, stop } = await startPeer(answer)
  const { options, ...view } = watchClient()
  const mp = new MerchantPay({ baseUrl, ...TEST_KEY, ...options, rateLimit: rateLimit ?? false })
  const controller = new AbortController()
  const reason = new Error('the bench aborts')
  try {
    if (rateLimit) await mp.orders.get('o0')
    const ended = start(mp, controller.signal).then(
      () => undefined,
      (cause: unknown) => cause,
    )
    await until(() => isThere({ seen, ...view }))
    const abortedAt = process.hrtime.bigint()
    const started = performance.now()
    controller.abort(reason)
    const error = await ended
    const endedMs = performance.now() - started
    if (!(error instanceof AbortError) || error.cause !== reason) throw new Error(`no AbortError: ${error}`)
    const listeners = getEventListeners(controller.signal, 'abort').length
    const closedMs = isSent ? await closedAfterMs(seen.at(-1), abortedAt) : undefined
    return { endedMs, closedMs, listeners }
  } finally {
    stop()
  }
}

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}

async function closedAfterMs(request: Received | undefined, since: bigint): Promise<number> {
  const latest = performance.now() + LATEST_MS
  while (request?.closedAt === undefined) {
    if (performance.now() > latest) return Number.POSITIVE_INFINITY
    await sleep(1)
  }
  return Number(request.closedAt - since) / NANOS_PER_MS
}

function resultOf(name: string, given: readonly Measured[]): Result {
  const quantileOf = (share: number, values: readonly number[]) => quantile([...values], share).toFixed(1)
  const ended = given.map(({ endedMs }) => endedMs)
  const closed = given.flatMap(({ closedMs }) => closedMs ?? [])
  const socket = closed.length > 0 ? `socket gone after ${quantileOf(0.5, closed)} ms` : 'no socket in use'
  const listeners = Math.max(...given.map((one) => one.listeners))
  return {
    what: `abort of a ${name}`,
    value: `${quantileOf(0.5, ended)} ms`,
    spread: `p10 ${quantileOf(0.1, ended)}, p90 ${quantileOf(0.9, ended)}, ${given.length} rounds; ${socket}; listeners left: ${listeners}`,
    goal: `< ${GOAL_MS} ms, 0 listeners`,
  }
}
