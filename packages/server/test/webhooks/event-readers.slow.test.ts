import { describe, expect, it } from 'vitest'
import { positionAt } from '../../src/domain/webhooks/event-position.js'
import { START } from '../support/domain/context.js'
import { openDatabase } from '../support/storage/engines.js'
import { KILL, READERS, runReaders, STORED, WRITERS } from '../support/webhooks/event-readers.js'

const UNITS = 30

interface Rules {
  readonly isKilling?: boolean
  /** Changes the database first. */
  readonly plant?: string
}

/** Returns what each reader saw, and what there is in the end. */
async function run({ isKilling = false, plant }: Rules): Promise<{ seen: string[][]; stored: string[] }> {
  const database = await openDatabase('postgres')
  const side = await database.side()
  if (plant) await side.script(plant)
  const killing = { every: 1, kill: () => side.value(KILL) }
  const seen = await runReaders({
    stores: [database.store, await database.another()],
    units: UNITS,
    ...(isKilling && { killing }),
  })
  const rows = await side.rows<{ body: string }>(STORED)
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
      expect(stored.length).toBeGreaterThan(WRITERS * UNITS * (rules.isKilling ? 0.5 : 1))
      for (const bodies of seen) expect(bodies).toEqual(stored)
    },
  )

  it('would miss events that are numbered before their commit', async () => {
    const { seen, stored } = await run({ plant: TOO_EARLY })
    expect(seen.map(({ length }) => length)).not.toEqual(Array(READERS).fill(stored.length))
  })
})
