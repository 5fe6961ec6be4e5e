import { WebhookVerificationError } from '../errors/error.js'
import type { Timers } from '../receiver/timers.js'
import type { VerifiedSignature } from '../signature/signature-check.js'
import { askStore, claimIn } from './handle-once.js'
import { digestOf } from './keys.js'
import type { DedupeStore } from './store.js'

/** Dependencies and settings of the replay protection. */
export interface ReplayContext {
  replay: DedupeStore | undefined
  timers: Timers
  /** How long a signature is valid, milliseconds. */
  replayTtlMs: number
  /** Whether a request is handled when the store fails. */
  processesWithoutStore: boolean
  report(error: unknown): Promise<void>
}

/**
 * Handles a request whose signature was not used before. The signature can be used again unless the answer is a success.
 *
 * The key of a signature is the signed time and body, so a header with other spaces, or without one of two `v1`, has the
 * same key.
 *
 * @throws WebhookVerificationError `replayed`, `store_unavailable`
 */
export async function unlessReplayed<Answer extends { status: number }>(
  context: ReplayContext,
  { signedAt, rawBody }: VerifiedSignature,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  const { replay, timers, replayTtlMs, report } = context
  if (!replay) return handle()
  const key = `replay ${signedAt / 1000} ${await digestOf(rawBody)}`
  const owner = crypto.randomUUID()
  const state = await claimIn(replay, timers, key, owner, replayTtlMs).catch(async (error: unknown) => {
    if (!context.processesWithoutStore) throw error
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
