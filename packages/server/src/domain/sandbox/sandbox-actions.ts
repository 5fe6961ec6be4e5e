import type { Context } from '../context.js'
import { merchantBalances } from '../ledger/ledger.js'
import type { OnChainOrder, Order } from '../orders/order.js'
import { DomainError } from '../shared/errors.js'
import { add, subtract, type Usdt, usdt, ZERO } from '../shared/money.js'
import type { BlockRef, Instant, Scope } from '../shared/types.js'
import { SerializationConflict } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'
import type { SandboxChain } from './sandbox-chain.js'

/** What `overpay` sends beyond what is missing, unless told: 10 USDT. */
const OVERPAYMENT = usdt(1_000_000_000n)
/** More than this, 10,000,000 USDT, no merchant is given to play with. */
const TEST_FUNDS_LIMIT = 1_000_000_000_000_000n
/** As deep as a real network is ever followed back: everything above is read anew, for everybody. */
const REORG_BLOCKS = 256
const CHAIN_STEP = 100n

/** A sandbox network and the block up to which it is booked. */
export interface Sandbox {
  readonly chain: SandboxChain
  readonly block: BlockRef
}

/** What can be done to one on-chain order. */
export class SandboxActions {
  constructor(
    private readonly tx: Tx,
    private readonly context: Context,
    private readonly sandbox: Sandbox,
    private readonly order: OnChainOrder,
  ) {}

  async pay(given: Usdt | undefined): Promise<Order> {
    if (this.order.status === 'PAID') {
      await this.send(given ?? this.order.amount, false)
      return this.order
    }
    return this.payInTime(given ?? this.missing())
  }

  private async payInTime(value: Usdt): Promise<Order> {
    this.require('OPEN')
    const blockTimeAt = await this.send(value, false)
    // Paying late is a story of its own; `pay` promises a payment in time.
    if (blockTimeAt >= this.order.expireAt) throw new DomainError('action_not_possible')
    return this.order
  }

  /** Too little, and the window ends right after it. */
  async underpay(given: Usdt | undefined): Promise<Order> {
    this.require('OPEN')
    const lacks = subtract(this.order.minDue, this.order.received)
    const half = usdt((this.order.amount / 2n / CHAIN_STEP) * CHAIN_STEP)
    const value = given ?? (half < lacks ? half : usdt(lacks - CHAIN_STEP))
    if (value === ZERO) throw new DomainError('action_not_possible')
    if (value >= lacks) throw new DomainError('invalid_amount')
    const blockTimeAt = await this.send(value, false)
    if (blockTimeAt >= this.order.expireAt) throw new DomainError('action_not_possible')
    return endWindowAt(this.tx, this.context, this.order, blockTimeAt + 1)
  }

  async overpay(given: Usdt | undefined): Promise<Order> {
    if (given !== undefined && given <= this.missing()) throw new DomainError('invalid_amount')
    return this.payInTime(given ?? add(this.missing(), OVERPAYMENT))
  }

  async payLate(given: Usdt | undefined): Promise<Order> {
    this.require('OPEN', 'EXPIRED', 'UNDERPAID')
    await this.send(given ?? this.missing(), false)
    if (this.order.status !== 'OPEN') return this.order
    return endWindowAt(this.tx, this.context, this.order, this.sandbox.block.timeAt)
  }

  async freeze(given: Usdt | undefined): Promise<Order> {
    this.require('OPEN', 'CONFIRMING', 'PAID', 'EXPIRED', 'UNDERPAID', 'EXPIRED_PAID')
    await this.send(given ?? this.missing(), true)
    return this.order
  }

  expire(): Promise<Order> {
    this.require('OPEN')
    return endWindowAt(this.tx, this.context, this.order, this.context.clock.now())
  }

  /** Takes the newest payment off the chain. */
  async reorg(): Promise<Order> {
    const transfers = await this.tx.transfers.listByOrder(this.order.id)
    const newest = transfers.filter(({ orphanedAt }) => orphanedAt === null).at(-1)
    const isReachable = newest && newest.block.number >= this.sandbox.block.number - REORG_BLOCKS
    if (!newest || !isReachable) throw new DomainError('action_not_possible')
    await this.sandbox.chain.drop(this.tx, { txHash: newest.txHash, blockNumber: newest.block.number })
    return this.order
  }

  /** Sends a transfer that lands in the sandbox's next block. @returns the time of that block */
  private async send(value: Usdt, isFlagged: boolean): Promise<Instant> {
    const { tx, sandbox, order } = this
    const { environment, network, merchantId } = order
    const after = sandbox.block.number - sandbox.chain.depth + 1
    const onItsWay = await tx.sandbox.sumPaid({ environment, network, merchantId, after })
    await requireTestFunds(tx, order, onItsWay + value)
    const payment = { to: order.address.address, value, cursor: sandbox.block, isFlagged }
    const block = await sandbox.chain.pay(tx, payment)
    return block.timeAt
  }

  /** What the order still lacks; its whole amount when it lacks nothing. */
  private missing(): Usdt {
    const { amount, received } = this.order
    return received < amount ? subtract(amount, received) : amount
  }

  private require(...statuses: readonly Order['status'][]): void {
    if (!statuses.includes(this.order.status)) throw new DomainError('action_not_possible')
  }
}

/** The service holds only so much, and it is everybody's: what one merchant is given has an end. @throws action_not_possible */
export async function requireTestFunds(tx: Tx, scope: Scope, more: bigint): Promise<void> {
  const { available, held, frozen } = await merchantBalances(tx, scope)
  if (available + held + frozen + more > TEST_FUNDS_LIMIT) throw new DomainError('action_not_possible')
}

/**
 * Moves the end of an order's own window; the chain's time stays as it is. A test's doing and no fact of the order's life:
 * nothing but the date changes, so the transition table has no row for it.
 */
export async function endWindowAt<Kind extends Order>(
  tx: Tx,
  context: Context,
  order: Kind,
  at: Instant,
): Promise<Kind> {
  const changed = {
    ...order,
    expireAt: order.expireAt < at ? order.expireAt : at,
    updatedAt: context.clock.now(),
    version: order.version + 1,
  }
  if (!(await tx.orders.update(changed)))
    throw new SerializationConflict(`order ${order.id} changed meanwhile`)
  return changed
}
