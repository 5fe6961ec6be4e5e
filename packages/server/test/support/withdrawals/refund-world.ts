import type { SeenTransfer } from '../../../src/domain/chain/transfer.js'
import type { OnChainOrder } from '../../../src/domain/orders/order.js'
import { createRefund } from '../../../src/domain/orders/refunds.js'
import type { Usdt } from '../../../src/domain/shared/money.js'
import type { Refund, Withdrawal } from '../../../src/domain/withdrawals/withdrawal.js'
import { approveWithdrawal } from '../../../src/domain/withdrawals/withdrawal-reviews.js'
import { withdrawalSender } from '../../../src/workers/withdrawals/withdrawal-sender.js'
import { MadeUpNetwork } from '../chain/made-up-network.js'
import type { Engine } from '../storage/engines.js'
import { ScriptedSender } from './scripted-sender.js'
import { PAYEE } from './withdrawals.js'

const SHOP = { merchantId: 'shop', environment: 'test' } as const
const ID = { environment: 'test', network: 'TRC20' } as const
const MANDATE = { actor: 'ada', reason: 'a test' } as const

/** A refund of a paid order, and the worker that signs it. */
export class RefundWorld {
  readonly sender = new ScriptedSender()
  /** Above it two people approve. */
  twoAbove: Usdt | undefined

  private constructor(
    readonly network: MadeUpNetwork,
    readonly order: OnChainOrder,
    readonly transfer: SeenTransfer,
  ) {}

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
    const policy = { ...this.network.context.policy, approvalByTwoAbove: this.twoAbove }
    return { ...this.network.context, policy, chain: () => signing }
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
    const { network, context } = this
    const options = { everyMs: 1_000, isProven: () => true }
    const worker = withdrawalSender(network.store, context, context.chain(), options)
    return worker.tick(new AbortController().signal)
  }

  freeze(): Promise<void> {
    return this.network.flag(this.transfer)
  }

  /** Freezes the order once more, by a further transfer. */
  async freezeAgain(): Promise<void> {
    const { network, order } = this
    const further = network.transfer(order, '1', network.block(5))
    await network.forward(5, further)
    await network.flag(further)
  }

  async now({ id }: Withdrawal): Promise<Withdrawal> {
    const found = await this.network.store.read((tx) => tx.withdrawals.find(id))
    if (!found) throw new Error(`no withdrawal ${id}`)
    return found
  }

  async approve(refund: Withdrawal, actor: string = MANDATE.actor): Promise<void> {
    const { id, version } = await this.now(refund)
    const mandate = { ...MANDATE, actor }
    await this.network.store.write((tx) => approveWithdrawal(tx, this.context, { id, version }, mandate))
  }

  /** Lets the sender look a few times, over more than the delay of a retry. */
  async pass(): Promise<void> {
    for (let ticks = 0; ticks < 3; ticks += 1) {
      await this.tick()
      this.network.clock.businessAt += 60_000
    }
  }
}
