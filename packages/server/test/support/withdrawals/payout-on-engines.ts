import { afterAll, beforeAll, describe } from 'vitest'
import type { Network } from '../../../src/domain/shared/types.js'
import { isAnvilSkipped } from '../nodes/anvil.js'
import type { Engine } from '../storage/engines.js'
import { startEthereumPayouts } from './payout-ethereum.js'
import type { PayoutNetwork } from './payout-network.js'
import { startTronPayouts } from './payout-tron.js'
import type { Life } from './payout-world.js'

/** A network that pays, and where its books are. */
export interface PayoutPlace {
  readonly name: Network
  readonly engine: Engine
  /** Started before the first case. */
  readonly network: PayoutNetwork
  /** So many looks, with a block after each. */
  look(life: Life, looks?: number): Promise<void>
}

const LOOKS = 6
const PLACES = [
  { name: 'ERC20', engine: 'sqlite', start: startEthereumPayouts, isSkipped: isAnvilSkipped },
  { name: 'TRC20', engine: 'postgres', start: startTronPayouts, isSkipped: false },
] as const

/** Runs the same cases on each network, one of them with its books on SQLite and one on PostgreSQL. */
export function onPayoutPlaces(what: string, cases: (place: PayoutPlace) => void): void {
  for (const { name, engine, start, isSkipped } of PLACES) {
    describe.skipIf(isSkipped)(`${what} of ${name}, booked on ${engine}`, () => {
      const started: { network?: PayoutNetwork } = {}
      beforeAll(async () => {
        started.network = await start()
      }, 60_000)
      afterAll(() => started.network?.stop())
      cases({
        name,
        engine,
        get network() {
          if (!started.network) throw new Error('used outside a case')
          return started.network
        },
        async look(life, looks = LOOKS) {
          for (let n = 0; n < looks; n += 1) {
            await life.tick()
            await this.network.mine()
          }
        },
      })
    })
  }
}
