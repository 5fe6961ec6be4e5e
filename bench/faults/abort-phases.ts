import { setImmediate as turn } from 'node:timers/promises'
import { type ClientOptions, MerchantPay } from '@merchantpay/sdk'
import { TEST_KEY } from '../peers/clients/merchantpay.js'
import { type Answer, type Lab, refusal, success } from './lab.js'

/** A phase in which a caller may give up. */
export interface Phase {
  readonly name: string
  readonly script: readonly Answer[]
  /** Whether giving up must cost the connection. */
  readonly endsConnection: boolean
  /** Starts what is given up, and resolves once the phase is reached. */
  enter(lab: Lab, signal: AbortSignal): Promise<Entered>
}

/** What is under way; it ends when the signal is aborted. Wrapped, since awaiting it would wait for its end. */
export interface Entered {
  readonly running: PromiseLike<unknown>
}

const open = ({ origin }: Lab, options: ClientOptions = {}) =>
  new MerchantPay({ baseUrl: origin, ...TEST_KEY, rateLimit: false, ...options })

async function until(condition: () => unknown): Promise<void> {
  while (!condition()) await turn()
}

/** A `fetch` that tells when the head of an answer is here. */
function watchHead() {
  let heads = 0
  const fetch: typeof globalThis.fetch = async (...args) => {
    const response = await globalThis.fetch(...args)
    heads += 1
    return response
  }
  const arrived = async () => {
    await until(() => heads > 0)
    await turn() // by now its body is being read
  }
  return { fetch, arrived }
}

const silence: Answer = () => {}

const stall: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"id":')
}

const openStream: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(`id: 1\ndata: {"id":"o1","status":"OPEN"}\n\n`)
}

export const PHASES: readonly Phase[] = [
  {
    name: 'queue',
    script: [success],
    endsConnection: false,
    enter: async (lab, signal) => {
      const mp = open(lab, { rateLimit: { limit: 1, windowMs: 60_000 } })
      await mp.orders.get('o1')
      const running = mp.orders.get('o1', { signal })
      await until(() => mp.rateLimit?.queued === 1)
      return { running }
    },
  },
  {
    name: 'backoff',
    script: [refusal(503, 'service unavailable', '30')],
    endsConnection: false,
    enter: async (lab, signal) => {
      let waits = 0
      const mp = open(lab, { onEvent: ({ type }) => (waits += type === 'retry' ? 1 : 0) })
      const running = mp.orders.get('o1', { signal })
      await until(() => waits > 0)
      return { running }
    },
  },
  {
    name: 'request',
    script: [silence],
    endsConnection: true,
    enter: async (lab, signal) => {
      const running = open(lab).orders.get('o1', { signal })
      await until(() => lab.received.length > 0)
      return { running }
    },
  },
  {
    name: 'body',
    script: [stall],
    endsConnection: true,
    enter: async (lab, signal) => {
      const head = watchHead()
      const running = open(lab, head).orders.get('o1', { signal })
      await head.arrived()
      return { running }
    },
  },
  {
    name: 'stream',
    script: [openStream],
    endsConnection: true,
    enter: async (lab, signal) => {
      const events = open(lab).orders.stream('o1', { signal })
      await events.next()
      return { running: events.next() }
    },
  },
  {
    name: 'wait',
    script: [openStream],
    endsConnection: true,
    enter: async (lab, signal) => {
      const head = watchHead()
      const running = open(lab, head).orders.waitForPaid('o1', { signal })
      await head.arrived()
      return { running }
    },
  },
]
