import type { Context } from '../context.js'
import { DomainError } from '../shared/errors.js'
import { EVENT_RETENTION_MS, HOUR_MS, LISTED_EVENTS_MS } from '../shared/policy.js'
import type { Instant, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { type ListedEvent, positionAt, timeOfPosition } from './event-position.js'
import { EVENT_TYPES, type EventType } from './event-types.js'

/** A place in the list of events. */
export interface EventCursor {
  /** When the last recovery began, 0 without one. Events that were listed before it may be lost, and their positions given again. */
  readonly recovery: Instant
  readonly position: number
}

export interface EventQuery {
  /** Undefined to begin at `from`. */
  readonly after: EventCursor | undefined
  /** Undefined to begin with the oldest event that is kept. */
  readonly from: Instant | undefined
  /** Undefined for all. */
  readonly types: readonly EventType[] | undefined
  readonly limit: number
}

export interface EventPage {
  readonly events: readonly (EventCursor & ListedEvent)[]
  readonly end: EventCursor
  readonly hasMore: boolean
}

/**
 * Lists events in the order of their commits, oldest first. An event is numbered after its commit, so none is added before
 * one that was listed.
 *
 * @throws invalid_cursor for one that is older than the events that are kept, or than the last recovery
 */
export async function listEvents(
  tx: Tx,
  context: Context,
  scope: Scope,
  { after, from, types, limit }: EventQuery,
): Promise<EventPage> {
  const now = context.clock.now()
  const recovery = (await tx.recoveries.findLast())?.begunAt ?? 0
  // Before the events: those that are numbered meanwhile are left to the next page.
  const last = await tx.eventList.findLastPosition()
  if (after) requireKept(after, { recovery, now })
  const start = after?.position ?? positionAt(Math.max(from ?? 0, now - LISTED_EVENTS_MS)) - 1
  const found = await tx.eventList.list(scope, { after: start, upTo: last, types, limit: limit + 1 })
  const events = found.slice(0, limit).map((event) => ({ ...event, recovery }))
  const hasMore = found.length > limit
  const reached = events.at(-1)?.position ?? start
  // The cursor of a merchant without events keeps up with the time, which tells nothing of the events of others.
  const position = hasMore ? reached : Math.max(reached, Math.min(last, positionAt(now - HOUR_MS)))
  return { events, end: { recovery, position }, hasMore }
}

function requireKept(
  { recovery, position }: EventCursor,
  present: { readonly recovery: Instant; readonly now: Instant },
): void {
  const isKept = position >= positionAt(present.now - EVENT_RETENTION_MS)
  if (recovery === present.recovery && isKept) return
  // An hour more: an event may have been committed without a position when the restored backup was made.
  const readFrom = Math.max(present.now - LISTED_EVENTS_MS, timeOfPosition(position) - HOUR_MS)
  const detail = isKept ? 'the service was restored since' : 'events are kept for 30 days'
  throw new DomainError('invalid_cursor', { param: 'after', detail, readFrom })
}

/** Reads types that commas separate. @throws invalid_event_type for an unknown or a repeated one */
export function readEventTypes(text: string): EventType[] {
  const names = text.split(',')
  const types = EVENT_TYPES.filter((type) => names.includes(type))
  if (types.length === names.length) return types
  throw new DomainError('invalid_event_type', { param: 'types' })
}
