import { type OpenOptions, openStore } from '../../packages/server/src/storage/open.js'
import { leaseRepeatedly } from '../../packages/server/test/support/chain/repeated-leases.js'
import { START } from '../../packages/server/test/support/domain/context.js'
import { onEngine } from '../lib/engines.js'
import { Options } from '../lib/options.js'

const ROUNDS = 10_000
const REPORTED_EVERY = 500

/** Leases one address to 10,000 orders in turn, each paid at a random time. No payment may go to another order. */
export async function leases(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['seed', 'rounds'])
  const rounds = options.number('rounds', ROUNDS)
  const seed = options.number('seed', 1)
  console.log(`seed ${seed}`)
  await onEngine('sqlite', async (fresh) => {
    const silent = () => undefined
    const opening: OpenOptions = { database: await fresh(), now: START, onCommit: silent, onDamage: silent }
    const store = await openStore(opening)
    const { counts, wrong } = await leaseRepeatedly(store, rounds, seed, (played) => {
      if (played % REPORTED_EVERY === 0) console.log(`  ${played} of ${rounds} leases`)
    })
    await store.close()
    for (const [when, times] of counts) console.log(`  ${when}: ${times}`)
    if (wrong.length > 0) throw new Error(wrong.slice(0, 10).join('\n'))
  })
  console.log(`${rounds} leases of one address: no payment went to another order`)
}
