import { isoTime } from '../shared/iso-time.js'
import { formatUsdt } from '../shared/money.js'
import type { Instant } from '../shared/types.js'
import type { AlertEvent } from '../webhooks/event-types.js'
import type { StoredItem } from './attention-item.js'

/** A message to the operator's receiver of alerts. */
export interface Alert {
  readonly id: string
  /** Id of the item's occurrence. */
  readonly itemId: string
  readonly event: AlertEvent
  /** The bytes of every attempt. */
  readonly body: string
  readonly createdAt: Instant
}

/** An alert that is claimed for an attempt. */
export interface ClaimedAlert extends Omit<Alert, 'createdAt'> {
  /** Attempts so far. */
  readonly attempts: number
}

/** Renders the body of an alert, which has the members of every webhook. */
export const alertBody = (event: AlertEvent, item: StoredItem, at: Instant): string =>
  JSON.stringify({
    event,
    timestamp: isoTime(at),
    data: {
      id: item.id,
      kind: item.kind,
      subject: item.subject,
      since: isoTime(item.sinceAt),
      amount: item.amount === null ? null : formatUsdt(item.amount),
      text: item.text,
      command: item.command,
    },
  })
