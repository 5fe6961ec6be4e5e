import { type OpenOptions, openStore } from '../packages/server/src/storage/open.js'
import { seeded } from '../packages/server/test/support/crash/sites.js'
import { STORIES } from '../packages/server/test/support/payout-cases.js'
import { startEthereumPayouts } from '../packages/server/test/support/payout-ethereum.js'
import type { PayoutNetwork } from '../packages/server/test/support/payout-network.js'
import { killPayouts, PLACES } from '../packages/server/test/support/payout-run.js'
import { startTronPayouts } from '../packages/server/test/support/payout-tron.js'
import { PayoutWorld } from '../packages/server/test/support/payout-world.js'
import build from '../test-support/build-once.js'
import { onEngine } from './engines.js'
import { Options } from './options.js'

const ROUNDS = 20

/** Kills the server before and after each step of a withdrawal, 20 times on both networks, whatever becomes of it. */
export async function withdrawals(args: readonly string[]): Promise<void> {
  const options = new Options(args, ['seed', 'rounds'])
  const seed = options.number('seed', 1)
  const rounds = options.number('rounds', ROUNDS)
  await build()
  for (const start of [startEthereumPayouts, startTronPayouts]) await killOn(await start(), { seed, rounds })
}

async function killOn(
  network: PayoutNetwork,
  { seed, rounds }: { seed: number; rounds: number },
): Promise<void> {
  const random = seeded(seed)
  const places = Array.from({ length: PLACES }, (_, place) => place)
  let kills = 0
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const story of STORIES) {
        const played = await onOwnBooks(network, (world) => killPayouts(world, story, { places, random }))
        const wrong = played.flatMap(({ wrong: ending }) => ending ?? [])
        if (wrong.length > 0)
          throw new Error(`${network.network}, seed ${seed}, ${story}: ${wrong.join(', ')}`)
        kills += played.reduce((sum, { lives }) => sum + lives.length - 1, 0)
      }
      console.log(`${network.network}: round ${round} of ${rounds}, ${kills} kills`)
    }
  } finally {
    await network.stop()
  }
  console.log(
    `${network.network}, seed ${seed}: ${kills} kills, one payment per COMPLETED, none for the others`,
  )
}

async function onOwnBooks<Result>(
  network: PayoutNetwork,
  work: (world: PayoutWorld) => Promise<Result>,
): Promise<Result> {
  let result: Result | undefined
  await onEngine('sqlite', async (fresh) => {
    const silent = () => undefined
    const options: OpenOptions = {
      database: await fresh(),
      now: Date.now(),
      onCommit: silent,
      onDamage: silent,
    }
    const store = await openStore(options)
    result = await work(await PayoutWorld.begin(network, store))
    await store.close()
  })
  if (result === undefined) throw new Error('nothing was done')
  return result
}
