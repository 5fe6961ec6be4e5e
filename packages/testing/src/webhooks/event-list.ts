import { SAMPLE_EVENTS } from '@merchantpay/core/sample-events'
import type { ListedEvent } from '@merchantpay/sdk'
import type { Handlers, Input } from '../http/handler.js'
import { Refusal } from '../http/refusal.js'
import { isOf, type Scope } from '../scope.js'
import { isoTime, type World } from '../world.js'
import type { WebhookEvent } from './event.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LISTED_MS = 30 * DAY_MS
const PER_MS = 1_000
/** A decoded cursor: the last recovery, of which this service has none, and a position. */
const CURSOR = /^(\d{1,15}) (\d{1,16})$/

/** Appends an event to the list. */
export function number(world: World, { merchantId, environment }: Scope, event: WebhookEvent): void {
  const last = world.numbered.at(-1)?.position ?? 0
  const position = Math.max(last + 1, world.clock.now() * PER_MS)
  world.numbered.push({ merchantId, environment, event, position })
}

/** Makes the handler of the list of events. */
export function eventListHandlers(world: World): Pick<Handlers, 'listEvents'> {
  return {
    listEvents({ query, caller: { key } }) {
      const { limit = 20 } = query
      const types = query.types === undefined ? undefined : readTypes(query.types)
      const start = startOf(world, query)
      const found = world.numbered.filter(
        (one) => isOf(one, key) && one.position > start && (types?.includes(one.event.event) ?? true),
      )
      const page = found.slice(0, limit)
      const hasMore = found.length > limit
      const reached = page.at(-1)?.position ?? start
      const lately = (world.clock.now() - HOUR_MS) * PER_MS
      const cursor = encode(hasMore ? reached : Math.max(reached, lately))
      const events = page.map(
        ({ position, event }): ListedEvent => ({
          cursor: encode(position),
          payload: { ...event, data: { ...event.data } } as ListedEvent['payload'], // a copy of the same type
        }),
      )
      const next = hasMore ? nextTarget(query, cursor) : null
      return { status: 200, body: { events, cursor, next } }
    },
  }
}

type Query = Input<'listEvents'>['query']

/** The position after which a page begins. @throws Refusal invalid_cursor, invalid_parameter */
function startOf(world: World, { after, created_from: from }: Query): number {
  const oldest = world.clock.now() - LISTED_MS
  if (after === undefined) return Math.max(from === undefined ? 0 : Date.parse(from), oldest) * PER_MS - 1
  if (from !== undefined)
    throw new Refusal('invalid_parameter', { parameter: 'created_from', detail: 'not together with after' })
  const [, recovery, digits] = CURSOR.exec(decode(after)) ?? []
  const position = Number(digits)
  if (recovery !== '0')
    throw new Refusal('invalid_cursor', { param: 'after', detail: 'must come from this list' })
  if (position >= (oldest - DAY_MS) * PER_MS) return position
  const detail = 'events are kept for 30 days'
  throw new Refusal('invalid_cursor', { param: 'after', detail, readFrom: isoTime(oldest) })
}

/** @throws Refusal invalid_event_type */
function readTypes(text: string): string[] {
  const names = text.split(',')
  const isList = names.every((name) => Object.hasOwn(SAMPLE_EVENTS, name))
  if (isList && new Set(names).size === names.length) return names
  throw new Refusal('invalid_event_type', { param: 'types' })
}

function nextTarget({ types, limit = 20 }: Query, cursor: string): string {
  const query = new URLSearchParams({
    limit: `${limit}`,
    after: cursor,
    ...(types !== undefined && { types }),
  })
  return `/v1/events?${query}`
}

function encode(position: number): string {
  return btoa(`0 ${position}`).replace(/=+$/, '')
}

function decode(cursor: string): string {
  try {
    return atob(cursor)
  } catch {
    return ''
  }
}
