/** Refunds whose order becomes FROZEN before, while and after they are signed. */
import { describe, expect, it } from 'vitest'
import { clearOrder } from '../../../src/domain/orders/order-reviews.js'
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
    /**
     * Signs a refund whose payment expires.
     *
     * @param freezesAt before its approval, or once it is signed
     * @returns how often it was signed again
     */
    async function expire(freezesAt: 'first' | 'last') {
      const world = await RefundWorld.begin(engine)
      world.sender.expiresAt = world.network.clock.now()
      const refund = await world.refund()
      if (freezesAt === 'first') {
        await world.freeze()
        await world.approve(refund)
      }
      await world.tick()
      if (freezesAt === 'last') await world.freeze()
      const fate = {
        kind: 'dead',
        failureCode: 'expired_unbroadcast',
        isForeign: false,
        isAgreed: true,
      } as const
      world.sender.fates.set(refund.id, fate)
      await world.pass()
      const versions = await world.network.store.read((tx) => tx.signedTransactions.findVersions(refund.id))
      return versions?.others.length
    }

    it('is signed again where it was approved for the frozen order', async () => {
      expect(await expire('first')).toBeGreaterThan(0)
    })

    it('waits for a decision about the order where the order became FROZEN later', async () => {
      expect(await expire('last')).toBe(0)
    })
  })
})
