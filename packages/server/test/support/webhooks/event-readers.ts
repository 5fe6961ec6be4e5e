import type { Context } from '../../../src/domain/context.js'
import type { Scope } from '../../../src/domain/shared/types.js'
import type { Store } from '../../../src/domain/store/store.js'
import type { Tx } from '../../../src/domain/store/unit-of-work.js'
import { type EventCursor, listEvents } from '../../../src/domain/webhooks/event-list.js'
import { eventNumberer } from '../../../src/workers/webhooks/event-numberer.js'
import { contextAt, handClock } from '../domain/context.js'
import { Dice } from '../ledger/dice.js'
import { merchant } from '../storage/store-rows.js'

const SHOP: Scope = { merchantId: 'shop', environment: 'test' }
export const WRITERS = 20
export const READERS = 5
const ALL = { from: undefined, types: undefined, limit: 100 }

/** Ends a connection that works for the servers, as a killed process would. */
export const KILL = `SELECT COUNT(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' LIMIT 1) AS victim`
/** Selects the events in the order of the list. */
export const STORED = 'SELECT body FROM webhook_events ORDER BY position'

export interface EventRun {
  readonly stores: readonly [Store, Store]
  /** Units of work of each writer, of one to three events each. */
  readonly units: number
  /** Kills a connection after each `every` units of the first writer. */
  readonly killing?: { readonly every: number; readonly kill: () => Promise<unknown> }
}

const insert = (tx: Tx, id: string, context: Context) =>
  tx.webhookDeliveries.insertEvent({
    ...SHOP,
    id,
    event: 'payment.expired',
    subject: id,
    body: `{"id":"${id}"}`,
    createdAt: context.clock.now(),
  })

/** Runs writers and readers on two servers of a migrated database. @returns the bodies that each reader saw */
export async function runReaders({ stores, units, killing }: EventRun): Promise<string[][]> {
  const clock = handClock()
  const context = contextAt(clock)
  const server = (n: number): Store => stores[n % 2 === 0 ? 0 : 1]
  await stores[0].write((tx) => tx.merchants.insert(merchant('shop')))
  /** A killed connection fails its work; other errors end the run. */
  const afterKill =
    <Instead>(instead: Instead) =>
    async (error: unknown): Promise<Instead> => {
      if (!killing) throw error
      await new Promise((resolve) => setImmediate(resolve))
      return instead
    }
  let writing = WRITERS
  const writer = async (n: number) => {
    const dice = new Dice(n)
    for (let unit = 0; unit < units; unit += 1) {
      const ids = Array.from({ length: dice.below(3) + 1 }, (_, at) => `${n}-${unit}-${at}`)
      const work = server(n).write(async (tx) => {
        for (const id of ids) await insert(tx, id, context)
        // Some commit long after others that began later.
        for (let pause = dice.below(20); pause > 0; pause -= 1) await tx.merchants.find('shop')
      })
      await work.catch(afterKill(undefined))
      clock.businessAt += 1
      if (killing && n === 0 && unit % killing.every === 0) await killing.kill()
    }
    writing -= 1
  }
  const numberer = async (n: number) => {
    const worker = eventNumberer(server(n), context)
    const tick = () => worker.tick(new AbortController().signal).catch(afterKill(1))
    while (writing > 0 || (await tick()) > 0) await tick()
  }
  const numbering = Promise.all([0, 1].map(numberer))
  let isNumbering = true
  const reader = async (n: number) => {
    const bodies: string[] = []
    let after: EventCursor | undefined
    for (let isLast = false; !isLast; ) {
      const wasNumbering: boolean = isNumbering
      const read = (tx: Tx) => listEvents(tx, context, SHOP, { ...ALL, after })
      const page = await server(n).read(read).catch(afterKill(undefined))
      if (!page) continue
      bodies.push(...page.events.map(({ body }) => body))
      after = page.end
      isLast = !wasNumbering && !page.hasMore
    }
    return bodies
  }
  const reading = Promise.all(Array.from({ length: READERS }, (_, n) => reader(n)))
  await Promise.all(Array.from({ length: WRITERS }, (_, n) => writer(n)))
  await numbering
  isNumbering = false
  return reading
}
