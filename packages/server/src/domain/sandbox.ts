import { createAppPayment, settleAppPayment, voidAppPayment } from './app-payments.js'
import { DomainError } from './errors.js'
import { merchantBalances } from './ledger.js'
import { add, CHAIN_DECIMALS, parseUsdt, subtract, type Usdt, usdt, ZERO } from './money.js'
import type { AppOrder, OnChainOrder, Order } from './orders.js'
import type { Cursor } from './payments.js'
import type { ChainId, Context, Instant, SandboxChain, Tx } from './ports.js'

/** From block `firstNumber` on, the sandbox makes a block every `blockMs`. */
export interface SandboxEpoch extends ChainId {
  readonly firstNumber: number
  readonly firstAt: Instant
  readonly blockMs: number
  /** Makes the hashes of this chain its own. */
  readonly seed: string
}
export interface SandboxTransfer extends ChainId {
  readonly txHash: string
  readonly from: string
  readonly to: string
  readonly value: Usdt
  readonly blockNumber: number
  /** The time its block was promised for; a later change of the block time does not move it. */
  readonly blockTimeAt: Instant
}

export interface Simulation {
  readonly action: 'pay' | 'authorise' | 'underpay' | 'overpay' | 'late_pay' | 'expire' | 'freeze' | 'reorg'
  readonly amount: string | undefined
  readonly remark: string | undefined
}

/** What `overpay` sends beyond what is missing, unless told: 10 USDT. */
const OVERPAYMENT = usdt(1_000_000_000n)
/** More than this, 1e-8 USDT, no merchant is given to play with. */
const PLAY_MONEY = 200_000_000_000_000_000n
const CHAIN_STEP = 100n

/**
 * Acts on an order of the test environment through the doors that real payments use. The order must be locked.
 *
 * @throws action_not_possible, invalid_parameter, invalid_amount, amount_required, amount_out_of_range
 */
export function simulate(tx: Tx, context: Context, order: Order, simulation: Simulation): Promise<Order> {
  const { action, amount, remark } = simulation
  const takesAmount = action !== 'expire' && action !== 'reorg'
  const takesRemark = order.kind === 'app' && (action === 'pay' || action === 'authorise')
  if (amount !== undefined && !takesAmount)
    throw new DomainError('invalid_parameter', { parameter: 'amount' })
  if (remark !== undefined && !takesRemark)
    throw new DomainError('invalid_parameter', { parameter: 'remark' })
  return order.kind === 'app'
    ? simulateApp(tx, context, order, simulation)
    : simulateChain(tx, context, order, simulation)
}

async function simulateApp(
  tx: Tx,
  context: Context,
  order: AppOrder,
  {
    action,
    amount,
    remark = null,
  }: { action: string; amount: string | undefined; remark?: string | null | undefined },
): Promise<Order> {
  const isAuthorised = order.status === 'PENDING_CONFIRM'
  const standing = isAuthorised ? await tx.appPayments.findStanding(order.id) : undefined
  if (action === 'expire') return expireApp(tx, context, order, standing?.id)
  if (action !== 'pay' && action !== 'authorise') throw new DomainError('action_not_possible')
  if (standing && action === 'pay' && amount === undefined) {
    return (await settleAppPayment(tx, context, standing.id)).order
  }
  const isOver = context.clock.now() >= order.expireAt
  if (order.status !== 'OPEN' || isOver) throw new DomainError('action_not_possible')
  requireAppAmount(order, amount)
  const payerReference = `simulated ${context.ids.uuid()}`
  const authorisation = { amount, payerReference, remark, isSettled: action === 'pay' }
  return (await createAppPayment(tx, context, order.id, authorisation)).order
}

/** Ends the window now; the expirer does the rest, as it would at any other hour. An authorisation goes with it. */
async function expireApp(
  tx: Tx,
  context: Context,
  order: AppOrder,
  paymentId: string | undefined,
): Promise<Order> {
  if (order.status !== 'OPEN' && paymentId === undefined) throw new DomainError('action_not_possible')
  const ended = await endWindowAt(tx, context, order, context.clock.now())
  return paymentId === undefined ? ended : (await voidAppPayment(tx, context, paymentId)).order
}

function requireAppAmount(order: AppOrder, text: string | undefined): void {
  if (order.amount !== null) {
    if (text !== undefined && parseUsdt(text, order.scale) !== order.amount)
      throw new DomainError('invalid_amount')
    return
  }
  if (text === undefined) throw new DomainError('amount_required')
  const amount = readAmount(text, order.scale)
  if (amount < order.amountMin || amount > order.amountMax) throw new DomainError('amount_out_of_range')
}

async function simulateChain(
  tx: Tx,
  context: Context,
  order: OnChainOrder,
  simulation: Simulation,
): Promise<Order> {
  const { environment, network } = order
  const chain = context.sandbox({ environment, network })
  const cursor = await tx.cursors.find({ environment, network })
  if (!chain || !cursor || order.rejectedAt !== null) throw new DomainError('action_not_possible')
  const play = new ChainPlay(tx, context, chain, cursor, order)
  const given = simulation.amount === undefined ? undefined : readAmount(simulation.amount, CHAIN_DECIMALS)
  switch (simulation.action) {
    case 'pay':
      return play.pay(given)
    case 'underpay':
      return play.underpay(given)
    case 'overpay':
      return play.overpay(given)
    case 'late_pay':
      return play.payLate(given)
    case 'freeze':
      return play.freeze(given)
    case 'expire':
      return play.expire()
    case 'reorg':
      return play.reorg()
    default:
      throw new DomainError('action_not_possible')
  }
}

/** What can be done to one on-chain order. */
class ChainPlay {
  constructor(
    private readonly tx: Tx,
    private readonly context: Context,
    private readonly chain: SandboxChain,
    private readonly cursor: Cursor,
    private readonly order: OnChainOrder,
  ) {}

  async pay(given: Usdt | undefined): Promise<Order> {
    this.require('OPEN')
    const blockTimeAt = await this.send(given ?? this.missing(), false)
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
    return this.pay(given ?? add(this.missing(), OVERPAYMENT))
  }

  async payLate(given: Usdt | undefined): Promise<Order> {
    this.require('OPEN', 'EXPIRED', 'UNDERPAID')
    await this.send(given ?? this.missing(), false)
    if (this.order.status !== 'OPEN') return this.order
    return endWindowAt(this.tx, this.context, this.order, this.cursor.block.timeAt)
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
    if (!newest) throw new DomainError('action_not_possible')
    await this.chain.drop(this.tx, { txHash: newest.txHash, blockNumber: newest.block.number })
    return this.order
  }

  /** Sends a transfer that lands in the sandbox's next block. @returns the time of that block */
  private async send(value: Usdt, isFlagged: boolean): Promise<Instant> {
    const { tx, chain, cursor, order } = this
    if ((await this.playMoney()) + value > PLAY_MONEY) throw new DomainError('action_not_possible')
    const block = await chain.pay(tx, { to: order.address.address, value, cursor: cursor.block, isFlagged })
    // A step that the watcher has read but not yet booked does not know this transfer.
    if (!(await tx.cursors.touch(cursor))) throw new Error('cursor moved meanwhile')
    return block.timeAt
  }

  /** What the merchant has, with what is on its way: a network holds only so much, and it is everybody's. */
  private async playMoney(): Promise<bigint> {
    const { tx, order, cursor, chain } = this
    const { environment, network, merchantId } = order
    const { available, held, frozen } = await merchantBalances(tx, order)
    const after = cursor.block.number - chain.depth + 1
    return available + held + frozen + (await tx.sandbox.sumPaid({ environment, network, merchantId, after }))
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

/** Moves the end of an order's own window; the chain's time stays as it is. */
async function endWindowAt<Kind extends Order>(
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
  if (!(await tx.orders.update(changed))) throw new Error(`order ${order.id} changed meanwhile`)
  return changed
}

function readAmount(text: string, maxDecimals: number): Usdt {
  const amount = parseUsdt(text, maxDecimals)
  if (amount === undefined || amount === ZERO) throw new DomainError('invalid_amount')
  return amount
}
