import { withCaller } from '../errors/caller.js'
import { ApiError, ConnectionError, TimeoutError } from '../errors/errors.js'
import type {
  EventType,
  PaymentConfirmedEvent,
  PaymentExpiredEvent,
  PaymentFrozenEvent,
  PaymentOverpaidEvent,
  PaymentUnderpaidEvent,
  WithdrawalCompletedEvent,
  WithdrawalFailedEvent,
} from '../generated/contract.gen.js'
import { CallPromise, type CallResult } from '../http/call-promise.js'
import type { RequestOptions } from '../http/request-options.js'
import { send } from '../http/send.js'
import type { Settings } from '../options.js'
import type { Priority } from '../rate-limit/rate-limiter.js'
import { isRefusal, restMs } from '../streams/polling-errors.js'
import { checkObject, checkPositive } from '../util/checks.js'
import { sleep } from '../util/sleep.js'

/** The body of a webhook. A later version of the service may list events of other names. */
export type EventPayload =
  | PaymentConfirmedEvent
  | PaymentExpiredEvent
  | PaymentUnderpaidEvent
  | PaymentFrozenEvent
  | PaymentOverpaidEvent
  | WithdrawalCompletedEvent
  | WithdrawalFailedEvent

/** An event of the list. */
export interface ListedEvent {
  /** The list after this event, for `after`. Store it once the event is handled. */
  readonly cursor: string
  /** The body of its webhook. */
  readonly payload: EventPayload
}

/** One page of the list. */
export interface EventPage {
  /** Oldest first. */
  readonly events: readonly ListedEvent[]
  /** The list after this page, for `after`, also of a page without events. */
  readonly cursor: string
  /** Target of the next page; null where the list has reached the present. */
  readonly next: string | null
}

/** Options of a list of events. */
export interface EventListOptions extends RequestOptions {
  /** Begins after this cursor. Default: with the oldest event that is kept. */
  readonly after?: string | undefined
  /** Begins at this time of RFC 3339, in place of `after`. */
  readonly created_from?: string | undefined
  /** Events of these types. Default: all. */
  readonly types?: readonly EventType[] | undefined
  /** Events per page, 1 to 100. Default: 20 for one awaited page, 100 for an iteration. */
  readonly limit?: number | undefined
}

/** Options of a reader that follows the events. */
export interface EventFollowOptions extends EventListOptions {
  /** How long to wait at the present before the next request, milliseconds. Default: 10 seconds. */
  readonly everyMs?: number | undefined
}

/** The events of orders and withdrawals. */
export interface Events {
  /**
   * Lists the webhook events of the last 30 days in the order in which they were stored: one page when it is awaited, all up
   * to the present when it is iterated. None is missing, whether or not an endpoint exists or has answered.
   *
   * @throws ApiError `invalid_cursor` for one that is older than 30 days, or than a restore of the service. Go on from the time
   * in its `readFrom`, as `created_from`, and de-duplicate
   *
   * @example
   * let after: string | undefined // from the database of the shop
   * for await (const { cursor, payload } of mp.events.list({ after })) {
   *   console.log(payload.event)
   *   after = cursor
   * }
   */
  list(options?: EventListOptions): EventLister

  /**
   * As `list`, and goes on with later events until the loop is left. It outlasts failures of the connection, and goes on by
   * itself after `invalid_cursor`: events may come twice then.
   *
   * @throws ApiError when it is refused; AbortError on abort
   *
   * @example
   * await mp.testHelpers.simulateOrder(order.id, { action: 'expire' })
   * for await (const { payload } of mp.events.follow()) {
   *   console.log(payload.event)
   *   break
   * }
   */
  follow(options?: EventFollowOptions): AsyncIterableIterator<ListedEvent>
}

/** How long a reader waits at the present. */
const EVERY_MS = 10_000

type Load = (options: EventListOptions, priority: Priority) => Promise<CallResult<EventPage>>

/** A list of events, oldest first. Awaiting it requests one page; each iteration requests all, up to the present. */
export class EventLister extends CallPromise<EventPage> implements AsyncIterable<ListedEvent> {
  override readonly [Symbol.toStringTag]: string = 'EventLister'
  readonly #pages: () => AsyncGenerator<EventPage, void, undefined>

  constructor(page: () => Promise<CallResult<EventPage>>, pages: EventLister['pages']) {
    let requested: Promise<CallResult<EventPage>> | undefined
    super(() => {
      requested ??= page()
      return requested
    })
    this.#pages = pages
  }

  /** Iterates by pages, whose `cursor` advances even where nothing happened. */
  pages(): AsyncGenerator<EventPage, void, undefined> {
    return this.#pages()
  }

  /** Iterates over all events. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ListedEvent, void, undefined> {
    for await (const { events } of this.#pages()) yield* events
  }
}

/** Makes the resource. */
export function createEvents(settings: Settings): Events {
  const load: Load = async (options, priority) => {
    checkObject(options)
    const { after, created_from, types, limit, ...rest } = options
    const query = { after, created_from, types: types && `${types}`, limit }
    const read = (page: object) => page as EventPage // the contract types the data of payloads no further
    return send(settings, 'listEvents', { query, priority }, rest, read).withResponse()
  }
  return {
    list(options = {}) {
      const caller = new Error() // captured here: the stack of an awaited promise no longer shows the caller
      const page = () => withStack(caller, () => load(options, 'read'))
      return new EventLister(page, () => pagesOf(load, options, caller))
    },
    follow(options = {}) {
      return followed(settings, load, options, new Error())
    },
  }
}

async function* pagesOf(
  load: Load,
  options: EventListOptions,
  caller: Error,
): AsyncGenerator<EventPage, void, undefined> {
  let { after, created_from }: EventListOptions = Object(options) // sending refuses options that are no object
  for (let priority: Priority = 'read'; ; priority = 'background') {
    const { data } = await withStack(caller, () =>
      load({ limit: 100, ...options, after, created_from }, priority),
    )
    yield data
    if (data.next === null) return
    after = data.cursor
    created_from = undefined
  }
}

async function* followed(
  settings: Settings,
  load: Load,
  { everyMs = EVERY_MS, ...options }: EventFollowOptions,
  caller: Error,
): AsyncGenerator<ListedEvent, void, undefined> {
  checkPositive('everyMs', everyMs)
  let from: Pick<EventListOptions, 'after' | 'created_from'> = options
  for (;;) {
    let wait = everyMs
    try {
      for await (const page of pagesOf(load, { ...options, ...from }, caller)) {
        yield* page.events
        from = { after: page.cursor, created_from: undefined }
      }
    } catch (error) {
      const readFrom = error instanceof ApiError ? error.readFrom : undefined
      if (readFrom === undefined && !mayPass(error)) throw error
      if (readFrom !== undefined) from = { after: undefined, created_from: readFrom }
      wait = Math.max(everyMs, restMs(error))
    }
    await sleep(settings.clock, wait, options.signal)
  }
}

/** Whether another request may succeed. */
function mayPass(error: unknown): boolean {
  const isLost = error instanceof ConnectionError || error instanceof TimeoutError
  return isLost || (error instanceof ApiError && !isRefusal(error))
}

async function withStack<T>(caller: Error, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw withCaller(error, caller)
  }
}
