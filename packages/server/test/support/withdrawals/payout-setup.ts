import { afterAll, beforeAll, describe } from 'vitest'
import type { Network } from '../../../src/domain/shared/types.js'
import { isAnvilSkipped } from '../nodes/anvil.js'
import type { Engine } from '../storage/engines.js'
import { startEthereumPayouts } from './payout-ethereum.js'
import type { PayoutNetwork } from './payout-network.js'
import { startTronPayouts } from './payout-tron.js'
import type { Life } from './payout-world.js'

/** A network that pays, and the engine of its database. */
export interface PayoutSetup {
  readonly name: Network
  readonly engine: Engine
  /** Available inside the cases. */
  readonly network: PayoutNetwork
  /** Ticks, with a block after each tick. */
  tick(life: Life, ticks?: number): Promise<void>
}

const TICKS = 6
const SETUPS = [
  { name: 'ERC20', engine: 'sqlite', start: startEthereumPayouts, isSkipped: isAnvilSkipped },
  { name: 'TRC20', engine: 'postgres', start: startTronPayouts, isSkipped: false },
] as const

/** Runs the same cases on each network: ERC20 with SQLite, TRC20 with PostgreSQL. */
export function describePayouts(subject: string, cases: (setup: PayoutSetup) => void): void {
  for (const { name, engine, start, isSkipped } of SETUPS) {
    describe.skipIf(isSkipped)(`${subject} of ${name}, stored in ${engine}`, () => {
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
        async tick(life, ticks = TICKS) {
          for (let n = 0; n < ticks; n += 1) {
            await life.tick()
            await this.network.mine()
          }
        },
      })
    })
  }
}
