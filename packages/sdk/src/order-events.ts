import type { Order } from './generated/contract.gen.js'
import { OPERATIONS } from './generated/operations.gen.js'
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

const TERMINAL = new Set<string>(OPERATIONS.streamOrderEvents.terminal)
const VERSION = /^\d{1,15}$/

/** Tells whether a stream ends with this order. */
export function isTerminal(order: Order): boolean {
  return TERMINAL.has(order.status)
}

/** Reads the order of an event; undefined when it is none. What it holds instead is never reported. */
export function readOrder(data: string): Order | undefined {
  try {
    const value: unknown = JSON.parse(data)
    const isOrder = typeof value === 'object' && value !== null && 'status' in value
    return isOrder && typeof value.status === 'string' ? (value as Order) : undefined // fields may grow
  } catch {
    return undefined
  }
}

/** Remembers what was delivered, so that a reconnected stream repeats nothing and admits what it missed. */
export class Delivered {
  #lastId: string | undefined
  #lastData: string | undefined
  #isAfterReconnect = false

  /** The id to resume after; undefined before the first. */
  get lastEventId(): string | undefined {
    return this.#lastId
  }

  /** Notes that the connection was lost. */
  reconnect(): void {
    this.#isAfterReconnect = this.#lastData !== undefined
  }

  /**
   * Tells whether an event repeats what was delivered. Repeating it after a reconnect also shows that
   * nothing was missed.
   */
  isRepeat(event: ServerSentEvent): boolean {
    const last = versionOf(this.#lastId)
    const next = versionOf(event.id)
    const areVersions = last !== undefined && next !== undefined
    if (areVersions ? next === last : event.data === this.#lastData) {
      this.#isAfterReconnect = false
      return true
    }
    return areVersions && next < last
  }

  /** Notes a new event and makes what the caller gets of it. */
  accept(event: ServerSentEvent, order: Order): OrderEvent {
    const last = versionOf(this.#lastId)
    const isSuccessor = last !== undefined && versionOf(event.id) === last + 1
    const gap = this.#isAfterReconnect && !isSuccessor
    this.#lastId = event.id || this.#lastId
    this.#lastData = event.data
    this.#isAfterReconnect = false
    return { order, gap, eventId: event.id || undefined }
  }
}

function versionOf(id: string | undefined): number | undefined {
  return id !== undefined && VERSION.test(id) ? Number(id) : undefined
}
