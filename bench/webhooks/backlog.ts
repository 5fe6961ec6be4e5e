import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../packages/server/src/domain/store/store.js'
import { fanOut } from '../../packages/server/src/domain/webhooks/webhook-deliveries.js'
import { systemClock } from '../../packages/server/src/runtime/clock.js'
import { systemIds } from '../../packages/server/src/runtime/ids.js'
import { openStore } from '../../packages/server/src/storage/open.js'
import { contextAt } from '../../packages/server/test/support/domain/context.js'
import { pacedLatencies } from '../lib/load.js'
import { quantile, type Result, ROUNDS, waitsOf } from '../lib/rounds.js'
import { type BenchServer, startServer } from '../lib/servers.js'
import { sized } from '../lib/sized.js'
import { type ReceiverPlace, startReceiverApart } from './receiver.js'

const TARGETS = 100
const DUE = sized(40_000)
const ENQUEUED_AT_ONCE = 500
const LOAD = { perSecond: 50, ms: sized(3_000, 300) }
/** Pause between the measurements, because V8 compiles during the first orders of a new server. */
const WARM_UP = { perSecond: 200, ms: sized(3_000, 300) }

/** Milliseconds, in the first seconds after the start and later. */
interface P99s {
  readonly first: number
  readonly later: number
}

/**
 * Latency of `POST /v1/orders` on a server that starts with tens of thousands of webhooks due, against the same server
 * without them: 50 orders per second, each measured from its scheduled time.
 */
export async function backlog(): Promise<Result[]> {
  const receiver = await startReceiverApart(TARGETS)
  const rounds: [idle: P99s, busy: P99s][] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await p99sOf(receiver))
  } finally {
    receiver.close()
  }
  const resultOf = (when: keyof P99s, what: string) =>
    waitsOf(
      {
        what: `p99 of POST /v1/orders ${what}, with ${DUE} webhooks due at the start against none`,
        goal: '< 2',
      },
      rounds.map(([idle, busy]) => [idle[when], busy[when]] as const),
    )
  return [
    resultOf('first', `in the first ${LOAD.ms / 1_000} s`),
    resultOf('later', `${(LOAD.ms + WARM_UP.ms) / 1_000} s after the start`),
  ]
}

async function p99sOf(receiver: ReceiverPlace): Promise<[idle: P99s, busy: P99s]> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-bench-'))
  const file = join(folder, 'books.db')
  const settings = {
    MERCHANTPAY_DATABASE_URL: `file:${file}`,
    MERCHANTPAY_WEBHOOK_CA_FILE: receiver.caFile,
  }
  try {
    const idle = await startServer(undefined, settings)
    const before = await p99sFromStart(idle)
    await idle.stop()
    await enqueue(file, receiver.urls)
    const busy = await startServer(undefined, settings, idle.keys)
    const during = await p99sFromStart(busy)
    await busy.stop()
    if (!(await isAnyDue(file))) throw new Error('the webhooks were out before the orders were made')
    return [before, during]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function p99sFromStart(server: BenchServer): Promise<P99s> {
  const p99 = async () => quantile(await pacedLatencies(server, LOAD, server.signOrder), 0.99)
  const first = await p99()
  await pacedLatencies(server, WARM_UP, server.signOrder)
  return { first, later: await p99() }
}

/** The bench fails when no webhook is due at its end, because the engine was idle then. */
async function isAnyDue(file: string): Promise<boolean> {
  const store = await open(file)
  const query = { dueAt: Date.now(), after: undefined, exceptMerchants: [], limit: 1 }
  const due = await store.read((tx) => tx.webhookTargets.listDue(query))
  await store.close()
  return due.length > 0
}

async function open(file: string): Promise<Store> {
  const silent = () => undefined
  const database = { engine: 'sqlite', file } as const
  return openStore({ database, now: Date.now(), onCommit: silent, onDamage: silent })
}

async function enqueue(file: string, urls: readonly string[]): Promise<void> {
  const store = await open(file)
  const context = { ...contextAt(systemClock), ids: systemIds(systemClock) }
  for (let first = 0; first < DUE; first += ENQUEUED_AT_ONCE) {
    await store.write(async (tx) => {
      const [{ id: merchantId } = { id: '' }] = (await tx.merchants.list({ limit: 1, offset: 0 })).rows
      const outgoing = Array.from({ length: ENQUEUED_AT_ONCE }, (_, more) => {
        const n = first + more
        const body = JSON.stringify({ made_at: performance.timeOrigin + performance.now(), n })
        const event = {
          id: context.ids.uuid(),
          merchantId,
          environment: 'test',
          event: 'payment.confirmed',
        } as const
        const told = { ...event, subject: `order-${n}`, body, createdAt: Date.now() }
        return { event: told, ownUrl: urls[n % urls.length] ?? '' }
      })
      await fanOut(tx, context, outgoing)
    })
  }
  await store.close()
}
