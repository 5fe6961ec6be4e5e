import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSandbox } from '../../../src/chain/sandbox/sandbox.js'
import { Denylist } from '../../../src/chain/screening/denylist.js'
import { openScreening, type ScreeningOptions } from '../../../src/chain/screening/screening.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { RecordedTransfer } from '../../../src/domain/chain/transfer.js'
import type { Context } from '../../../src/domain/context.js'
import type { OnChainOrder } from '../../../src/domain/orders/order.js'
import { createOrder } from '../../../src/domain/orders/orders.js'
import type { SandboxChain } from '../../../src/domain/sandbox/sandbox-chain.js'
import type { RecordedVerdict } from '../../../src/domain/screening/screening.js'
import { screenTransfer } from '../../../src/domain/screening/transfer-screening.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import type { ChainId } from '../../../src/domain/shared/types.js'
import type { Store } from '../../../src/domain/store/store.js'
import { chainWatcher, startCursor } from '../../../src/workers/chain/chain-watcher.js'
import type { Worker } from '../../../src/workers/worker.js'
import { amount, contextAt, type HandClock, handClock } from '../domain/context.js'
import { orderInput } from '../domain/order-input.js'
import { temporaryFolder } from '../server/folder.js'
import { type Engine, openDatabase } from '../storage/engines.js'
import { merchant } from '../storage/store-rows.js'

const BLOCK_MS = 1_000
export const MANDATE = { actor: 'ada', reason: 'checked it' }

export interface ScreenedOptions {
  readonly engine?: Engine
  readonly environment?: ChainId['environment']
  readonly hook?: ScreeningOptions['hook']
  /** Content of the denylist file. */
  readonly denied?: string
  /** Overrides of the sandbox chain. */
  readonly chain?: Partial<Chain>
}

/** A sandbox network with screening, and an order of 25 USDT on it. */
export class ScreenedNetwork {
  readonly warnings: string[] = []
  private constructor(
    readonly store: Store,
    readonly context: Context,
    readonly clock: HandClock,
    readonly sandbox: SandboxChain,
    private readonly chain: Chain,
    readonly order: OnChainOrder,
    readonly denyFile: string,
    private watcher: Worker,
  ) {}

  static async open(options: ScreenedOptions = {}): Promise<ScreenedNetwork> {
    const { store } = await openDatabase(options.engine ?? 'sqlite')
    const clock = handClock()
    const bare = contextAt(clock)
    const id = { environment: options.environment ?? 'test', network: 'ERC20' } as const
    const sandbox = await openSandbox({ ...id, store, clock, ids: bare.ids, blockMs: BLOCK_MS })
    await startCursor(store, sandbox, new AbortController().signal)
    const chain = { ...sandbox, ...options.chain }
    const denyFile = join(temporaryFolder(), 'denied')
    if (options.denied !== undefined) writeFileSync(denyFile, options.denied)
    const warnings: string[] = []
    const warn = (message: string) => void warnings.push(message)
    const screening = openScreening({
      denylist: options.denied === undefined ? undefined : await Denylist.open(denyFile, warn),
      hook: options.hook,
      chain: () => chain,
      clock,
      warn: (_details, message) => warn(message),
    })
    const context = { ...bare, chain: () => chain, sandbox: () => sandbox, screening }
    const caller = {
      merchantId: 'shop',
      environment: id.environment,
      keyId: 'mk',
      scopes: KEY_SCOPES,
      issuedBy: null,
      merchant: merchant('shop'),
    }
    const { order } = await store.write(async (tx) => {
      await tx.merchants.insert(merchant('shop'))
      return createOrder(tx, context, caller, orderInput({ network: id.network }))
    })
    const watcher = chainWatcher(store, context, chain, BLOCK_MS)
    const network = new ScreenedNetwork(store, context, clock, sandbox, chain, order, denyFile, watcher)
    network.warnings.push(...warnings)
    warnings.push = (...more: string[]) => network.warnings.push(...more)
    return network
  }

  /** Pays the order, by default with the amount that it asks for. */
  async pay({ isFlagged = false, value = '25' } = {}): Promise<void> {
    const { sandbox, order, store } = this
    await store.write(async (tx) => {
      const cursor = await tx.cursors.find(sandbox)
      if (!cursor) throw new Error('the network has no cursor')
      const payment = { to: order.address.address, value: amount(value), cursor: cursor.block, isFlagged }
      await sandbox.pay(tx, payment)
    })
  }

  /** Moves the clock, and ticks the watcher. */
  async pass(ms: number): Promise<void> {
    this.clock.businessAt += ms
    await this.tick()
  }

  async tick(): Promise<void> {
    for (let round = 0; round < 50; round += 1) {
      if ((await this.watcher.tick(new AbortController().signal)) === 0) return
    }
    throw new Error('the watcher never becomes idle')
  }

  /** Replaces the watcher by that of another process on the same database. */
  restart(): void {
    this.watcher = chainWatcher(this.store, this.context, this.chain, BLOCK_MS)
  }

  async status(): Promise<string | undefined> {
    return (await this.store.read((tx) => tx.orders.find(this.order.id)))?.status
  }

  async transfer(): Promise<RecordedTransfer> {
    const [transfer] = await this.store.read((tx) => tx.transfers.listByOrder(this.order.id))
    if (!transfer) throw new Error('nothing was paid')
    return transfer
  }

  /** Decides the screening as the operator. */
  async screenByHand(verdict: 'pass' | 'flag'): Promise<void> {
    const name = await this.transfer()
    await this.store.write((tx) => screenTransfer(tx, this.context, { name, verdict }, MANDATE))
  }

  /** Lists the verdicts about the payment, as `source verdict`. */
  async verdicts(): Promise<string[]> {
    const transfer = await this.transfer()
    const verdicts: RecordedVerdict[] = await this.store.read((tx) => tx.screeningVerdicts.list(transfer))
    return verdicts.map(({ source, verdict }) => `${source} ${verdict}`).sort()
  }

  async conditions(): Promise<string[]> {
    const conditions = await this.store.read((tx) => tx.chainConditions.list(this.sandbox))
    return conditions.map(({ kind }) => kind)
  }
}
