import type { Scope } from '../scope.js'
import type { WebhookEvent } from './event.js'

/** An event in the order of what happened. */
export interface NumberedEvent extends Scope {
  readonly event: WebhookEvent
  /** Its time in microseconds, or one more than the position before it. */
  readonly position: number
}
