import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { MerchantPay } from '../../src/client.js'
import { AbortError } from '../../src/errors/errors.js'
import {
  type AbortPhase,
  CALL_PHASES,
  STREAM_PHASES,
  WAIT_PHASES,
  watchClient,
} from '../support/abort-phases.js'
import { client, loopback, rejection } from '../support/loopback.js'
import { requireClosed, until } from '../support/progress.js'
import { requireNothingLeft } from '../support/proof/shared-signal.js'

/** Ten times what a quiet machine is held to. */
const AT_ONCE_MS = 200

type Start = (mp: MerchantPay, signal: AbortSignal) => PromiseLike<unknown>

const CALLS: Record<string, Start> = {
  'a read': (mp, signal) => mp.orders.get('o1', { signal }),
  'a creation that is never repeated': (mp, signal) => mp.apiKeys.create({ environment: 'test' }, { signal }),
  raw: (mp, signal) => mp.raw.GET('/v1/merchants/me', { signal }),
}

/** Starts something, aborts it in its phase, and holds it to end at once and to leave nothing behind. */
async function abortIn({ answer, rateLimit, isThere }: AbortPhase, start: Start) {
  const { seen, ...server } = await loopback(answer)
  const { options, ...view } = watchClient()
  const mp = client(server, rateLimit ? { ...options, rateLimit } : options)
  // Only one may be under way, so what is aborted has to queue.
  if (rateLimit) await mp.orders.get('o0')
  const controller = new AbortController()
  const { signal } = controller
  const ended = rejection(start(mp, signal))
  await until(() => isThere({ seen, ...view }))
  const { length } = seen
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  const startedAt = performance.now()
  controller.abort(new Error('closing time'))
  const error = await ended
  expect(performance.now() - startedAt).toBeLessThan(AT_ONCE_MS)
  expect(error).toBeInstanceOf(AbortError)
  expect(error).toHaveProperty('cause', signal.reason)
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  return { mp, error, seen, length }
}

describe.each(Object.entries(CALL_PHASES))('in the phase "%s" an abort', (_, phase) => {
  it.each(Object.entries(CALLS))('ends %s at once, and closes its socket', async (_, call) => {
    const { mp, error, seen } = await abortIn(phase, call)
    expect(error).toMatchObject({ outcome: phase.isSent ? 'unknown' : 'not_processed' })
    if (phase.isSent) await requireClosed(seen)
    expect(seen).toHaveLength(1)
    if (phase.rateLimit) expect(mp.rateLimit).toMatchObject({ queued: 0 })
  })
})

it.each(Object.entries(STREAM_PHASES))('an abort of a stream while %s ends it at once', async (_, phase) => {
  const { seen } = await abortIn(phase, async (mp, signal) => {
    for await (const _ of mp.orders.stream('o1', { signal }));
  })
  await requireClosed(seen)
  expect(seen).toHaveLength(1)
})

it.each(Object.entries(WAIT_PHASES))('an abort of a wait while %s ends it at once', async (_, phase) => {
  const { seen, length } = await abortIn(phase, (mp, signal) => mp.orders.waitForPaid('o1', { signal }))
  await requireClosed(seen)
  expect(seen).toHaveLength(length)
})

it('many calls on one signal share a listener, and leave no listener, socket or timer', async () => {
  await requireNothingLeft(200)
})
