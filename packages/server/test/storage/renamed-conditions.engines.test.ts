import { expect, it } from 'vitest'
import { migrateDatabase } from '../../src/storage/open.js'
import { START } from '../support/domain/context.js'
import { ENGINES, newLocation, openOn, sideOf } from '../support/storage/engines.js'
import { migrateBelow } from '../support/storage/migrate-below.js'

const ID = { environment: 'live', network: 'ERC20' } as const
const RENAMED = {
  disputed: 'transfer_mismatch',
  blocks_disputed: 'block_mismatch',
  token_disputed: 'token_mismatch',
  unexplained_balance: 'balance_mismatch',
  uncredited: 'confirmation_stuck',
  late_held: 'late_payment_stuck',
  unscreened: 'screening_stuck',
  halted: 'halted',
}

it.each(ENGINES)(
  'an upgrade renames the conditions and ignored reasons in the database, on %s',
  async (engine) => {
    const location = await newLocation(engine)
    await migrateBelow('0038', location)
    const side = await sideOf(location)
    for (const kind of Object.keys(RENAMED))
      await side.script(`INSERT INTO chain_conditions (environment, network, kind, reason, since_at)
      VALUES ('live', 'ERC20', '${kind}', 'why', 1);`)
    await side.script(`INSERT INTO ignored_counts (environment, network, address, reason, total)
    VALUES ('live', 'ERC20', '0x1', 'implausible', 3);`)
    await migrateDatabase(location, START)

    const store = await openOn(location)
    const { conditions, counts } = await store.read(async (tx) => ({
      conditions: await tx.chainConditions.list(ID),
      counts: await tx.ignoredTransfers.listCounts(ID, '0x1'),
    }))
    expect(conditions.map(({ kind }) => kind).toSorted()).toEqual(Object.values(RENAMED).toSorted())
    expect(counts).toEqual([{ reason: 'over_cap', total: 3 }])
  },
)
