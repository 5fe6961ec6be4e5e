/** Refunds whose order becomes FROZEN before, while and after they are signed. */
import { describe, expect, it } from 'vitest'
import type { SeenTransfer } from '../../../src/domain/chain/transfer.js'
import type { OnChainOrder } from '../../../src/domain/orders/order.js'
import { clearOrder } from '../../../src/domain/orders/order-reviews.js'
import { createRefund } from '../../../src/domain/orders/refunds.js'
import type { Refund, Withdrawal } from '../../../src/domain/withdrawals/withdrawal.js'
import { approveWithdrawal } from '../../../src/domain/withdrawals/withdrawal-reviews.js'
import { withdrawalSender } from '../../../src/workers/withdrawals/withdrawal-sender.js'
import { MadeUpNetwork } from '../../support/chain/made-up-network.js'
import { ENGINES, type Engine } from '../../support/storage/engines.js'
import { ScriptedSender } from '../../support/withdrawals/scripted-sender.js'
import { PAYEE } from '../../support/withdrawals/withdrawals.js'

const SHOP = { merchantId: 'shop', environment: 'test' } as const
const ID = { environment: 'test', network: 'TRC20' } as const
const MANDATE = { actor: 'ada', reason: 'a test' } as const

/** A refund of a paid order, and the worker that signs it. */
class RefundWorld {
  readonly sender = new ScriptedSender()
  private readonly worker

  private constructor(
    readonly network: MadeUpNetwork,
    readonly order: OnChainOrder,
    readonly transfer: SeenTransfer,
  ) {
    const chain = this.context.chain()
    this.worker = withdrawalSender(network.store, this.context, chain, {
      everyMs: 1_000,
      isProven: () => true,
    })
  }

  static async begin(engine: Engine): Promise<RefundWorld> {
    const network = await MadeUpNetwork.open(engine)
    const order = await network.order()
    const other = await network.order()
    const transfer = network.transfer(order, '25', network.block(2))
    await network.forward(2, transfer, network.transfer(other, '26', network.block(2)))
    await network.forward(4)
    return new RefundWorld(network, order, transfer)
  }

  get context() {
    const chain = this.network.context.chain(ID)
    if (!chain) throw new Error('there is no network')
    const signing = { ...chain, sender: this.sender }
    return { ...this.network.context, chain: () => signing }
  }

  async refund(): Promise<Refund> {
    const { network, context, order } = this
    const input = {
      amount: '10',
      includesFee: false,
      destinationAddress: PAYEE.TRC20,
      description: undefined,
      idempotencyKey: undefined,
      madeBy: { name: 'mk', operator: null },
    }
    return (await network.store.write((tx) => createRefund(tx, context, SHOP, order.id, input))).refund
  }

  tick(): Promise<number> {
    return this.worker.tick(new AbortController().signal)
  }

  freeze(): Promise<void> {
    return this.network.flag(this.transfer)
  }

  async now({ id }: Withdrawal): Promise<Withdrawal> {
    const found = await this.network.store.read((tx) => tx.withdrawals.find(id))
    if (!found) throw new Error(`no withdrawal ${id}`)
    return found
  }

  async approve(refund: Withdrawal): Promise<void> {
    const { id, version } = await this.now(refund)
    await this.network.store.write((tx) => approveWithdrawal(tx, this.context, { id, version }, MANDATE))
  }

  /** Lets the sender look a few times, over more than the delay of a retry. */
  async pass(): Promise<void> {
    for (let ticks = 0; ticks < 3; ticks += 1) {
      await this.tick()
      this.network.clock.businessAt += 60_000
    }
  }
}

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
})
