import { sandboxAddress } from '../../../src/chain/sandbox/sandbox-addresses.js'
import { merchantBalances } from '../../../src/domain/ledger/ledger.js'
import type { Order } from '../../../src/domain/orders/order.js'
import { createRefund } from '../../../src/domain/orders/refunds.js'
import {
  createAppPayment,
  settleAppPayment,
  voidAppPayment,
} from '../../../src/domain/payments/app-payments.js'
import { formatUsdt, usdt } from '../../../src/domain/shared/money.js'
import { cancelWithdrawal, createWithdrawal, tryApply } from '../../../src/domain/withdrawals/withdrawals.js'
import type { Dice } from './dice.js'
import { type LedgerWorld, NETWORKS } from './world.js'

/** 1e-6 USDT, the smallest amount that a network can move. */
const CHAIN_STEP = 100n
const NOTHING = { description: undefined, metadata: undefined, webhookUrl: undefined }
const PLACES = ['payer', 'payer', 'payer', 'payer', 'reverts', 'never-mined', 'blacklisted'] as const

/** Random operations on balances apart from on-chain payments: withdrawals, refunds and app payments. */
export class BalanceOperations {
  private readonly withdrawalIds: string[] = []
  private readonly paymentIds: string[] = []

  constructor(
    private readonly world: LedgerWorld,
    private readonly dice: Dice,
  ) {}

  async withdraw(): Promise<void> {
    const { world, dice } = this
    const network = dice.pick(NETWORKS)
    const caller = dice.pick(world.callers)
    const { available } = await world.store.read((tx) => merchantBalances(tx, caller))
    const { fee } = world.context.policy.withdrawals[network]
    // A withdrawal of the whole balance leaves a shortfall when a deposit is reversed later.
    const all = available > fee ? (available - fee) / CHAIN_STEP : 0n
    const steps = dice.pick([
      all,
      all,
      dice.between(10_000_000n, 400_000_000n),
      dice.between(1n, 90_000_000n),
    ])
    const input = {
      ...NOTHING,
      amount: formatUsdt(usdt(steps * CHAIN_STEP)),
      network,
      destinationAddress: sandboxAddress(network, dice.pick(PLACES)),
      idempotencyKey: this.world.key(dice),
    }
    const { withdrawal } = await world.store.write((tx) => createWithdrawal(tx, world.context, caller, input))
    this.withdrawalIds.push(withdrawal.id)
  }

  /** Refunds a part of an order, all of it, or the amount that is the default. */
  async refund(order: Order): Promise<void> {
    const { world, dice } = this
    if (order.kind === 'app') return
    const steps = dice.pick([order.credited / CHAIN_STEP, dice.between(1_000_000n, 200_000_000n)])
    const input = {
      amount: dice.chance(40) ? undefined : formatUsdt(usdt((steps > 0n ? steps : 1n) * CHAIN_STEP)),
      includesFee: steps % 5n === 1n,
      destinationAddress: sandboxAddress(order.network, dice.pick(PLACES)),
      description: undefined,
      idempotencyKey: world.key(dice),
      madeBy: { name: 'mk', operator: null },
    }
    const { refund } = await world.store.write((tx) =>
      createRefund(tx, world.context, order, order.id, input),
    )
    this.withdrawalIds.push(refund.id)
  }

  /** Cancels a withdrawal as the merchant, or approves or rejects it as the operator. */
  async decideWithdrawal(): Promise<void> {
    if (this.withdrawalIds.length === 0) return
    const { store, context } = this.world
    const id = this.dice.pick(this.withdrawalIds.slice(-4))
    const choice = this.dice.below(4)
    await store.write(async (tx) => {
      const withdrawal = await tx.withdrawals.lock(id)
      if (!withdrawal) return
      if (choice === 0) await cancelWithdrawal(tx, context, withdrawal, id)
      else if (choice > 1) await tryApply(tx, context, withdrawal, { kind: 'approved' })
      else await tryApply(tx, context, withdrawal, { kind: 'failed', failureCode: 'rejected' })
    })
  }

  async payInApp(): Promise<void> {
    const { world, dice } = this
    const open = [...world.orders.values()].filter(({ kind, status }) => kind === 'app' && status === 'OPEN')
    if (open.length === 0) return
    const order = dice.pick(open)
    const amount = order.amount === null ? formatUsdt(usdt(dice.between(1n, 900n) * 1_000_000n)) : undefined
    const payment = {
      amount,
      payerReference: `payer ${dice.below(5)}`,
      remark: null,
      isSettled: dice.chance(30),
    }
    const made = await world.store.write((tx) => createAppPayment(tx, world.context, order.id, payment))
    this.paymentIds.push(made.payment.id)
  }

  async resolvePayment(): Promise<void> {
    if (this.paymentIds.length === 0) return
    const { store, context } = this.world
    const id = this.dice.pick(this.paymentIds.slice(-8))
    const resolve = this.dice.chance(60) ? settleAppPayment : voidAppPayment
    await store.write((tx) => resolve(tx, context, id))
  }
}
