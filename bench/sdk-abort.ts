import { getEventListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { AbortError } from '@merchantpay/sdk'
import { PHASES, type Phase } from './faults/abort-phases.js'
import { type Lab, openLab } from './faults/lab.js'
import { quantile, type Result } from './rounds.js'

const ROUNDS = 21
const GOAL_MS = 20
/** After this long a connection counts as kept, milliseconds. */
const LATEST_MS = 2_000
const NANOS_PER_MS = 1_000_000

interface Given {
  /** Until the call has settled. */
  readonly settledMs: number
  /** Until its connection was gone at the server; absent where it may stay. */
  readonly closedMs: number | undefined
  /** What still listens to the caller's signal. */
  readonly listeners: number
}

/** Gives up in each phase of a call. */
export async function sdkAbort(): Promise<Result[]> {
  const results: Result[] = []
  for (const phase of PHASES) {
    const given: Given[] = []
    for (let round = 0; round <= ROUNDS; round += 1) given.push(await giveUp(phase))
    results.push(resultOf(phase, given.slice(1))) // the first one compiles
  }
  return results
}

async function giveUp({ name, script, endsConnection, enter }: Phase): Promise<Given> {
  const lab = await openLab(script)
  const controller = new AbortController()
  const reason = new Error('the bench gave up')
  try {
    const { running } = await enter(lab, controller.signal)
    const abortedAt = process.hrtime.bigint()
    const started = performance.now()
    controller.abort(reason)
    const error = await running.then(
      () => undefined,
      (cause: unknown) => cause,
    )
    const settledMs = performance.now() - started
    if (!(error instanceof AbortError) || error.cause !== reason) throw new Error(`no AbortError: ${name}`)
    const listeners = getEventListeners(controller.signal, 'abort').length
    const closedMs = endsConnection ? await closedAfterMs(lab, abortedAt) : undefined
    return { settledMs, closedMs, listeners }
  } finally {
    lab.stop()
  }
}

async function closedAfterMs({ received }: Lab, since: bigint): Promise<number> {
  const latest = performance.now() + LATEST_MS
  while (received[0]?.closedAt === undefined) {
    if (performance.now() > latest) return Number.POSITIVE_INFINITY
    await sleep(1)
  }
  return Number(received[0].closedAt - since) / NANOS_PER_MS
}

function resultOf({ name, endsConnection }: Phase, given: readonly Given[]): Result {
  const at = (share: number, of: (one: Given) => number) => quantile(given.map(of), share).toFixed(1)
  const settled = (one: Given) => one.settledMs
  const socket = endsConnection
    ? `socket gone after ${at(0.5, (one) => one.closedMs ?? 0)} ms`
    : 'no socket in use'
  const listeners = Math.max(...given.map((one) => one.listeners))
  return {
    what: `abort in phase ${name}`,
    value: `${at(0.5, settled)} ms`,
    spread: `p10 ${at(0.1, settled)}, p90 ${at(0.9, settled)}, ${given.length} rounds; ${socket}; listeners left: ${listeners}`,
    goal: `< ${GOAL_MS} ms, 0 listeners`,
  }
}
