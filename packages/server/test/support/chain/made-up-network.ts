import { openSandbox } from '../../../src/chain/sandbox/sandbox.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { RecordableStep } from '../../../src/domain/chain/scan-step.js'
import type { SeenTransfer } from '../../../src/domain/chain/transfer.js'
import type { Context } from '../../../src/domain/context.js'
import type { OnChainOrder, Order } from '../../../src/domain/orders/order.js'
import type { OrderFact } from '../../../src/domain/orders/order-fact.js'
import { OrderUnitOfWork } from '../../../src/domain/orders/order-unit-of-work.js'
import { createOrder } from '../../../src/domain/orders/orders.js'
import { recordStep } from '../../../src/domain/payments/step/record-step.js'
import { recordVerdicts } from '../../../src/domain/screening/transfer-screening.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import type { BlockRef, ChainId } from '../../../src/domain/shared/types.js'
import type { Store } from '../../../src/domain/store/store.js'
import { startCursor } from '../../../src/workers/chain/chain-watcher.js'
import { amount, contextAt, type HandClock, handClock, START } from '../domain/context.js'
import { orderInput } from '../domain/order-input.js'
import { type Engine, openDatabase, type Side } from '../storage/engines.js'
import { merchant } from '../storage/store-rows.js'
import { allFinal, NOTHING_SEEN } from './stub-chain.js'

const ID: ChainId = { environment: 'test', network: 'TRC20' }
const BLOCK_MS = 3_000

/** A network whose steps a test writes, recorded by the code that records real ones. Depth is 3, block 1 exists. */
export class MadeUpNetwork {
  private constructor(
    readonly store: Store,
    /** Another connection to the database under the store. */
    readonly side: Side,
    readonly context: Context,
    readonly clock: HandClock,
    private readonly chain: Chain,
  ) {}

  static async open(engine: Engine = 'sqlite'): Promise<MadeUpNetwork> {
    const { store, side } = await openDatabase(engine)
    const clock = handClock()
    const bare = contextAt(clock)
    const chain = await openSandbox({ ...ID, store, clock, ids: bare.ids, blockMs: BLOCK_MS })
    await startCursor(store, chain, new AbortController().signal)
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    // The test writes the steps, so the chain must not check whether they are current.
    const { isStepCurrent: _, ...madeUp } = chain
    const context = { ...bare, chain: () => madeUp, sandbox: () => chain }
    return new MadeUpNetwork(store, await side(), context, clock, madeUp)
  }

  /** Creates an order of 25.00 USDT with 1 % tolerance, open for 30 minutes: 600 blocks. */
  async order(webhookUrl?: string): Promise<OnChainOrder> {
    const caller = {
      merchantId: 'shop',
      environment: 'test',
      keyId: 'mk',
      scopes: KEY_SCOPES,
      issuedBy: null,
      merchant: merchant('shop'),
    } as const
    const input = orderInput({ webhookUrl, network: ID.network })
    const { order } = await this.store.write((tx) => createOrder(tx, this.context, caller, input))
    return order
  }

  /** Returns block `number` of a branch; the first branch has no name. */
  block(number: number, branch = ''): BlockRef {
    return { number, hash: `${number}${branch}`, timeAt: START + (number - 1) * BLOCK_MS }
  }

  transfer(
    { address: { address: to } }: OnChainOrder,
    text: string,
    block: BlockRef,
    more: Partial<SeenTransfer> = {},
  ): SeenTransfer {
    return {
      txHash: `tx of ${text} in ${block.number}`,
      logIndex: 0,
      from: 'payer',
      to,
      origin: null,
      value: amount(text),
      block,
      ...more,
    }
  }

  forward(to: number | BlockRef, ...transfers: SeenTransfer[]): Promise<number | undefined> {
    const block = typeof to === 'number' ? this.block(to) : to
    return this.record({ ...NOTHING_SEEN, kind: 'forward', to: block, transfers })
  }

  rewind(after: number, to: BlockRef, ...transfers: SeenTransfer[]): Promise<number | undefined> {
    return this.record({ ...NOTHING_SEEN, kind: 'rewind', after: this.block(after), to, transfers })
  }

  /** Flags a recorded transfer, as its screening does. */
  async flag(seen: SeenTransfer): Promise<void> {
    await this.store.write(async (tx) => {
      const transfer = await tx.transfers.find({ ...ID, ...seen })
      if (!transfer) throw new Error('the transfer is not recorded')
      const verdicts = [{ source: 'deny_file', verdict: 'flag', reference: seen.from }] as const
      await recordVerdicts(tx, this.context, ID, [{ transfer, verdicts, isComplete: true }])
    })
  }

  /** Reads an order again. */
  async now({ id }: OnChainOrder): Promise<OnChainOrder> {
    const order = await this.store.read((tx) => tx.orders.find(id))
    if (order?.kind !== 'on-chain') throw new Error(`no on-chain order ${id}`)
    return order
  }

  /** Applies a fact to an order. */
  async apply({ id }: Order, fact: OrderFact): Promise<void> {
    await this.store.write(async (tx) => {
      const order = await tx.orders.lock(id)
      if (!order) throw new Error(`no order ${id}`)
      const unitOfWork = new OrderUnitOfWork(tx, this.context)
      await unitOfWork.apply(order, fact)
      await unitOfWork.post()
    })
  }

  private record(step: RecordableStep): Promise<number | undefined> {
    return this.store.write(async (tx) => {
      const cursor = await tx.cursors.find(ID)
      if (!cursor) throw new Error('the network has no cursor')
      const finality = await allFinal(tx, this.context, this.chain, step)
      return (await recordStep(tx, this.context, cursor, step, finality))?.handled
    })
  }
}
