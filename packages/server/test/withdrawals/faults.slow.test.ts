import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '../support/crash/sites.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { type Engine, openDatabase } from '../support/storage/engines.js'
import { STORIES, type Story } from '../support/withdrawals/payout-cases.js'
import { startEthereumPayouts } from '../support/withdrawals/payout-ethereum.js'
import type { PayoutNetwork } from '../support/withdrawals/payout-network.js'
import { KILL_POINTS, killPayouts } from '../support/withdrawals/payout-run.js'
import { startTronPayouts } from '../support/withdrawals/payout-tron.js'
import { PayoutWorld } from '../support/withdrawals/payout-world.js'

/** Together the networks run each story on each engine. */
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
/** Kills of each story. */
const SAMPLE = { paid: 4, canceled: 2, reverted: 2, lost: 1 }

describe.each(NETWORKS)('a withdrawal on $name whose server dies twice', ({ start, engines }) => {
  let network: PayoutNetwork
  const random = seeded(SEED)
  beforeAll(async () => {
    network = await start()
  }, 60_000)
  afterAll(() => network.stop())

  it.each(STORIES)(
    `is paid once or not at all when it is %s, seed ${SEED}`,
    async (story) => {
      const { store } = await openDatabase(engines[story])
      const world = await PayoutWorld.begin(network, store)
      const first = random(KILL_POINTS)
      const points = Array.from({ length: SAMPLE[story] }, (_, n) => (first + n * 3) % KILL_POINTS)
      const outcomes = await killPayouts(world, story, { points, random })
      expect(outcomes.map(({ wrong }) => wrong)).toEqual(points.map(() => undefined))
      // A canceled withdrawal may end before the point of its kill.
      if (story !== 'canceled') expect(outcomes.every(({ lives }) => lives.length > 1)).toBe(true)
    },
    60_000,
  )
})
