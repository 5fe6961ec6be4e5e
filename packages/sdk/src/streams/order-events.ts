import type * as wire from '../generated/contract.gen.js'
import { TERMINAL } from '../generated/terminal.gen.js'
import { parseJson } from '../http/body.js'
import { type Order, withKind } from '../resources/order-kind.js'
import type { ServerSentEvent } from '../sse.js'
import { memberOf } from '../util/lookup.js'
import type { EventReader, StreamSource } from './stream-source.js'

/** One state of a streamed order. */
export interface OrderEvent {
  /** The order as it stood then. */
  readonly order: Order
  /** Whether the stream reconnected and may have missed states before this one. */
  readonly gap: boolean
  /** The id of the event, where the server gives one. */
  readonly eventId: string | undefined
}

function isTerminal(order: Order): boolean {
  return TERMINAL.includes(order.status)
}

/** Reads the order of an event; undefined for other data, which is never reported. */
function readOrder(data: string): Order | undefined {
  const value = parseJson(data)
  return typeof memberOf(value, 'status') === 'string' ? withKind(value as wire.Order) : undefined // fields may grow
}

/** An event id that a request header may carry. */
export const RESUMABLE = /^[ -~]{1,128}$/

/** Remembers the last state, so that a reconnected stream repeats nothing and reports gaps. */
class OrderReader implements EventReader<OrderEvent> {
  lastId: string | undefined
  #lastData: string | undefined
  #isAfterLoss = false

  open(): void {}

  lose(): void {
    this.#isAfterLoss = this.#lastData !== undefined
  }

  /** A repeated id after a loss also shows that nothing was missed; an equal state may have changed twice. */
  read({ id, data }: ServerSentEvent): OrderEvent | 'repeated' | 'unreadable' {
    const order = readOrder(data)
    if (!order) return 'unreadable'
    const step = versionOf(id) - versionOf(this.lastId)
    const isRepeat = Number.isNaN(step) ? data === this.#lastData : step === 0
    const gap = this.#isAfterLoss && step !== 1
    if (step < 0) return 'repeated'
    this.#isAfterLoss &&= isRepeat && (!id || id !== this.lastId)
    if (isRepeat) return 'repeated'
    if (id !== undefined) this.lastId = RESUMABLE.test(id) ? id : undefined
    this.#lastData = data
    return { order, gap, eventId: id || undefined }
  }

  isLast({ order }: OrderEvent): boolean {
    return isTerminal(order)
  }
}

/** An id as a version number; NaN for other ids. */
function versionOf(id: string | undefined): number {
  return /^\d{1,15}$/.test(id ?? '') ? Number(id) : Number.NaN
}

/** The stream of an order. */
export const orderSource = (id: string): StreamSource<OrderEvent> => ({
  operationId: 'streamOrderEvents',
  path: { id },
  reader: new OrderReader(),
})
