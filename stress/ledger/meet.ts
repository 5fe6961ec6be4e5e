import { type OpenOptions, openStore } from '../../packages/server/src/storage/open.js'
import { START } from '../../packages/server/test/support/domain/context.js'
import { postConcurrently } from '../../packages/server/test/support/ledger/concurrent-posting.js'
import { onEngine } from '../lib/engines.js'
import { Options } from '../lib/options.js'

const ROUNDS = 1_000

/** Two servers record blocks with the same merchants in opposite order, 1,000 times on each engine. */
export async function meet(args: readonly string[]): Promise<void> {
  const rounds = new Options(args, ['rounds']).number('rounds', ROUNDS)
  for (const engine of ['sqlite', 'postgres']) {
    await onEngine(engine, async (fresh) => {
      const database = await fresh()
      const silent = () => undefined
      const options: OpenOptions = { database, now: START, onCommit: silent, onDamage: silent }
      const stores = [await openStore(options), await openStore(options)] as const
      await postConcurrently(stores, rounds)
      for (const store of stores) await store.close()
    })
    console.log(`${rounds} rounds on ${engine}: no unit of work was repeated, ledger balanced`)
  }
}
