import { parseJson } from './body.js'
import type { Order } from './generated/contract.gen.js'
import { OPERATIONS } from './generated/operations.gen.js'
import { memberOf } from './member.js'
import type { ServerSentEvent } from './sse.js'

/** One state of a streamed order. */
export interface OrderEvent {
  /** The order as it stood then. */
  readonly order: Order
  /** Whether states before this one may have been missed while the stream reconnected. */
  readonly gap: boolean
  /** The id of the event, where the server gives one. */
  readonly eventId: string | undefined
}

/** Tells whether a stream ends with this order. */
export function isTerminal(order: Order): boolean {
  return OPERATIONS.streamOrderEvents.terminal.some((status) => status === order.status)
}

/** Reads the order of an event; undefined when it is none. What it holds instead is never reported. */
export function readOrder(data: string): Order | undefined {
  const value = parseJson(data)
  return typeof memberOf(value, 'status') === 'string' ? (value as Order) : undefined // fields may grow
}

/** What a request header may carry and what is worth carrying. */
const RESUMABLE = /^[ -~]{1,128}$/

/** Remembers what was delivered, so that a reconnected stream repeats nothing and admits what it missed. */
export class Delivered {
  /** The id to resume after; undefined where there is none that a request may carry. */
  lastId: string | undefined
  #lastData: string | undefined
  #isAfterLoss = false

  /** Notes that the connection was lost. */
  lose(): void {
    this.#isAfterLoss = this.#lastData !== undefined
  }

  /**
   * Notes an event and makes what the caller gets of it; undefined for one that repeats what was delivered.
   * A repeated id after a loss also shows that nothing was missed; an equal state may have come back.
   */
  accept({ id, data }: ServerSentEvent, order: Order): OrderEvent | undefined {
    const step = versionOf(id) - versionOf(this.lastId)
    const isRepeat = Number.isNaN(step) ? data === this.#lastData : step === 0
    const gap = this.#isAfterLoss && step !== 1
    if (step < 0) return undefined
    this.#isAfterLoss &&= isRepeat && (!id || id !== this.lastId)
    if (isRepeat) return undefined
    if (id !== undefined) this.lastId = RESUMABLE.test(id) ? id : undefined
    this.#lastData = data
    return { order, gap, eventId: id || undefined }
  }
}

/** An id as a number that can be compared; NaN for one that is none. */
function versionOf(id: string | undefined): number {
  return /^\d{1,15}$/.test(id ?? '') ? Number(id) : Number.NaN
}
