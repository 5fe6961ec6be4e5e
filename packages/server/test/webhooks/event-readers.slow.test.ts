import { describe, expect, it } from 'vitest'
import type { Context } from '../../src/domain/context.js'
import type { Scope } from '../../src/domain/shared/types.js'
import type { Store } from '../../src/domain/store/store.js'
import type { Tx } from '../../src/domain/store/unit-of-work.js'
import { type EventCursor, listEvents } from '../../src/domain/webhooks/event-list.js'
import { positionAt } from '../../src/domain/webhooks/event-position.js'
import { eventNumberer } from '../../src/workers/webhooks/event-numberer.js'
import { contextAt, handClock, START } from '../support/domain/context.js'
import { Dice } from '../support/ledger/dice.js'
import { openDatabase, type Side } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

const SHOP: Scope = { merchantId: 'shop', environment: 'test' }
const WRITERS = 20
const READERS = 5
const UNITS_OF_WRITER = 30
const ALL = { from: undefined, types: undefined, limit: 100 }

/** Ends a connection that works for the servers, as a killed process would. */
const KILL = `SELECT COUNT(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' LIMIT 1) AS victim`

interface Rules {
  readonly isKilling?: boolean
  /** Changes the database first. */
  readonly plant?: string
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

/** Writers and readers on two servers. @returns what each reader saw, and what there is in the end */
async function run({ isKilling = false, plant }: Rules): Promise<{ seen: string[][]; stored: string[] }> {
  const database = await openDatabase('postgres')
  const clock = handClock()
  const context = contextAt(clock)
  const servers = [database.store, await database.another()]
  const server = (n: number): Store => servers[n % 2] ?? database.store
  await database.store.write((tx) => tx.merchants.insert(merchant('shop')))
  const side = await database.side()
  if (plant) await side.script(plant)
  /** A killed connection fails its work; other errors end the test. */
  const afterKill =
    <Instead>(instead: Instead) =>
    async (error: unknown): Promise<Instead> => {
      if (!isKilling) throw error
      await new Promise((resolve) => setImmediate(resolve))
      return instead
    }
  let writing = WRITERS
  const writer = async (n: number) => {
    const dice = new Dice(n)
    for (let unit = 0; unit < UNITS_OF_WRITER; unit += 1) {
      const ids = Array.from({ length: dice.below(3) + 1 }, (_, at) => `${n}-${unit}-${at}`)
      const work = server(n).write(async (tx) => {
        for (const id of ids) await insert(tx, id, context)
        // Some commit long after others that began later.
        for (let pause = dice.below(20); pause > 0; pause -= 1) await tx.merchants.find('shop')
      })
      await work.catch(afterKill(undefined))
      clock.businessAt += 1
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
  const seen: string[][] = []
  const reader = async (n: number) => {
    const bodies: string[] = []
    let after: EventCursor | undefined
    seen.push(bodies)
    for (let isLast = false; ; ) {
      const wasNumbering: boolean = isNumbering
      const read = (tx: Tx) => listEvents(tx, context, SHOP, { ...ALL, after })
      const page = await server(n).read(read).catch(afterKill(undefined))
      if (!page) continue
      bodies.push(...page.events.map(({ body }) => body))
      after = page.end
      isLast = !wasNumbering && !page.hasMore
      if (isLast) return
    }
  }
  const killer = async (side: Side) => {
    while (isKilling && writing > 0) await side.value(KILL)
  }
  const reading = Promise.all(Array.from({ length: READERS }, (_, n) => reader(n)))
  const killing = killer(await database.side())
  await Promise.all(Array.from({ length: WRITERS }, (_, n) => writer(n)))
  await numbering
  isNumbering = false
  await Promise.all([reading, killing])
  const rows = await side.rows<{ body: string }>('SELECT body FROM webhook_events ORDER BY position')
  return { seen, stored: rows.map(({ body }) => body) }
}

/** Gives positions in the transaction that stores the event, before its commit. */
const TOO_EARLY = `
  CREATE SEQUENCE positions START ${positionAt(START)};
  CREATE FUNCTION give_position() RETURNS trigger AS $$
    BEGIN NEW.position := nextval('positions'); RETURN NEW; END $$ LANGUAGE plpgsql;
  CREATE TRIGGER gives_position BEFORE INSERT ON webhook_events FOR EACH ROW EXECUTE FUNCTION give_position();
  UPDATE event_numbering SET last_position = ${Number.MAX_SAFE_INTEGER}`

describe('five readers of the list of events, with 20 writers and two servers on PostgreSQL', () => {
  it.each([{ isKilling: false }, { isKilling: true }])(
    'see each event once and in one order: %o',
    async (rules) => {
      const { seen, stored } = await run(rules)
      expect(stored.length).toBeGreaterThan(WRITERS * UNITS_OF_WRITER * (rules.isKilling ? 0.5 : 1))
      for (const bodies of seen) expect(bodies).toEqual(stored)
    },
  )

  it('would miss events that are numbered before their commit', async () => {
    const { seen, stored } = await run({ plant: TOO_EARLY })
    expect(seen.map(({ length }) => length)).not.toEqual(Array(READERS).fill(stored.length))
  })
})
