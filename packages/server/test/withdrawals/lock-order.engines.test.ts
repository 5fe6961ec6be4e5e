import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/domain/store/store.js'
import { cancelWithdrawal } from '../../src/domain/withdrawals/withdrawals.js'
import { RecoveryWorld } from '../support/recovery/recovery-world.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'

const ROUNDS = 20

describe.each(ENGINES)(
  'withdrawals of a merchant that two servers open and cancel at once, on %s',
  (engine) => {
    it('wait for each other in one order, so that no unit of work is repeated after a deadlock', async () => {
      const { store, another } = await openDatabase(engine)
      let runs = 0
      const counted = (each: Store): Store => {
        const write: Store['write'] = (work) =>
          each.write((tx) => {
            runs += 1
            return work(tx)
          })
        return Object.assign(Object.create(each) as Store, { write })
      }
      const shop = await RecoveryWorld.on(counted(store))
      const { store: other, context, id: chain } = shop.setBackTo(counted(await another())).world
      const scope = { merchantId: 'shop', environment: chain.environment }
      const cancel = (id: string) => other.write((tx) => cancelWithdrawal(tx, context, scope, id))
      let last = await shop.withdraw()
      runs = 0
      for (let round = 0; round < ROUNDS; round += 1)
        [last] = await Promise.all([shop.withdraw(), cancel(last.id)])
      expect(runs).toBe(2 * ROUNDS)
      await cancel(last.id)
      expect(await shop.balances()).toMatchObject({ available: '1000.00', held: '0.00' })
    })
  },
)
