import type { Context } from '../context.js'
import { merchantBalances } from '../ledger/ledger.js'
import type { OnChainOrder, Order } from '../orders/order.js'
import { endWindowAt, notPossible, windowIsOver } from '../orders/order-window.js'
import { DomainError } from '../shared/errors.js'
import { add, formatUsdt, subtract, type Usdt, usdt, ZERO } from '../shared/money.js'
import type { BlockRef, Instant, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { SandboxChain } from './sandbox-chain.js'

/** Default excess of `overpay`: 10 USDT. */
const OVERPAYMENT = usdt(1_000_000_000n)
/** Maximum test balance of a merchant: 10,000,000 USDT. */
const TEST_FUNDS_LIMIT = usdt(1_000_000_000_000_000n)
/** Maximum depth of a simulated reorganisation. All blocks above are read again, for all merchants. */
const REORG_BLOCKS = 256
const CHAIN_STEP = 100n
const USE_LATE_PAY = '; use late_pay'

const notThatAmount = (detail: string) => new DomainError('invalid_amount', { param: 'amount', detail })

/** A sandbox network with its newest recorded block. */
export interface Sandbox {
  readonly chain: SandboxChain
  readonly block: BlockRef
}

/** Simulated actions on an on-chain order. All throw action_not_possible if the order's state does not allow them. */
export class SandboxActions {
  constructor(
    private readonly tx: Tx,
    private readonly context: Context,
    private readonly sandbox: Sandbox,
    private readonly order: OnChainOrder,
  ) {}

  /** Pays in time: `amount`, or the missing amount. */
  async pay(amount: Usdt | undefined): Promise<Order> {
    if (this.order.status === 'PAID') {
      await this.send(amount ?? this.order.amount, false)
      return this.order
    }
    return this.payInTime(amount ?? this.missing())
  }

  private async payInTime(value: Usdt): Promise<Order> {
    this.requireOpen()
    const blockTimeAt = await this.send(value, false)
    if (blockTimeAt >= this.order.expireAt) throw windowIsOver(USE_LATE_PAY)
    return this.order
  }

  /** Pays too little and ends the window. @throws invalid_amount if the amount is enough */
  async underpay(amount: Usdt | undefined): Promise<Order> {
    this.requireOpen()
    const missing = subtract(this.order.minDue, this.order.received)
    const half = usdt((this.order.amount / 2n / CHAIN_STEP) * CHAIN_STEP)
    const value = amount ?? (half < missing ? half : usdt(missing - CHAIN_STEP))
    if (value === ZERO)
      throw new DomainError('action_not_possible', { detail: 'any payment would pay the order' })
    if (value >= missing) throw notThatAmount(`must be less than ${formatUsdt(missing)} USDT`)
    const blockTimeAt = await this.send(value, false)
    if (blockTimeAt >= this.order.expireAt) throw windowIsOver(USE_LATE_PAY)
    return endWindowAt(this.tx, this.context, this.order, blockTimeAt + 1)
  }

  /** Pays more than the missing amount. @throws invalid_amount if the amount is not more */
  async overpay(amount: Usdt | undefined): Promise<Order> {
    if (amount !== undefined && amount <= this.missing())
      throw notThatAmount(`must be greater than ${formatUsdt(this.missing())} USDT`)
    return this.payInTime(amount ?? add(this.missing(), OVERPAYMENT))
  }

  /** Pays after the end of the window, ending it if necessary. */
  async payLate(amount: Usdt | undefined): Promise<Order> {
    this.require('OPEN', 'EXPIRED', 'UNDERPAID')
    await this.send(amount ?? this.missing(), false)
    if (this.order.status !== 'OPEN') return this.order
    return endWindowAt(this.tx, this.context, this.order, this.sandbox.block.timeAt)
  }

  /** Pays from a blacklisted address, which freezes the order. */
  async freeze(amount: Usdt | undefined): Promise<Order> {
    this.require('OPEN', 'CONFIRMING', 'PAID', 'EXPIRED', 'UNDERPAID', 'EXPIRED_PAID')
    await this.send(amount ?? this.missing(), true)
    return this.order
  }

  /** Ends the window now. */
  expire(): Promise<Order> {
    this.require('OPEN')
    return endWindowAt(this.tx, this.context, this.order, this.context.clock.now())
  }

  /** Removes the newest payment from the chain. */
  async reorg(): Promise<Order> {
    const transfers = await this.tx.transfers.listByOrder(this.order.id)
    const newest = transfers.filter(({ orphanedAt }) => orphanedAt === null).at(-1)
    const isReachable = newest && newest.block.number >= this.sandbox.block.number - REORG_BLOCKS
    if (!newest || !isReachable) throw notPossible(this.order, ' and has no payment to remove')
    await this.sandbox.chain.drop(this.tx, { txHash: newest.txHash, blockNumber: newest.block.number })
    return this.order
  }

  /** Sends a transfer that lands in the sandbox's next block. @returns the time of that block */
  private async send(value: Usdt, isFlagged: boolean): Promise<Instant> {
    const { tx, sandbox, order } = this
    const { environment, network, merchantId } = order
    const after = sandbox.block.number - sandbox.chain.depth + 1
    const pending = await tx.sandbox.sumPaid({ environment, network, merchantId, after })
    await requireTestFunds(tx, order, pending + value)
    const payment = { to: order.address.address, value, cursor: sandbox.block, isFlagged }
    const block = await sandbox.chain.pay(tx, payment)
    return block.timeAt
  }

  /** The missing amount of the order, or its whole amount if nothing is missing. */
  private missing(): Usdt {
    const { amount, received } = this.order
    return received < amount ? subtract(amount, received) : amount
  }

  private require(...statuses: readonly Order['status'][]): void {
    if (!statuses.includes(this.order.status)) throw notPossible(this.order)
  }

  /** Late payments have an action of their own. */
  private requireOpen(): void {
    const { status } = this.order
    if (status === 'EXPIRED' || status === 'UNDERPAID') throw notPossible(this.order, USE_LATE_PAY)
    this.require('OPEN')
  }
}

/** Enforces the maximum test balance of a merchant, because all merchants share the custody cap. @throws action_not_possible */
export async function requireTestFunds(tx: Tx, scope: Scope, more: bigint): Promise<void> {
  const { available, held, frozen } = await merchantBalances(tx, scope)
  if (available + held + frozen + more > TEST_FUNDS_LIMIT) {
    const detail = `a test balance holds at most ${formatUsdt(TEST_FUNDS_LIMIT)} USDT`
    throw new DomainError('action_not_possible', { detail })
  }
}
