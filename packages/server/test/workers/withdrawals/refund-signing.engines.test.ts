/** Refunds whose order becomes FROZEN before, while and after they are signed. */
import { describe, expect, it } from 'vitest'
import { clearOrder } from '../../../src/domain/orders/order-reviews.js'
import type { Withdrawal } from '../../../src/domain/withdrawals/withdrawal.js'
import { ENGINES } from '../../support/storage/engines.js'
import { RefundWorld } from '../../support/withdrawals/refund-world.js'

const MANDATE = { actor: 'ada', reason: 'a test' } as const
const HELD = { status: 'REVIEW', reviewReason: 'order_frozen', approvedAt: null, txHash: null } as const

describe.each(ENGINES)('a refund on %s whose order becomes FROZEN', (engine) => {
  it('a refund whose order becomes FROZEN while it waits is held, and is signed only once an operator approves it', async () => {
    const world = await RefundWorld.begin(engine)
    const refund = await world.refund()
    expect(refund.status).toBe('PENDING')
    await world.freeze()
    expect(await world.now(refund)).toMatchObject(HELD)
    await world.pass()
    expect([world.sender.slots.length, world.sender.broadcasts]).toEqual([0, []])
    await world.approve(refund)
    await world.tick()
    expect(await world.now(refund)).toMatchObject({ status: 'PROCESSING' })
  })

  it('a refund whose order becomes FROZEN while it is being signed is held, and its bytes are discarded', async () => {
    const world = await RefundWorld.begin(engine)
    const refund = await world.refund()
    world.sender.onPrepare = () => world.freeze()
    await world.pass()
    expect(await world.now(refund)).toMatchObject(HELD)
    expect([world.sender.signed, world.sender.broadcasts]).toEqual([1, []])
    const stored = await world.network.store.read((tx) => tx.signedTransactions.listByWithdrawal(refund.id))
    expect(stored).toEqual([])
  })

  it('a refund whose order becomes FROZEN on a server that knows no refunds is held by the transaction that would sign it', async () => {
    const world = await RefundWorld.begin(engine)
    const refund = await world.refund()
    const { side } = world.network
    await side.script(
      `UPDATE orders SET status = 'FROZEN', frozen_reason = 'compliance' WHERE id = '${world.order.id}'`,
    )
    await world.pass()
    expect(await world.now(refund)).toMatchObject(HELD)
    expect(world.sender.broadcasts).toEqual([])
  })

  it('a refund whose order becomes FROZEN after an approval waits for another one', async () => {
    const world = await RefundWorld.begin(engine)
    const refund = await world.refund()
    await world.network.side.script(
      `UPDATE withdrawals SET status = 'REVIEW', review_reason = 'auto_limit' WHERE id = '${refund.id}'`,
    )
    await world.approve(refund)
    await world.freeze()
    await world.pass()
    expect(await world.now(refund)).toMatchObject(HELD)
  })

  it('a refund whose order becomes FROZEN and is cleared waits for its own approval', async () => {
    const world = await RefundWorld.begin(engine)
    const refund = await world.refund()
    await world.freeze()
    await world.network.store.write((tx) => clearOrder(tx, world.context, world.order.id, MANDATE))
    await world.pass()
    expect(await world.now(refund)).toMatchObject(HELD)
  })

  it('a refund whose order becomes FROZEN once it is signed is sent', async () => {
    const world = await RefundWorld.begin(engine)
    const refund = await world.refund()
    await world.tick()
    await world.freeze()
    await world.pass()
    expect(await world.now(refund)).toMatchObject({ status: 'BROADCAST', reviewReason: null })
  })

  describe('and whose payment expires in no block', () => {
    /** Begins a refund whose payment will expire, of an order that is FROZEN and was approved. */
    async function approved() {
      const world = await RefundWorld.begin(engine)
      world.sender.expiresAt = world.network.clock.now()
      const refund = await world.refund()
      await world.freeze()
      await world.approve(refund)
      return { world, refund }
    }

    /** Lets the payment expire. @returns how often it was signed again */
    async function expire(world: RefundWorld, { id }: Withdrawal) {
      const fate = {
        kind: 'dead',
        failureCode: 'expired_unbroadcast',
        isForeign: false,
        isAgreed: true,
      } as const
      world.sender.fates.set(id, fate)
      await world.pass()
      return (await world.network.store.read((tx) => tx.signedTransactions.findVersions(id)))?.others.length
    }

    it('is signed again where it was approved after that', async () => {
      const { world, refund } = await approved()
      await world.tick()
      expect(await expire(world, refund)).toBeGreaterThan(0)
    })

    it('is signed again where the approved payment first waited for tokens', async () => {
      const { world, refund } = await approved()
      world.sender.unsigned.set(refund.id, { notNow: 'funds' })
      await world.pass()
      expect(await world.now(refund)).toMatchObject({ reviewReason: 'funds' })
      world.sender.unsigned.clear()
      await world.pass()
      expect(await expire(world, refund)).toBeGreaterThan(0)
    })

    it('waits for a decision where the order became FROZEN once it was signed', async () => {
      const world = await RefundWorld.begin(engine)
      world.sender.expiresAt = world.network.clock.now()
      const refund = await world.refund()
      await world.tick()
      await world.freeze()
      expect(await expire(world, refund)).toBe(0)
    })

    it('waits for a decision where the order was cleared and became FROZEN again', async () => {
      const { world, refund } = await approved()
      await world.tick()
      world.network.clock.businessAt += 1_000
      await world.network.store.write((tx) => clearOrder(tx, world.context, world.order.id, MANDATE))
      await world.freezeAgain()
      expect(await expire(world, refund)).toBe(0)
    })
  })
})
