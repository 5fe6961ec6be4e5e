import { WebhookVerificationError } from '../errors/error.js'
import type { Timers } from '../receiver/timers.js'
import type { VerifiedSignature } from '../signature/signature-check.js'
import { askStore, claimIn } from './handle-once.js'
import { digestOf } from './keys.js'
import type { DedupeStore } from './store.js'

/** What the protection against replays takes. */
export interface ReplayPorts {
  replay: DedupeStore | undefined
  timers: Timers
  /** How long a signature stays usable, milliseconds. */
  replayTtlMs: number
  /** Whether a request is taken when the store cannot be asked. */
  processesWithoutStore: boolean
  report(error: unknown): Promise<void>
}

/**
 * Handles a request whose signature was not used before. The signature stays usable when the answer is no success.
 *
 * A signature is known by what it covers, time and body, so a header that is spaced anew, or that has lost one of two
 * `v1`, is still the same.
 *
 * @throws replayed, store_unavailable
 */
export async function unlessReplayed<Answer extends { status: number }>(
  ports: ReplayPorts,
  { signedAt, rawBody }: VerifiedSignature,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  const { replay, timers, replayTtlMs, report } = ports
  if (!replay) return handle()
  const key = `replay ${signedAt / 1000} ${await digestOf(rawBody)}`
  const owner = crypto.randomUUID()
  const state = await claimIn(replay, timers, key, owner, replayTtlMs).catch(async (error: unknown) => {
    if (!ports.processesWithoutStore) throw error
    await report(error)
    return 'claimed'
  })
  if (state !== 'claimed') throw new WebhookVerificationError('replayed', 'this signature was used before')
  let isDone = false
  try {
    const answer = await handle()
    isDone = answer.status === 200
    return answer
  } finally {
    if (!isDone) await askStore(timers, 'release', () => replay.release(key, owner)).catch(report)
  }
}
