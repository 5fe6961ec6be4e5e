import { describe, expect, it } from 'vitest'
import { explainTransfer } from '../../src/domain/recovery/explanations.js'
import { readStatus } from '../../src/domain/recovery/recovery-status.js'
import { settleByLostVersion } from '../../src/domain/recovery/transfer-settlements.js'
import type { Instant } from '../../src/domain/shared/types.js'
import { tryApply } from '../../src/domain/withdrawals/withdrawals.js'
import { WALLET } from '../support/chain/scripted-chain.js'
import { MANDATE, RecoveryWorld } from '../support/recovery/recovery-world.js'
import { ENGINES } from '../support/storage/engines.js'

const NONCE = 7

describe.each(ENGINES)(
  'a transfer of which a signed withdrawal may have lost the signature, on %s',
  (engine) => {
    /** Begins with a withdrawal whose first version is known, and a transfer of its destination and amount. */
    async function begin(expiresAt: Instant | null = null) {
      const world = await RecoveryWorld.begin(engine)
      const { id } = await world.withdraw()
      await world.write(async (tx) => {
        const waiting = await tx.withdrawals.lock(id)
        if (!waiting) throw new Error('no such withdrawal')
        const signed = await tryApply(tx, world.world.context, waiting, { kind: 'signed', txHash: 'first' })
        if (signed) await tryApply(tx, world.world.context, signed, { kind: 'broadcast' })
        const about = { withdrawalId: id, kind: 'payment', createdAt: world.world.clock.now() } as const
        const bytes = { txHash: 'first', wallet: WALLET, nonce: NONCE, raw: 'first', expiresAt }
        await tx.signedTransactions.insert({ ...world.world.id, ...bytes, ...about })
      })
      const txHash = world.pay()
      await world.confirm()
      return { world, id, txHash }
    }

    const explain = ({ world, write }: RecoveryWorld, txHash: string) => {
      const named = { txHash, logIndex: undefined }
      const input = { id: world.id, named, bearer: { kind: 'operator' } } as const
      return write((tx) => explainTransfer(tx, world.context, input, MANDATE))
    }
    const stepsOf = async ({ world }: RecoveryWorld) => {
      const { unexplained, duplicates } = await world.store.read((tx) => readStatus(tx, [world.id]))
      return [...unexplained, ...duplicates].map(({ step }) => step?.kind)
    }

    it('completes the withdrawal where its nonce is that of the payment, and is posted once', async () => {
      const { world, id, txHash } = await begin()
      const complete = () =>
        world.write(async (tx) => {
          const withdrawal = await tx.withdrawals.lock(id)
          const [transfer] = await tx.treasuryTransfers.listByTransaction({ ...world.world.id, txHash })
          if (!withdrawal || !transfer) throw new Error('nothing to complete')
          const { context } = world.world
          return settleByLostVersion(tx, context, withdrawal, { transfer, nonce: NONCE })
        })
      expect(await complete()).toMatchObject({ status: 'COMPLETED', txHash })
      const after = { available: '896.00', held: '0.00', suspense: '0.00', custody: '4900.00' }
      expect(await world.balances()).toMatchObject(after)
      expect(await world.violated()).toEqual([])
      expect(await complete()).toBeUndefined()
      const wallet = { ...world.world.id, wallet: WALLET }
      expect(await world.world.store.read((tx) => tx.signedTransactions.nextNonce(wallet))).toBe(NONCE + 1)
    })

    it('is explained as no other payment while the withdrawal may be in flight', async () => {
      const { world, id, txHash } = await begin()
      expect(await stepsOf(world)).toEqual([undefined])
      await expect(explain(world, txHash)).rejects.toThrow(
        `withdrawal ${id} is signed with the same destination`,
      )
      const other = await world.withdraw()
      await expect(world.settle(other.id, txHash)).rejects.toThrow(`withdrawal ${id} is signed`)
      await expect(world.settle(id, txHash)).rejects.toThrow('is BROADCAST')
      await world.write((tx) => tx.signedTransactions.noteAlarm('first', world.world.clock.now()))
      // Now another transaction is known to have the nonce.
      await world.settle(other.id, txHash)
      expect(await world.violated()).toEqual([])
    })

    it('settles the withdrawal by hand once its payment has expired', async () => {
      const { world, id, txHash } = await begin(0)
      expect(await stepsOf(world)).toEqual([undefined, 'settle'])
      await expect(explain(world, txHash)).rejects.toThrow(`withdrawal ${id} waits with the same destination`)
      await world.settle(id, txHash)
      expect(await world.get(id)).toMatchObject({ status: 'COMPLETED', txHash })
      expect(await world.violated()).toEqual([])
    })
  },
)
