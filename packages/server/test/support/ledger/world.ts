import { openSandbox } from '../../../src/chain/sandbox/sandbox.js'
import { resumeNetwork } from '../../../src/domain/chain/chain-reviews.js'
import type { Context } from '../../../src/domain/context.js'
import type { Caller } from '../../../src/domain/merchants/api-key.js'
import type { Merchant } from '../../../src/domain/merchants/merchant.js'
import type { Order } from '../../../src/domain/orders/order.js'
import type { SandboxChain } from '../../../src/domain/sandbox/sandbox-chain.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import type { ChainId, Network } from '../../../src/domain/shared/types.js'
import type { Store } from '../../../src/domain/store/store.js'
import { chainWatcher, startCursor } from '../../../src/workers/chain/chain-watcher.js'
import { chainOrderExpirer, orderExpirer } from '../../../src/workers/orders/order-expirer.js'
import { withdrawalSender } from '../../../src/workers/withdrawals/withdrawal-sender.js'
import type { Worker } from '../../../src/workers/worker.js'
import { tokenScreening } from '../chain/stub-chain.js'
import { amount, contextAt, type HandClock, handClock, policyWith } from '../domain/context.js'
import { merchant } from '../storage/store-rows.js'
import type { Dice } from './dice.js'
import type { LedgerDatabase, OpenLedgerDatabase } from './ledger-database.js'

export const NETWORKS: readonly Network[] = ['TRC20', 'ERC20']
export const BLOCK_MS = 3_000
/** Short, so that a run sees windows end, addresses cool down and leases follow each other. */
const WINDOW_MS = 40 * BLOCK_MS
const COOLDOWN_MS = 80 * BLOCK_MS
const REST_ROUNDS = 200

/** A committed change of an order's status. */
interface Move {
  readonly orderId: string
  readonly from: Order['status']
  readonly to: Order['status']
}

/** A service without HTTP: a store, two sandbox networks, the workers, a clock moved by hand and three merchants. */
export class LedgerWorld {
  readonly orders = new Map<string, Order>()
  readonly moves: Move[] = []
  private keys = 0
  private constructor(
    readonly database: LedgerDatabase,
    readonly clock: HandClock,
    readonly context: Context,
    readonly chains: ReadonlyMap<Network, SandboxChain>,
    readonly callers: readonly Caller[],
    readonly workers: readonly Worker[],
  ) {}

  static async open(openDatabase: OpenLedgerDatabase): Promise<LedgerWorld> {
    const holder: { world?: LedgerWorld } = {}
    const database = await openDatabase(({ orders }) => {
      for (const order of orders) holder.world?.noteChange(order)
    })
    const clock = handClock()
    const chains = new Map<Network, SandboxChain>()
    const find = ({ environment, network }: ChainId) =>
      environment === 'test' ? chains.get(network) : undefined
    const policy = {
      ...policyWith(),
      orderExpiryMs: WINDOW_MS,
      addressCooldownMs: COOLDOWN_MS,
      withdrawalAutoLimit: amount('800'),
      withdrawalDailyLimit: amount('100000'),
    }
    const screening = tokenScreening(find, clock)
    const context = { ...contextAt(clock), policy, chain: find, sandbox: find, screening }
    const { store } = database
    for (const network of NETWORKS) {
      const options = { environment: 'test', network, store, clock, ids: context.ids } as const
      const chain = await openSandbox({ ...options, blockMs: BLOCK_MS })
      await startCursor(store, chain, new AbortController().signal)
      chains.set(network, chain)
    }
    const callers = await openShops(store)
    const workers = workersOf(store, context, [...chains.values()])
    holder.world = new LedgerWorld(database, clock, context, chains, callers, workers)
    return holder.world
  }

  get store(): Store {
    return this.database.store
  }

  chain(network: Network): SandboxChain {
    const chain = this.chains.get(network)
    if (!chain) throw new Error(`no network ${network}`)
    return chain
  }

  /** Adds an order; from here on every committed change of it is recorded. */
  add(order: Order): void {
    this.orders.set(order.id, order)
  }

  /** Returns no idempotency key in most cases, and sometimes one that was used before. */
  key(dice: Dice): string | undefined {
    if (dice.chance(70)) return undefined
    this.keys += dice.chance(80) ? 1 : 0
    return `key ${this.keys}`
  }

  pass(blocks: number): void {
    this.clock.businessAt += blocks * BLOCK_MS
  }

  /** Ticks every worker until there is nothing to do. */
  private async tickUntilIdle(): Promise<void> {
    const { signal } = new AbortController()
    for (let round = 0; round < REST_ROUNDS; round += 1) {
      let handled = 0
      for (const worker of this.workers) handled += await worker.tick(signal)
      if (handled === 0) return
    }
    throw new Error('the workers never become idle')
  }

  /** Ticks until the workers are idle, with the operator accepting balances that no payment explains. */
  async finishWork(): Promise<void> {
    await this.tickUntilIdle()
    await this.acceptUnexplainedBalances()
    await this.tickUntilIdle()
  }

  private async acceptUnexplainedBalances(): Promise<void> {
    const { store } = this.database
    for (const { environment, network } of this.chains.values()) {
      const id = { environment, network }
      await store.write(async (tx) => {
        const kind = 'balance_mismatch'
        const isMismatched = (await tx.chainConditions.list(id)).some((condition) => condition.kind === kind)
        if (isMismatched)
          await resumeNetwork(tx, this.context, id, { actor: 'ada', reason: 'checked it' }, kind)
      })
    }
  }

  private noteChange(order: Order): void {
    const before = this.orders.get(order.id)
    if (before && order.version !== before.version + 1) throw new Error(`${order.id} skipped a version`)
    if (before && before.status !== order.status) {
      this.moves.push({ orderId: order.id, from: before.status, to: order.status })
    }
    this.orders.set(order.id, order)
  }
}

function workersOf(store: Store, context: Context, chains: readonly SandboxChain[]): Worker[] {
  return [
    ...chains.map((chain) => chainWatcher(store, context, chain, BLOCK_MS)),
    ...chains.map((chain) =>
      withdrawalSender(store, context, chain, { everyMs: BLOCK_MS, isProven: () => true }),
    ),
    ...chains.map((chain) => chainOrderExpirer(store, context, chain)),
    orderExpirer(store, context),
  ]
}

/** Inserts one merchant of each tier. */
async function openShops(store: Store): Promise<Caller[]> {
  const tiers = ['BASIC', 'STANDARD', 'PREMIUM'] as const
  const shops: Merchant[] = tiers.map((tier) => ({
    ...merchant(`shop-${tier.toLowerCase()}`),
    tier,
    status: 'ACTIVE',
  }))
  await store.write(async (tx) => {
    for (const shop of shops) await tx.merchants.insert(shop)
  })
  return shops.map((shop) => ({
    merchantId: shop.id,
    environment: 'test',
    keyId: 'mk_test',
    scopes: KEY_SCOPES,
    issuedBy: null,
    merchant: shop,
  }))
}
