import { describe, expect, it } from 'vitest'
import { cancelWithdrawal } from '../../src/domain/withdrawals/withdrawals.js'
import { RecoveryWorld } from '../support/recovery/recovery-world.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'

const ROUNDS = 20

describe.each(ENGINES)(
  'withdrawals of a merchant that two servers open and cancel at once, on %s',
  (engine) => {
    it('wait for each other in one order, so that no unit of work is repeated after a deadlock', async () => {
      const { store, another } = await openDatabase(engine)
      const shop = await RecoveryWorld.on(store)
      const { store: other, context, id: chain } = shop.setBackTo(await another()).world
      const scope = { merchantId: 'shop', environment: chain.environment }
      let runs = 0
      const cancel = (id: string) =>
        other.write((tx) => {
          runs += 1
          return cancelWithdrawal(tx, context, scope, id)
        })
      let last = await shop.withdraw()
      for (let round = 0; round < ROUNDS; round += 1)
        [last] = await Promise.all([shop.withdraw(), cancel(last.id)])
      await cancel(last.id)
      expect(runs).toBe(ROUNDS + 1)
      expect(await shop.balances()).toMatchObject({ available: '1000.00', held: '0.00' })
    })
  },
)
