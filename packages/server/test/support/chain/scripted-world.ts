import { ChainHealth } from '../../../src/domain/chain/chain-health.js'
import type { Context } from '../../../src/domain/context.js'
import type { PlatformCode } from '../../../src/domain/ledger/account.js'
import { platformBalance } from '../../../src/domain/ledger/ledger.js'
import { type LedgerReport, verifyLedger } from '../../../src/domain/ledger/ledger-verify.js'
import type { Caller } from '../../../src/domain/merchants/api-key.js'
import type { OnChainOrder } from '../../../src/domain/orders/order.js'
import { createOrder } from '../../../src/domain/orders/orders.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import { formatUsdt, usdt } from '../../../src/domain/shared/money.js'
import type { Environment } from '../../../src/domain/shared/types.js'
import type { Store } from '../../../src/domain/store/store.js'
import { chainWatcher, startCursor } from '../../../src/workers/chain/chain-watcher.js'
import { chainOrderExpirer } from '../../../src/workers/orders/order-expirer.js'
import { contextAt, type HandClock, handClock, START } from '../domain/context.js'
import { orderInput } from '../domain/order-input.js'
import { openDatabase } from '../storage/engines.js'
import { merchant } from '../storage/store-rows.js'
import { ScriptedChain } from './scripted-chain.js'

const NETWORK = 'ERC20' as const
export const MINUTE = 60_000
export const BLOCK_MS = 12_000

interface WorldOptions {
  readonly cooldownMs?: number
  readonly environment?: Environment
}

/** A shop on a network whose blocks a test writes. */
export class ScriptedWorld {
  private constructor(
    readonly id: { readonly environment: Environment; readonly network: typeof NETWORK },
    readonly store: Store,
    readonly clock: HandClock,
    readonly context: Context,
    readonly chain: ScriptedChain,
    readonly health: ChainHealth,
  ) {}

  static async begin(options: WorldOptions = {}): Promise<ScriptedWorld> {
    return ScriptedWorld.on((await openDatabase('sqlite')).store, options)
  }

  static async on(store: Store, options: WorldOptions = {}): Promise<ScriptedWorld> {
    const clock = handClock()
    const plain = contextAt(clock)
    const id = { environment: options.environment ?? 'test', network: NETWORK } as const
    const chain = new ScriptedChain(id, START)
    const { addressCooldownMs } = plain.policy
    const health = Object.assign(new ChainHealth(() => clock.realAt), { isFollowed: () => true })
    const context: Context = {
      ...plain,
      health,
      policy: { ...plain.policy, addressCooldownMs: options.cooldownMs ?? addressCooldownMs },
      chain: () => chain,
    }
    await startCursor(store, chain, new AbortController().signal)
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    return new ScriptedWorld(id, store, clock, context, chain, health)
  }

  /** Returns the same network and clock in another process, on another database if one is given. */
  restarted(store = this.store): ScriptedWorld {
    const health = Object.assign(new ChainHealth(() => this.clock.realAt), { isFollowed: () => true })
    return new ScriptedWorld(this.id, store, this.clock, { ...this.context, health }, this.chain, health)
  }

  /** Returns the same process on an older copy of its database. */
  setBackTo(store: Store): ScriptedWorld {
    return new ScriptedWorld(this.id, store, this.clock, this.context, this.chain, this.health)
  }

  /** Creates an order of 25 USDT. */
  async order(merchantId = 'shop'): Promise<OnChainOrder> {
    const { environment } = this.id
    const caller: Caller = {
      merchantId,
      environment,
      keyId: 'mk_1',
      scopes: KEY_SCOPES,
      issuedBy: null,
      merchant: merchant(merchantId),
    }
    const { order } = await this.store.write((tx) =>
      createOrder(tx, this.context, caller, orderInput({ network: NETWORK })),
    )
    return order
  }

  async get(id: string): Promise<OnChainOrder> {
    const order = await this.store.read((tx) => tx.orders.find(id))
    if (order?.kind !== 'on-chain') throw new Error('there is no such order')
    return order
  }

  /** Mines blocks until `ms` later, with `content` in the first of them, and moves the clock with them. */
  pass(ms: number, content?: Parameters<ScriptedChain['mineAt']>[1]): void {
    let next = content
    for (const end = this.clock.businessAt + ms; this.clock.businessAt < end; next = undefined) {
      this.jump(Math.min(BLOCK_MS, end - this.clock.businessAt), next)
    }
  }

  /** Mines one block `ms` later, with `content`, and moves the clock with it. */
  jump(ms: number, content?: Parameters<ScriptedChain['mineAt']>[1]): void {
    this.clock.businessAt += ms
    this.clock.realAt = this.clock.businessAt
    this.chain.mineAt(this.clock.businessAt, content)
  }

  /** Ticks the watcher until it has read everything. */
  async watch(): Promise<void> {
    const watcher = chainWatcher(this.store, this.context, this.chain, 1_000)
    let block: string | undefined
    for (let rounds = 0; rounds < 1_000; rounds += 1) {
      const handled = await watcher.tick(new AbortController().signal)
      const cursor = await this.store.read((tx) => tx.cursors.find(this.id))
      if (handled === 0 && cursor?.block.hash === block) return
      block = cursor?.block.hash
    }
    throw new Error('the watcher never becomes idle')
  }

  /** Ticks the expirer. @returns the number of orders that it changed */
  expire(): Promise<number> {
    return chainOrderExpirer(this.store, this.context, this.chain).tick(new AbortController().signal)
  }

  async conditions(): Promise<string[]> {
    return (await this.store.read((tx) => tx.chainConditions.list(this.id))).map(({ kind }) => kind)
  }

  /** Returns the balance of an account of the platform, formatted. */
  async balance(code: 'custody' | 'operator' | 'suspense'): Promise<string> {
    const account: PlatformCode = `${code}:${NETWORK}`
    const balance = await this.store.read((tx) => platformBalance(tx, this.id.environment, account))
    return balance < 0n ? `-${formatUsdt(usdt(-balance))}` : formatUsdt(usdt(balance))
  }

  verify(): Promise<LedgerReport> {
    return this.store.read((tx) => verifyLedger(tx))
  }
}
