import type { Instant } from '../shared/types.js'
import type { AttemptedDelivery } from '../webhooks/webhook.js'

/** A message with its attempts. */
export interface QueuedItem {
  readonly id: string
  /** Attempts so far. */
  readonly attempts: number
}

/** Messages that wait to be sent by any server, each by one at a time. */
export interface SendQueue<Item extends QueuedItem> {
  /** Whether a message is due that no server has claimed. */
  hasDue(times: QueueTimes): Promise<boolean>
  /** Claims due messages until `until`, oldest first. */
  claim(times: QueueTimes & { until: Instant; limit: number }): Promise<Item[]>
  /** Records the outcome of an attempt and ends the claim. */
  record(after: AttemptedDelivery): Promise<void>
  /** Ends claims whose attempts do not count. */
  release(ids: readonly string[]): Promise<void>
}

/** Business time, and the claims that are valid: those that end after `real` and not after `latest`. */
export interface QueueTimes {
  readonly now: Instant
  readonly real: Instant
  readonly latest: Instant
}
