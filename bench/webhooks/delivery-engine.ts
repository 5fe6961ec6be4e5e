/**
 * The delivery engine alone, or a client without a queue in its place, for the benches `deliveries` and `isolation`. Prints
 * the figures of a run. The argument is an {@link EngineRun}.
 */

import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext } from 'node:tls'
import type { Context } from '../../packages/server/src/domain/context.js'
import { DELIVERY_LEASE_MARGIN_MS } from '../../packages/server/src/domain/shared/policy.js'
import { fanOut } from '../../packages/server/src/domain/webhooks/webhook-deliveries.js'
import { issueWebhookSecret } from '../../packages/server/src/domain/webhooks/webhook-secrets.js'
import { systemClock } from '../../packages/server/src/runtime/clock.js'
import { systemIds } from '../../packages/server/src/runtime/ids.js'
import { openStore } from '../../packages/server/src/storage/open.js'
import { webhookDispatcher } from '../../packages/server/src/workers/webhooks/webhook-dispatcher.js'
import { createWebhookSender } from '../../packages/server/src/workers/webhooks/webhook-sender.js'
import { WorkerLoop } from '../../packages/server/src/workers/worker.js'
import { contextAt, policyWith } from '../../packages/server/test/support/domain/context.js'
import { merchant } from '../../packages/server/test/support/storage/store-rows.js'
import type { Sample } from '../lib/rounds.js'

export interface EngineRun {
  readonly kind: 'queue' | 'no queue'
  readonly folder: string
  readonly caFile: string
  /** The targets, which take turns. */
  readonly urls: readonly string[]
  readonly deliveries: number
  /** The rate of new events while the engine runs. Without it all events exist before the start. */
  readonly perSecond?: number
  /** A URL without an answer. The run does not wait for its deliveries. */
  readonly blackHole?: string
  /** Events that are sent at once before the measurement, to compile code and open connections. */
  readonly warmUp: number
}

const BODY_BYTES = 1_024
const AT_ONCE = 64
const TIMEOUT_MS = 10_000
/** Grace period for attempts in flight, without those to a black hole. */
const LAST_ONES_MS = 500
const ENQUEUED_AT_ONCE = 200
const SCOPE = { merchantId: 'shop', environment: 'test' } as const

/** A body with its creation time, from which the receiver computes the latency. */
function bodyOf(): string {
  const madeAt = performance.timeOrigin + performance.now()
  const head = `{"made_at":${madeAt.toFixed(3)},"filler":"`
  return `${head}${'x'.repeat(BODY_BYTES - head.length - 2)}"}`
}

async function measured(deliveries: number, work: () => Promise<void>): Promise<Sample> {
  const cpu = process.cpuUsage()
  const since = performance.now()
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return {
    perSecond: (deliveries * 1_000) / (performance.now() - since),
    cpuMicros: (user + system) / deliveries,
  }
}

async function runQueue(run: EngineRun): Promise<Sample> {
  const { folder, caFile, urls, deliveries, warmUp, perSecond, blackHole } = run
  let wake = (): void => undefined
  const store = await openStore({
    database: { engine: 'sqlite', file: join(folder, 'deliveries.db') },
    now: Date.now(),
    onCommit: (committed) => committed.deliveries && wake(),
    onDamage: fail,
  })
  const context: Context = {
    ...contextAt(systemClock),
    ids: systemIds(systemClock),
    policy: policyWith('127.0.0.0/8'),
  }
  await store.write(async (tx) => {
    await tx.merchants.insert(merchant(SCOPE.merchantId))
    await issueWebhookSecret(tx, context, SCOPE)
  })
  const enqueue = (n: number, to = urls) => {
    const event = {
      id: context.ids.uuid(),
      ...SCOPE,
      event: 'payment.confirmed',
      subject: `order-${n}`,
    } as const
    return store.write((tx) =>
      fanOut(tx, context, [
        { event: { ...event, body: bodyOf(), createdAt: Date.now() }, ownUrl: to[n % to.length] ?? '' },
      ]),
    )
  }
  const post = createWebhookSender({
    timeoutMs: TIMEOUT_MS,
    isAddressAllowed: (address) => address === '127.0.0.1',
    secureContext: createSecureContext({ ca: readFileSync(caFile) }),
    userAgent: 'bench',
  })
  let left = 0
  let allStarted = (): void => undefined
  const dispatcher = webhookDispatcher(store.forWorkers(), context, {
    owner: 'bench',
    leaseMs: TIMEOUT_MS + DELIVERY_LEASE_MARGIN_MS,
    onAttemptEnded: () => wake(),
    onError: fail,
    send: (...attempt) => {
      if (attempt[0].url !== blackHole) left -= 1
      if (left === 0) allStarted()
      return post(...attempt)
    },
  })
  /** Waits until every delivery outside of the black hole is sent. */
  const deliver = async (count: number, enqueueing?: () => Promise<void>) => {
    left = count
    const all = new Promise<void>((resolve) => {
      allStarted = resolve
    })
    const loop = new WorkerLoop(dispatcher, { debug: () => undefined, error: fail }, () => performance.now())
    wake = () => loop.wake()
    await enqueueing?.()
    await all
    await loop.stop()
    await dispatcher.drain(blackHole === undefined ? TIMEOUT_MS : LAST_ONES_MS)
  }
  const answering = urls.filter((url) => url !== blackHole)
  await enqueueAll(warmUp, (n) => enqueue(n, answering))
  await deliver(warmUp)
  if (perSecond === undefined) await enqueueAll(deliveries, enqueue)
  const awaited = Array.from({ length: deliveries }, (_, n) => urls[n % urls.length]).filter(
    (url) => url !== blackHole,
  ).length
  const sample = await measured(deliveries, () =>
    deliver(
      awaited,
      perSecond === undefined ? undefined : () => enqueuePaced(deliveries, perSecond, enqueue),
    ),
  )
  await store.close()
  return sample
}

async function enqueueAll(deliveries: number, enqueue: (n: number) => Promise<void>): Promise<void> {
  for (let first = 0; first < deliveries; first += ENQUEUED_AT_ONCE) {
    const count = Math.min(ENQUEUED_AT_ONCE, deliveries - first)
    await Promise.all(Array.from({ length: count }, (_, n) => enqueue(first + n)))
  }
}

async function enqueuePaced(
  deliveries: number,
  perSecond: number,
  enqueue: (n: number) => Promise<void>,
): Promise<void> {
  const since = performance.now()
  const made: Promise<void>[] = []
  for (let n = 0; n < deliveries; n += 1) {
    const waitMs = since + (n * 1_000) / perSecond - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    made.push(enqueue(n))
  }
  await Promise.all(made)
}

/** The same number of concurrent POSTs as the engine, over kept connections, without a queue. */
async function runWithoutQueue({ caFile, urls, deliveries, warmUp }: EngineRun): Promise<Sample> {
  const agent = new Agent({ keepAlive: true, ca: readFileSync(caFile), maxFreeSockets: AT_ONCE })
  const deliver = async (count: number) => {
    let sent = 0
    const work = async () => {
      while (sent < count) {
        const url = urls[sent % urls.length] ?? ''
        sent += 1
        await postOnce(url, agent)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
  await deliver(warmUp)
  const sample = await measured(deliveries, () => deliver(deliveries))
  agent.destroy()
  return sample
}

/** Some systems do not resolve names below localhost. */
const onLoopback: LookupFunction = (_host, { all }, callback) =>
  all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)

function postOnce(url: string, agent: Agent): Promise<void> {
  const body = bodyOf()
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers, lookup: onLoopback }, (answer) => {
      answer.resume()
      answer.once('end', resolve)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

function fail(error: unknown): never {
  console.error(error)
  process.exit(1)
}

const run = JSON.parse(process.argv[2] ?? '{}') as EngineRun // passed by the bench
const sample = run.kind === 'queue' ? await runQueue(run) : await runWithoutQueue(run)
process.stdout.write(`${JSON.stringify(sample)}\n`)
process.exit()
