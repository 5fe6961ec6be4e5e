import { CUSTODY_LIMIT } from '../../../src/domain/ledger/ledger.js'
import type { OnChainOrder, Order } from '../../../src/domain/orders/order.js'
import { OrderUnitOfWork } from '../../../src/domain/orders/order-unit-of-work.js'
import { createAppOrder, createOrder } from '../../../src/domain/orders/orders.js'
import { recordStep } from '../../../src/domain/payments/step/record-step.js'
import { type Simulation, simulate } from '../../../src/domain/sandbox/sandbox.js'
import type { SandboxTransfer } from '../../../src/domain/sandbox/sandbox-transfer.js'
import { DomainError } from '../../../src/domain/shared/errors.js'
import { formatScaled, formatUsdt, subtract, type Usdt, usdt } from '../../../src/domain/shared/money.js'
import type { Tx } from '../../../src/domain/store/unit-of-work.js'
import { watchedAddresses } from '../../../src/workers/chain/watched-addresses.js'
import { allFinal, nextAfter } from '../chain/stub-chain.js'
import { NO_FIELDS } from '../domain/order-input.js'
import { BalanceOperations } from './balance-operations.js'
import type { Dice } from './dice.js'
import { BLOCK_MS, type LedgerWorld, NETWORKS } from './world.js'

/** 1e-6 USDT, the smallest amount that a network can move. */
const CHAIN_STEP = 100n
const USDT = 100_000_000n
/** Operations choose among this many newest orders, so that they often meet at the same order. */
const RECENT = 40
const ACTIONS = [
  'pay',
  'authorise',
  'underpay',
  'overpay',
  'late_pay',
  'expire',
  'freeze',
  'reorg',
] as const satisfies Simulation['action'][]

/** Runs random operations against a service, chosen by the dice. */
export class Operations {
  /** How often each operation ran and each error code came up. */
  readonly tally = new Map<string, number>()
  private readonly orderIds: string[] = []
  private readonly dropped: SandboxTransfer[] = []
  private readonly balances: BalanceOperations

  constructor(
    private readonly world: LedgerWorld,
    private readonly dice: Dice,
  ) {
    this.balances = new BalanceOperations(world, dice)
  }

  /** Runs one operation. @returns its name */
  async next(): Promise<string> {
    const name = this.orderIds.length === 0 ? 'createOrder' : this.dice.pick(this.choices)
    this.count(name)
    try {
      await this.table[name]()
    } catch (error) {
      // An error of the domain is a valid answer; it must leave nothing behind.
      if (!(error instanceof DomainError)) throw error
      this.count(`failed: ${error.code}`)
    }
    return name
  }

  private readonly table = {
    createOrder: () => this.createOrder(),
    createAppOrder: () => this.createAppOrder(),
    pay: () => this.pay(this.recentOrder()),
    payFlagged: () => this.pay(this.recentOrder(), { isFlagged: true }),
    payTooMuch: () => this.pay(this.recentOrder(), { value: usdt(CUSTODY_LIMIT + CHAIN_STEP) }),
    payAnyOrder: () => this.pay(this.dice.pick(this.allOrders())),
    drop: () => this.drop(),
    reland: () => this.reland(),
    flag: () => this.flag(),
    endReview: () => this.endReview(),
    simulate: () => this.simulate(),
    withdraw: () => this.balances.withdraw(),
    refund: () => this.balances.refund(this.recentOrder()),
    decideWithdrawal: () => this.balances.decideWithdrawal(),
    payInApp: () => this.balances.payInApp(),
    resolvePayment: () => this.balances.resolvePayment(),
    passBlock: () => this.pass(1),
    passBlocks: () => this.pass(1 + this.dice.below(8)),
    passWindow: () => this.pass(40),
    tickOne: () => this.tick(),
    loseStep: () => this.loseStep(),
  }
  private readonly choices = weighted<keyof typeof this.table>({
    createOrder: 12,
    createAppOrder: 5,
    pay: 22,
    payFlagged: 2,
    payTooMuch: 1,
    payAnyOrder: 4,
    drop: 5,
    reland: 4,
    flag: 1,
    endReview: 6,
    simulate: 8,
    withdraw: 7,
    refund: 8,
    decideWithdrawal: 5,
    payInApp: 7,
    resolvePayment: 6,
    passBlock: 14,
    passBlocks: 8,
    passWindow: 1,
    tickOne: 6,
    loseStep: 2,
  })

  private async createOrder(): Promise<void> {
    const { world, dice } = this
    const amount = formatUsdt(usdt(dice.between(10_000_001n, 900_000_000n) * CHAIN_STEP))
    const tolerance = dice.pick([undefined, 0, 0.01, 0.5])
    const input = {
      ...NO_FIELDS,
      amount,
      tolerance,
      network: dice.pick(NETWORKS),
      idempotencyKey: this.world.key(this.dice),
    }
    const { order, replayed } = await world.store.write((tx) =>
      createOrder(tx, world.context, dice.pick(world.callers), input),
    )
    if (!replayed) this.begin(order)
  }

  private async createAppOrder(): Promise<void> {
    const { world, dice } = this
    const scale = dice.pick([2, 6, 8])
    const step = 10n ** BigInt(8 - scale)
    const amount = formatScaled(usdt((dice.between(USDT, 5_000n * USDT) / step) * step), scale)
    const mode = dice.chance(50)
      ? ({ amountMode: 'FIXED', amount } as const)
      : ({ amountMode: 'CUSTOM', amount: undefined } as const)
    const input = { ...NO_FIELDS, ...mode, idempotencyKey: this.world.key(this.dice) }
    const caller = dice.pick(world.callers)
    const { order, replayed } = await world.store.write((tx) =>
      createAppOrder(tx, world.context, caller, input),
    )
    if (!replayed) this.begin(order)
  }

  private async pay(
    order: Order,
    { value = this.someValue(order), isFlagged = false }: { value?: Usdt; isFlagged?: boolean } = {},
  ): Promise<void> {
    if (order.kind === 'app') return
    const { world } = this
    await world.store.write(async (tx) => {
      const cursor = await tx.cursors.find({ environment: 'test', network: order.network })
      if (!cursor) throw new Error('the network has no cursor')
      const payment = { to: order.address.address, value, cursor: cursor.block, isFlagged }
      await world.chain(order.network).pay(tx, payment)
    })
  }

  /** Returns the missing amount, a part of it, one step less, or more. */
  private someValue(order: Order): Usdt {
    const { dice } = this
    const asked = order.amount ?? usdt(25n * USDT)
    const missing = order.received < asked ? subtract(asked, order.received) : asked
    const steps = missing / CHAIN_STEP
    const chosen = dice.pick([
      steps,
      steps,
      steps - 1n,
      dice.between(1n, steps),
      dice.between(1n, steps),
      steps + dice.between(1n, 50_000_000n),
      1n,
    ])
    return usdt((chosen > 0n ? chosen : 1n) * CHAIN_STEP)
  }

  /** Drops a random payment of the last 30 blocks from its network, as a reorg does. */
  private async drop(): Promise<void> {
    const { world, dice } = this
    const network = dice.pick(NETWORKS)
    const chain = world.chain(network)
    const { number } = await chain.head()
    const id = { environment: 'test', network } as const
    await world.store.write(async (tx) => {
      const range = { after: Math.max(number - 30, 0), upTo: number + 1, limit: 200 }
      const sent = await tx.sandbox.listTransfers(id, range)
      const payments = sent.filter(({ from }) => from !== chain.sender?.wallet)
      if (payments.length === 0) return
      const lost = dice.pick(payments)
      await chain.drop(tx, lost)
      this.dropped.push(lost)
    })
  }

  /** Puts a dropped payment into a later block, as the same transfer. */
  private async reland(): Promise<void> {
    const lost = this.dropped.pop()
    if (!lost) return
    const { world } = this
    const { number, timeAt } = await world.chain(lost.network).head()
    await world.store.write(async (tx) => {
      const cursor = await tx.cursors.find(lost)
      const blockNumber = Math.max(number, cursor?.block.number ?? 0) + 1
      const blockTimeAt = timeAt + (blockNumber - number) * BLOCK_MS
      await tx.sandbox.insertTransfer({ ...lost, blockNumber, blockTimeAt })
    })
  }

  private async flag(): Promise<void> {
    await this.decide(this.recentOrder(), async (tx, order, unitOfWork) => {
      const transfers = await tx.transfers.listByOrder(order.id)
      const isPaid = transfers.some(({ orphanedAt }) => orphanedAt === null)
      if (isPaid) await unitOfWork.tryApply(order, { kind: 'flagged' })
    })
  }

  private async endReview(): Promise<void> {
    const frozen = this.allOrders().filter(({ status, rejectedAt }) => status === 'FROZEN' && !rejectedAt)
    if (frozen.length === 0) return
    const isRejected = this.dice.chance(20)
    await this.decide(this.dice.pick(frozen), async (tx, order, unitOfWork) => {
      const inFlight = (await tx.transfers.countInFlight(order.id, 1)) > 0
      await unitOfWork.apply(order, isRejected ? { kind: 'rejected' } : { kind: 'cleared', inFlight })
    })
  }

  private async decide(
    { id }: Order,
    work: (tx: Tx, order: OnChainOrder, unitOfWork: OrderUnitOfWork) => Promise<void>,
  ): Promise<void> {
    const { store, context } = this.world
    await store.write(async (tx) => {
      const order = await tx.orders.lock(id)
      if (order?.kind !== 'on-chain') return
      const unitOfWork = new OrderUnitOfWork(tx, context)
      await work(tx, order, unitOfWork)
      await unitOfWork.post()
    })
  }

  private async simulate(): Promise<void> {
    const { store, context } = this.world
    const { id } = this.recentOrder()
    const action = this.dice.pick(ACTIONS)
    await store.write(async (tx) => {
      const order = await tx.orders.lock(id)
      if (!order) return
      const isCustom = order.kind === 'app' && order.amount === null
      const amount = isCustom && (action === 'pay' || action === 'authorise') ? '12.34' : undefined
      await simulate(tx, context, order, order.id, { action, amount, remark: undefined })
    })
  }

  private async pass(blocks: number): Promise<void> {
    this.world.pass(blocks)
    for (const worker of this.world.workers) {
      if (this.dice.chance(85)) await worker.tick(new AbortController().signal)
    }
  }

  private async tick(): Promise<void> {
    await this.dice.pick(this.world.workers).tick(new AbortController().signal)
  }

  /** Records a step and then loses its transaction: none of it may remain. */
  private async loseStep(): Promise<void> {
    const { world, dice } = this
    const id = { environment: 'test', network: dice.pick(NETWORKS) } as const
    const cursor = await world.store.read((tx) => tx.cursors.find(id))
    if (!cursor) throw new Error('the network has no cursor')
    const step = await nextAfter(
      world.chain(id.network),
      cursor.block,
      watchedAddresses(world.store, world.context, world.chain(id.network)),
    )
    if (step.kind === 'idle' || step.kind === 'halt') return
    const outage = new Error('power failure')
    const lost = world.store.write(async (tx) => {
      const finality = await allFinal(tx, world.context, world.chain(id.network), step)
      await recordStep(tx, world.context, cursor, step, finality)
      throw outage
    })
    await lost.catch((error: unknown) => {
      if (error !== outage) throw error
    })
  }

  private begin(order: Order): void {
    this.world.add(order)
    this.orderIds.push(order.id)
  }

  private allOrders(): Order[] {
    return [...this.world.orders.values()]
  }

  private recentOrder(): Order {
    const order = this.world.orders.get(this.dice.pick(this.orderIds.slice(-RECENT)))
    if (!order) throw new Error('the order is missing')
    return order
  }

  private count(event: string): void {
    this.tally.set(event, (this.tally.get(event) ?? 0) + 1)
  }
}

const weighted = <Name extends string>(weights: Record<Name, number>): Name[] =>
  (Object.entries(weights) as [Name, number][]) // the keys are the names
    .flatMap(([name, weight]) => Array.from({ length: weight }, () => name))
