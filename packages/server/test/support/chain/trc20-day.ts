import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CannedReply,
  CannedTronNode,
  sha256,
  transferLog,
} from '../../../../../test-support/nodes/canned-tron-node.js'
import { openScreening } from '../../../src/chain/screening/screening.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import { isDust, type RecordedTransfer } from '../../../src/domain/chain/transfer.js'
import type { Context } from '../../../src/domain/context.js'
import type { OnChainOrder } from '../../../src/domain/orders/order.js'
import { createOrder } from '../../../src/domain/orders/orders.js'
import { NO_SCREENING } from '../../../src/domain/screening/screening.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import type { Store } from '../../../src/domain/store/store.js'
import { openStore } from '../../../src/storage/open.js'
import { chainWatcher, startCursor } from '../../../src/workers/chain/chain-watcher.js'
import { chainOrderExpirer } from '../../../src/workers/orders/order-expirer.js'
import type { Worker } from '../../../src/workers/worker.js'
import { contextAt } from '../domain/context.js'
import { orderInput } from '../domain/order-input.js'
import { encodeTron, HandTime, OURS, OURS_HEX, openTron, TRON_CHAIN_ID, tronHex } from '../nodes/tron.js'
import { makeScratchFolder } from '../storage/scratch-folder.js'
import { merchant } from '../storage/store-rows.js'
import { GENESIS_AT, PAYER, TOKEN } from './trc20-completeness.js'

export const DAILY_CALLS = 90_000
const DAY_MS = 86_400_000
const BLOCK_MS = 3_000
const TICK_MS = 6_000
const PAID_EVERY = 50
const ID = { environment: 'test', network: 'TRC20' } as const
const SHOP = {
  merchantId: 'shop',
  environment: 'test',
  keyId: 'mk_test_1',
  scopes: KEY_SCOPES,
  issuedBy: null,
  merchant: merchant('shop'),
} as const

/** Blocks of the day with a dust transfer of 0.000001 USDT, each from a new address. */
export const DUST = 10_000

/** Load that uses up the calls of the day. */
export interface Burden {
  readonly dust?: number
  /** Number of orders that stay unpaid. */
  readonly unpaid?: number
  /** Whether the address of an order has a balance that no block explains, from the beginning on. */
  readonly hasMismatch?: boolean
}

export interface Day {
  readonly calls: number
  readonly behind: number
  /** The most blocks that the cursor was behind. */
  readonly furthestBehind: number
  readonly credited: number
  readonly paid: number
  /** Payments that were recorded before their block was solidified. */
  readonly shownEarly: number
  readonly dust: number
  readonly creditedDust: number
  readonly expired: number
  /** Conditions that were reported to the operator. */
  readonly conditions: readonly string[]
}

/**
 * Follows a network for a day within a budget of calls, as a server does, with screening where there is dust. `scale`
 * lengthens every interval and reduces the budget by that factor: the same day with fewer blocks.
 */
export async function followDay(scale: number, burden: Burden = {}): Promise<Day> {
  // A database of the whole day does not fit into memory.
  const folder = scale > 1 ? makeScratchFolder() : mkdtempSync(join(tmpdir(), 'merchantpay-day-'))
  const silent = () => undefined
  const database = { engine: 'sqlite', file: join(folder, 'ledger.db') } as const
  const store = await openStore({ database, now: GENESIS_AT, onCommit: silent, onDamage: silent })
  try {
    const day = await TronDay.begin(scale, burden, store)
    await day.pass()
    return await day.report()
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

class TronDay {
  private readonly first: { readonly dust: number; readonly paid: number }
  private readonly early = new Set<string>()
  private readonly conditions = new Set<string>()
  private readonly orders: OnChainOrder[] = []
  private furthestBehind = 0

  private constructor(
    private readonly scale: number,
    private readonly burden: Burden,
    private readonly store: Store,
    private readonly time: HandTime,
    private readonly node: CannedTronNode,
    private readonly context: Context,
    private readonly workers: readonly Worker[],
  ) {
    this.first = { dust: node.head.number + 1, paid: node.solid.number + 1 }
  }

  static async begin(scale: number, burden: Burden, store: Store): Promise<TronDay> {
    const blockMs = BLOCK_MS * scale
    const node = new CannedTronNode({ chainId: TRON_CHAIN_ID, genesisAt: GENESIS_AT - 25 * blockMs, blockMs })
    while (node.head.timeAt < GENESIS_AT) node.mine()
    const time = new HandTime(GENESIS_AT)
    const access = { callsPerDay: DAILY_CALLS / scale, callsPerSecond: 10 }
    const options = { urls: ['http://tron.test'], token: encodeTron(TOKEN), fetch: node.fetch, access }
    // The canned node has no token to ask.
    const verify: Chain['verify'] = async () => ({
      ...{ chainId: TRON_CHAIN_ID, isTokenPaused: false, isTokenDeprecated: false },
    })
    const chain: Chain = { ...(await openTron(options, time)), verify }
    const sources = { denylist: undefined, hook: undefined, warn: () => undefined }
    const screening = burden.dust
      ? openScreening({ ...sources, chain: () => chain, clock: time.clock })
      : NO_SCREENING
    const context: Context = { ...contextAt(time.clock), chain: () => chain, screening }
    await startCursor(store, chain, new AbortController().signal)
    await store.write((tx) => tx.merchants.insert(SHOP.merchant))
    const workers = [chainWatcher(store, context, chain, TICK_MS), chainOrderExpirer(store, context, chain)]
    const day = new TronDay(scale, burden, store, time, node, context, workers)
    // One order waits for a payment all day long.
    await day.order(2 * DAY_MS)
    if (burden.hasMismatch) await day.answerMismatch(await day.order())
    return day
  }

  async pass(): Promise<void> {
    const { scale, time, burden, context, orders } = this
    const { unpaid = 0 } = burden
    const before = orders.length
    for (let tick = 0; time.at < GENESIS_AT + DAY_MS; tick += 1) {
      this.mine()
      const began = time.at
      const due = (unpaid * (began - GENESIS_AT)) / (DAY_MS - 2 * context.policy.orderExpiryMs)
      while (orders.length - before < Math.min(unpaid, due)) await this.order()
      for (const worker of this.workers) await this.run(worker)
      await this.observe()
      // A worker waits between half of its interval and all of it.
      const pause =
        TICK_MS * scale * (0.5 + (Number.parseInt(sha256(`${tick}`).slice(0, 4), 16) / 0xffff) * 0.5)
      time.at = Math.max(time.at, began + Math.round(pause))
    }
  }

  async report(): Promise<Day> {
    const { node, store } = this
    const cursor = await this.cursor()
    const isPaidBlock = ({ number }: { number: number }) =>
      number >= this.first.paid && number % PAID_EVERY === 0
    const came = await store.read(async (tx) => [
      ...(await tx.transfers.listByAddress(ID, OURS[0] ?? '')),
      ...(await tx.transfers.listByAddress(ID, OURS[1] ?? '')),
    ])
    const credited = came.filter(({ confirmedAt }) => confirmedAt !== null)
    const now = await store.read((tx) => Promise.all(this.orders.map(({ id }) => tx.orders.find(id))))
    return {
      calls: node.callCount,
      behind: node.solid.number - cursor,
      furthestBehind: this.furthestBehind,
      credited: credited.filter((transfer) => !isDust(transfer)).length,
      dust: came.filter(isDust).length,
      creditedDust: credited.filter(isDust).length,
      paid: node.blocks.slice(0, cursor + 1).filter(isPaidBlock).length,
      shownEarly: this.early.size,
      expired: now.filter((order) => order?.status === 'EXPIRED').length,
      conditions: [...this.conditions],
    }
  }

  private async order(expiryMs = this.context.policy.orderExpiryMs): Promise<OnChainOrder> {
    const context = { ...this.context, policy: { ...this.context.policy, orderExpiryMs: expiryMs } }
    const input = orderInput({ network: ID.network })
    const { order } = await this.store.write((tx) => createOrder(tx, context, SHOP, input))
    this.orders.push(order)
    return order
  }

  private answerMismatch({ address }: OnChainOrder): void {
    const asked = tronHex(address.address).padStart(64, '0')
    this.node.fault = ({ params }): CannedReply | undefined => {
      if (params.function_selector !== 'balanceOf(address)' || params.parameter !== asked) return undefined
      const balance = { result: { result: true }, constant_result: ['7'.padStart(64, '0')] }
      return { status: 200, text: JSON.stringify(balance) }
    }
  }

  private mine(): void {
    const { node, time, burden, scale } = this
    while (node.head.timeAt + BLOCK_MS * scale <= time.at) {
      const number = node.head.number + 1
      const isPaid = number % PAID_EVERY === 0
      const log = transferLog(TOKEN, PAYER, isPaid ? (OURS_HEX[0] ?? '') : PAYER, 5_000_000n)
      const speck = sha256(`dust/${number}`).slice(0, 40)
      const isDusty = number < this.first.dust + (burden.dust ?? 0)
      const specks = isDusty ? [transferLog(TOKEN, speck, OURS_HEX[1] ?? '', 1n)] : []
      node.mine([
        { id: sha256(`day/${number}`), owner: PAYER, logs: [log], isFailed: false },
        ...specks.map((each) => ({ id: speck.padEnd(64, '0'), owner: speck, logs: [each], isFailed: false })),
      ])
    }
  }

  /** Ticks a worker until it has nothing to do, or fails. */
  private async run(worker: Worker): Promise<void> {
    const { signal } = new AbortController()
    try {
      while ((await worker.tick(signal)) > 0);
    } catch {
      // The next tick retries.
    }
  }

  private async observe(): Promise<void> {
    const cursor = await this.cursor()
    this.furthestBehind = Math.max(this.furthestBehind, this.node.solid.number - cursor)
    const [above, conditions] = await this.store.read(
      async (tx) =>
        [await tx.transfers.listIn(ID, { after: cursor }), await tx.chainConditions.list(ID)] as const,
    )
    for (const { txHash } of above as readonly RecordedTransfer[]) this.early.add(txHash)
    for (const { kind } of conditions) this.conditions.add(kind)
  }

  private async cursor(): Promise<number> {
    const cursor = await this.store.read((tx) => tx.cursors.find(ID))
    if (!cursor) throw new Error('the network has no cursor')
    return cursor.block.number
  }
}
