import { Denylist } from '../../../src/chain/screening/denylist.js'
import { openScreening, type ScreeningOptions } from '../../../src/chain/screening/screening.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { Context } from '../../../src/domain/context.js'
import { verifyLedger } from '../../../src/domain/ledger/ledger-verify.js'
import type { Caller } from '../../../src/domain/merchants/api-key.js'
import type { OnChainOrder } from '../../../src/domain/orders/order.js'
import { createOrder } from '../../../src/domain/orders/orders.js'
import type { SandboxChain } from '../../../src/domain/sandbox/sandbox-chain.js'
import type { Screening } from '../../../src/domain/screening/screening.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import type { BlockRef, ChainId, Ids } from '../../../src/domain/shared/types.js'
import type { Store } from '../../../src/domain/store/store.js'
import { chainWatcher, startCursor } from '../../../src/workers/chain/chain-watcher.js'
import { chainOrderExpirer } from '../../../src/workers/orders/order-expirer.js'
import type { Worker } from '../../../src/workers/worker.js'
import { contextAt, type HandClock, policyWith } from '../domain/context.js'
import { orderInput } from '../domain/order-input.js'
import type { LedgerDatabase } from '../ledger/ledger-database.js'
import { merchant } from '../storage/store-rows.js'

/** Merchant of every caller. */
const SHOP = 'shop'

export interface FollowedOptions {
  readonly database: LedgerDatabase
  readonly clock: HandClock
  readonly id: ChainId
  readonly open: (store: Store, ids: Ids) => Promise<Chain>
  readonly windowMs: number
  readonly cooldownMs?: number
  /** File of the denylist; without one, transfers are not screened. */
  readonly denyFile?: string
  /** Start of the cursor; the head of the chain by default. */
  readonly start?: BlockRef
}

const REST_ROUNDS = 400

async function openDenylistScreening(
  denyFile: string,
  chain: ScreeningOptions['chain'],
  clock: HandClock,
): Promise<Screening> {
  const warn = () => undefined
  return openScreening({ denylist: await Denylist.open(denyFile, warn), hook: undefined, chain, clock, warn })
}

const isSandbox = (chain: Chain): chain is SandboxChain => 'pay' in chain

/** A service without HTTP that follows one network: a store, a watcher, an expirer, a shop and a clock moved by hand. */
export class FollowedWorld {
  private workers: readonly Worker[]

  private constructor(
    private readonly options: FollowedOptions,
    readonly context: Context,
    /** The network, opened anew by each restart. */
    public chain: Chain,
  ) {
    this.workers = this.newWorkers()
  }

  static async open(options: FollowedOptions): Promise<FollowedWorld> {
    const { database, clock, id, windowMs, cooldownMs, start } = options
    const { store } = database
    const plain = contextAt(clock)
    const chain = await options.open(store, plain.ids)
    const policy = {
      ...policyWith(),
      orderExpiryMs: windowMs,
      ...(cooldownMs !== undefined && { addressCooldownMs: cooldownMs }),
    }
    const holder: { world?: FollowedWorld } = {}
    const find = ({ environment, network }: ChainId) =>
      environment === id.environment && network === id.network ? (holder.world?.chain ?? chain) : undefined
    const sandbox = (chainId: ChainId) => {
      const found = find(chainId)
      return found && isSandbox(found) ? found : undefined
    }
    const screening =
      options.denyFile === undefined
        ? plain.screening
        : await openDenylistScreening(options.denyFile, find, clock)
    const context = { ...plain, policy, chain: find, sandbox, screening }
    const world = new FollowedWorld(options, context, chain)
    holder.world = world
    await store.write((tx) => tx.merchants.insert(merchant(SHOP)))
    if (start) await store.write((tx) => tx.cursors.insert(id, start))
    else await startCursor(store, chain, new AbortController().signal)
    return world
  }

  get store(): Store {
    return this.options.database.store
  }

  get clock(): HandClock {
    return this.options.clock
  }

  rows<Row>(sql: string): Promise<Row[]> {
    return this.options.database.rows<Row>(sql)
  }

  order(amount: string): Promise<OnChainOrder> {
    const { environment, network } = this.options.id
    const caller: Caller = {
      merchantId: SHOP,
      environment,
      keyId: 'mk_test_1',
      scopes: KEY_SCOPES,
      issuedBy: null,
      merchant: merchant(SHOP),
    }
    const input = orderInput({ amount, network })
    return this.store.write(async (tx) => (await createOrder(tx, this.context, caller, input)).order)
  }

  /** Replaces the process: state that a chain had in memory is lost. */
  async restart(): Promise<void> {
    this.chain = await this.options.open(this.store, this.context.ids)
    this.workers = this.newWorkers()
  }

  /** Ticks every worker once. @returns the number of handled items */
  async tick(): Promise<number> {
    const { signal } = new AbortController()
    let handled = 0
    for (const worker of this.workers) handled += await worker.tick(signal)
    return handled
  }

  /** Ticks every worker once, also after another one failed. */
  async tickAll(): Promise<void> {
    for (const worker of this.workers) await worker.tick(new AbortController().signal).catch(() => undefined)
  }

  /** Ticks until there is nothing to do. */
  async tickUntilIdle(): Promise<void> {
    for (let round = 0; round < REST_ROUNDS; round += 1) {
      const before = await this.cursor()
      const handled = await this.tick()
      if (handled === 0 && (await this.cursor()).hash === before.hash) return
    }
    throw new Error('the workers never become idle')
  }

  async cursor(): Promise<BlockRef> {
    const cursor = await this.store.read((tx) => tx.cursors.find(this.options.id))
    if (!cursor) throw new Error('the network has no cursor')
    return cursor.block
  }

  /** Messages of the violations that `ledger verify` finds. */
  async violations(): Promise<string[]> {
    const { checks } = await this.store.read((tx) => verifyLedger(tx))
    return checks.flatMap((check) => check.violations.map(({ message }) => message))
  }

  private newWorkers(): Worker[] {
    const { store, context, chain } = this
    return [chainWatcher(store, context, chain, 1_000), chainOrderExpirer(store, context, chain)]
  }
}
