import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '../support/crash/sites.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { type Engine, openBooks } from '../support/storage/engines.js'
import { STORIES, type Story } from '../support/withdrawals/payout-cases.js'
import { startEthereumPayouts } from '../support/withdrawals/payout-ethereum.js'
import type { PayoutNetwork } from '../support/withdrawals/payout-network.js'
import { killPayouts, PLACES } from '../support/withdrawals/payout-run.js'
import { startTronPayouts } from '../support/withdrawals/payout-tron.js'
import { PayoutWorld } from '../support/withdrawals/payout-world.js'

/** Between them each story is told on each network and on each engine. */
const NETWORKS: readonly {
  readonly name: string
  readonly start: () => Promise<PayoutNetwork>
  readonly engines: Readonly<Record<Story, Engine>>
}[] = [
  ...(isAnvilSkipped
    ? []
    : [
        {
          name: 'ERC20',
          start: startEthereumPayouts,
          engines: { paid: 'postgres', canceled: 'sqlite', reverted: 'postgres', lost: 'sqlite' },
        } as const,
      ]),
  {
    name: 'TRC20',
    start: startTronPayouts,
    engines: { paid: 'sqlite', canceled: 'postgres', reverted: 'sqlite', lost: 'postgres' },
  },
]
const SEED = 1
/** `npm run stress -- withdrawals` kills at every place, 20 times. */
const SAMPLE = { paid: 4, canceled: 2, reverted: 2, lost: 1 }

describe.each(NETWORKS)('a withdrawal on $name, through a server that dies twice', ({ start, engines }) => {
  let network: PayoutNetwork
  const random = seeded(SEED)
  beforeAll(async () => {
    network = await start()
  }, 60_000)
  afterAll(() => network.stop())

  it.each(STORIES)(
    `is paid once or not at all when it is %s, seed ${SEED}`,
    async (story) => {
      const { store } = await openBooks(engines[story])
      const world = await PayoutWorld.begin(network, store)
      const first = random(PLACES)
      const places = Array.from({ length: SAMPLE[story] }, (_, n) => (first + n * 3) % PLACES)
      const played = await killPayouts(world, story, { places, random })
      expect(played.map(({ wrong }) => wrong)).toEqual(places.map(() => undefined))
      // What is canceled may never come to the place where it would have been killed.
      if (story !== 'canceled') expect(played.every(({ lives }) => lives.length > 1)).toBe(true)
    },
    60_000,
  )
})
