import { type Channel, channel } from 'node:diagnostics_channel'

/**
 * Something that the server does and that a program in the same process can watch, with a pair of channels of
 * `node:diagnostics_channel`. Both get the same object, with more fields at the end. Without a subscriber it costs one
 * comparison.
 */
class Activity<Start extends object, End extends object> {
  private readonly started: Channel
  private readonly ended: Channel

  constructor(name: string) {
    this.started = channel(`merchantpay:${name}:start`)
    this.ended = channel(`merchantpay:${name}:end`)
  }

  /** @returns a function that reports the end; undefined without a subscriber */
  begin(facts: () => Start): ((result: End) => void) | undefined {
    if (!this.started.hasSubscribers && !this.ended.hasSubscribers) return undefined
    const message = facts()
    const startedAt = performance.now()
    this.started.publish(message)
    return (result) =>
      this.ended.publish(Object.assign(message, result, { durationMs: performance.now() - startedAt }))
  }
}

/** A request to an operation of the contract. `status` is null if the client went away before the answer. */
export const httpActivity = new Activity<
  { operationId: string; requestId: string; traceparent: string | undefined },
  { status: number | null }
>('http')

/** An attempt to deliver a webhook. `error` is null if it was delivered. */
export const webhookActivity = new Activity<
  { deliveryId: string; attempt: number; event: string; traceparent: string | undefined },
  { error: string | null }
>('webhook')

/** A tick of a worker. `handled` is the number of items; null if the tick failed. */
export const workerActivity = new Activity<{ worker: string }, { handled: number | null }>('worker')

/** A unit of work: its wait for the database, and its transaction. `error` is null if it was committed. */
export const databaseActivity = new Activity<
  { access: 'read' | 'write'; isWorkers: boolean },
  { error: unknown }
>('database')
