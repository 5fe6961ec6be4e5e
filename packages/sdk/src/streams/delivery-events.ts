import type { TestDelivery } from '../generated/contract.gen.js'
import { parseJson } from '../http/body.js'
import type { ServerSentEvent } from '../sse.js'
import { check } from '../util/checks.js'
import { memberOf } from '../util/lookup.js'
import { RESUMABLE } from './order-events.js'
import type { EventReader, StreamSource } from './stream-source.js'

/** A webhook of the test environment. */
export interface DeliveryEvent {
  /** The request of a receiver: post its `body`, unchanged, with its `headers`. */
  readonly delivery: TestDelivery
  /** Whether the stream could not resume where it was, and may have missed webhooks before this one. */
  readonly gap: boolean
  /** The `lastEventId` that a later stream resumes after. */
  readonly eventId: string | undefined
}

/** How far back a stream resumes, milliseconds. */
const RESUMABLE_MS = 24 * 3_600_000

/** Reads the deliveries of a stream. */
class DeliveryReader implements EventReader<DeliveryEvent> {
  lastId: string | undefined
  #isAfterLoss = false
  #isAfterGap = false

  /** @throws UsageError for an id that no header can carry */
  constructor(lastEventId: string | undefined) {
    const isRight = lastEventId === undefined || RESUMABLE.test(lastEventId)
    check('lastEventId', isRight, '1 to 128 printable ASCII characters')
    this.lastId = lastEventId
  }

  /** Before the first message a reconnection resumes at the time of the first connection, so that nothing is lost. */
  open(date: number): void {
    // An id begins with a time. A stream that resumes after an id without one begins with the next webhook.
    const since = Number.parseInt(this.lastId ?? '', 10)
    const isFresh = this.lastId === undefined && !this.#isAfterLoss
    this.#isAfterGap ||= !isFresh && (Number.isNaN(since) || date - since > RESUMABLE_MS)
    if (date >= 0) this.lastId ??= `${date}`
  }

  lose(): void {
    this.#isAfterLoss = true
  }

  read({ id, data }: ServerSentEvent): DeliveryEvent | 'unreadable' {
    const value = parseJson(data)
    const isDelivery = ['delivery_id', 'body'].every((name) => typeof memberOf(value, name) === 'string')
    if (!isDelivery) return 'unreadable'
    if (id !== undefined) this.lastId = RESUMABLE.test(id) ? id : undefined
    const gap = this.#isAfterGap
    this.#isAfterGap = false
    return { delivery: value as TestDelivery, gap, eventId: id || undefined } // fields may grow
  }

  isLast(): boolean {
    return false
  }
}

/** The stream of deliveries. @throws UsageError for an id that no header can carry */
export const deliverySource = (lastEventId: string | undefined): StreamSource<DeliveryEvent> => ({
  operationId: 'streamTestDeliveries',
  reader: new DeliveryReader(lastEventId),
})
