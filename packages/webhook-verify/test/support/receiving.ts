import { createTestClock } from '../../../testing/src/clock/test-clock.js'
import { memoryDedupe } from '../../src/dedupe/memory.js'
import { createReceiver as createNodeReceiver, type ReceiverOptions } from '../../src/index.node.js'
import { createReceiver as createWebReceiver } from '../../src/index.web.js'
import { BODY, headerOf, NOW, SECRET } from './webhooks.js'

/** Both builds of the package. */
export const builds = [
  { build: 'node', createReceiver: createNodeReceiver },
  { build: 'web', createReceiver: createWebReceiver },
]

type CreateReceiver = typeof createNodeReceiver

/** A body like `BODY`, of another event or about another order. */
export function bodyOf(event: string, data: object = {}): string {
  const { timestamp, data: usual } = JSON.parse(BODY) as { timestamp: string; data: object } // as written there
  return JSON.stringify({ event, timestamp, data: { ...usual, ...data } })
}

/** A receiver with a clock that tests move, and the events and errors that it saw. */
export function receiving(
  createReceiver: CreateReceiver,
  options: Partial<ReceiverOptions> = {},
  clock = createTestClock({ now: NOW }),
) {
  const store = memoryDedupe({ clock: clock.now })
  const handled: string[] = []
  const errors: unknown[] = []
  const receiver = createReceiver({
    secrets: SECRET,
    clock: clock.now,
    timers: clock,
    dedupe: store,
    on: { 'payment.confirmed': (event) => void handled.push(event.data.status) },
    onError: (error) => void errors.push(error),
    ...options,
  })
  /** Sends a body signed now, or `age` seconds ago. Resolves to status and body of the answer. */
  async function send(body: string = BODY, age = 0): Promise<string> {
    const seconds = Math.floor(clock.now() / 1000) - age
    const answer = await receiver.handle(body, { 'x-merchant-signature': headerOf(seconds, body) })
    return `${answer.status} ${answer.body}`
  }
  return { ...receiver, clock, store, handled, errors, send }
}

/** A promise and the functions that resolve and reject it. */
export function deferred<Value = void>() {
  let resolve: (value: Value) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<Value>((...settlers) => {
    ;[resolve, reject] = settlers
  })
  return { promise, resolve, reject }
}

export const RECEIVED = '200 {"received":true}'
export const DUPLICATE = '200 {"received":true,"duplicate":true}'
export const BUSY = '503 {"error":"in_progress"}'
export const FAILED = '500 {"error":"handler_failed"}'
export const STORE_DOWN = '503 {"error":"store_unavailable"}'
