import { migrateDatabase, openStore } from '../../packages/server/src/storage/open.js'
import { START } from '../../packages/server/test/support/domain/context.js'
import { connectTo } from '../../packages/server/test/support/storage/postgres-client.js'
import {
  KILL,
  READERS,
  runReaders,
  STORED,
  WRITERS,
} from '../../packages/server/test/support/webhooks/event-readers.js'
import { onEngine } from '../lib/engines.js'
import { Options } from '../lib/options.js'

const EVENTS = 100_000
const EVENTS_OF_UNIT = 2
const UNITS_OF_KILL = 3

/**
 * Has 20 writers store events in two servers on PostgreSQL, whose connections are killed, while five readers follow the list.
 *
 * @throws Error for a reader that missed an event, saw one twice or in another order
 */
export async function eventReaders(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['events', 'kill-every'])
  const units = Math.ceil(options.number('events', EVENTS) / EVENTS_OF_UNIT / WRITERS)
  const every = options.number('kill-every', UNITS_OF_KILL)
  await onEngine('postgres', async (fresh) => {
    const database = await fresh()
    if (database.engine !== 'postgres') throw new Error('the engine is PostgreSQL')
    await migrateDatabase(database, START)
    const silent = () => undefined
    const open = () => openStore({ database, now: START, onCommit: silent, onDamage: silent })
    const stores = [await open(), await open()] as const
    const side = await connectTo(database.url)
    let kills = 0
    const kill = async () => {
      const { rows } = await side.query<{ count: bigint }>(KILL)
      kills += Number(rows[0]?.count)
    }
    const begunAt = performance.now()
    const seen = await runReaders({ stores, units, killing: { every, kill } })
    const seconds = Math.round((performance.now() - begunAt) / 1000)
    const stored = (await side.query<{ body: string }>(STORED)).rows.map(({ body }) => body)
    await side.end()
    for (const store of stores) await store.close()
    for (const [reader, bodies] of seen.entries()) {
      const at = stored.findIndex((body, index) => bodies[index] !== body)
      if (at !== -1 || bodies.length !== stored.length)
        throw new Error(
          `reader ${reader}: ${bodies.length} of ${stored.length} events, the first other at ${at}`,
        )
    }
    console.log(
      `${stored.length} events by ${WRITERS} writers, ${kills} killed connections: ${READERS} readers saw each once and in order, in ${seconds} s`,
    )
  })
}
