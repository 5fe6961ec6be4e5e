import type { Context } from '../../domain/context.js'
import { DomainError } from '../../domain/shared/errors.js'
import { instantOf } from '../../domain/shared/iso-time.js'
import {
  type EventCursor,
  type EventQuery,
  listEvents,
  readEventTypes,
} from '../../domain/webhooks/event-list.js'
import type { Handlers, Input } from '../handler.js'

/** A decoded cursor: the beginning of the last recovery in milliseconds, and the position. */
const CURSOR = /^(\d{1,15}) (\d{1,16})$/

export function eventHandlers(context: Context): Pick<Handlers, 'listEvents'> {
  return {
    listEvents: {
      access: 'read',
      async run(tx, { caller, query }) {
        const page = await listEvents(tx, context, caller, queryOf(query))
        // Parsed and written again, a body is the same byte for byte, because it was written by the same function.
        const events = page.events.map((event) => ({
          cursor: encode(event),
          payload: JSON.parse(event.body) as never, // stored from an object
        }))
        const cursor = encode(page.end)
        return {
          status: 200,
          body: { events, cursor, next: page.hasMore ? nextTarget(query, cursor) : null },
        }
      },
    },
  }
}

type ListQuery = Input<'listEvents'>['query']

function queryOf({ after, created_from: from, types, limit = 20 }: ListQuery): EventQuery {
  if (after !== undefined && from !== undefined)
    throw new DomainError('invalid_parameter', {
      parameter: 'created_from',
      detail: 'not together with after',
    })
  return {
    after: after === undefined ? undefined : decode(after),
    from: from === undefined ? undefined : instantOf(from),
    types: types === undefined ? undefined : readEventTypes(types),
    limit,
  }
}

function nextTarget({ types, limit = 20 }: ListQuery, cursor: string): string {
  const query = new URLSearchParams({
    limit: `${limit}`,
    after: cursor,
    ...(types !== undefined && { types }),
  })
  return `/v1/events?${query}`
}

const encode = ({ recovery, position }: EventCursor): string =>
  Buffer.from(`${recovery} ${position}`).toString('base64url')

/** @throws invalid_cursor */
function decode(text: string): EventCursor {
  const [, recovery, position] = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  if (recovery === undefined || position === undefined)
    throw new DomainError('invalid_cursor', { param: 'after', detail: 'must come from this list' })
  return { recovery: Number(recovery), position: Number(position) }
}
