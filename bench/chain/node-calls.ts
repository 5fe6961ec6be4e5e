import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../../packages/server/src/domain/context.js'
import type { OnChainOrder } from '../../packages/server/src/domain/orders/order.js'
import { createOrder } from '../../packages/server/src/domain/orders/orders.js'
import { KEY_SCOPES } from '../../packages/server/src/domain/shared/key-scope.js'
import type { Store } from '../../packages/server/src/domain/store/store.js'
import type { Network } from '../../packages/server/src/networks/networks.js'
import { TRC20 } from '../../packages/server/src/networks/trc20.js'
import { openStore } from '../../packages/server/src/storage/open.js'
import { chainWatcher, startCursor } from '../../packages/server/src/workers/chain/chain-watcher.js'
import { chainOrderExpirer } from '../../packages/server/src/workers/orders/order-expirer.js'
import type { Worker } from '../../packages/server/src/workers/worker.js'
import { contextAt } from '../../packages/server/test/support/domain/context.js'
import { HandTime } from '../../packages/server/test/support/nodes/tron.js'
import { makeScratchFolder } from '../../packages/server/test/support/storage/scratch-folder.js'
import { merchant } from '../../packages/server/test/support/storage/store-rows.js'
import type { Result } from '../lib/rounds.js'
import { sized } from '../lib/sized.js'
import {
  type Usage,
  type VirtualNetwork,
  virtualBnb,
  virtualEthereum,
  virtualTron,
} from './virtual-networks.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** On Ethereum until the second reading of blocks has begun; an order lives for half an hour. */
const WARM_UP_MS = {
  ERC20: sized(HOUR_MS, HOUR_MS / 60),
  TRC20: sized(HOUR_MS / 12, HOUR_MS / 60),
  BEP20: sized(HOUR_MS / 12, HOUR_MS / 60),
}
const MEASURED_MS = {
  ERC20: sized(2 * HOUR_MS, HOUR_MS / 60),
  TRC20: sized(HOUR_MS / 2, HOUR_MS / 60),
  BEP20: sized(HOUR_MS / 2, HOUR_MS / 60),
}
/** Pause of a worker on average, as a share of its interval. */
const PAUSE = 0.75

/** Prices of free plans by method, and what the server may use of them with one order open. */
const PLANS = {
  infura: {
    unit: 'Infura credits a day',
    prices: { eth_chainId: 5, eth_getLogs: 255, eth_getBlockReceipts: 1_000, eth_estimateGas: 300 },
    usual: 80,
    days: 1,
    goal: 2_500_000,
  },
  alchemy: {
    unit: 'Alchemy units a month',
    prices: { eth_chainId: 0, eth_getLogs: 60, eth_call: 26 },
    usual: 20,
    days: 30,
    goal: 20_000_000,
  },
} as const

interface Case {
  readonly what: string
  /** Plans whose prices are shown, and whether their goals apply. */
  readonly plans?: readonly (keyof typeof PLANS)[]
  readonly hasGoal?: boolean
  readonly network: () => VirtualNetwork
  /** Orders that are open at any time. */
  readonly open: number
}

/** How long the server was away before the catching up that is measured. */
const AWAY_MS = sized(2 * HOUR_MS, HOUR_MS / 60)
/** The time in which a day's blocks are wanted. */
const CATCH_UP_MS = 6 * HOUR_MS

const BOTH = ['infura', 'alchemy'] as const

const CASES: readonly Case[] = [
  { what: 'ERC20, idle', network: () => virtualEthereum(), open: 0, plans: BOTH },
  { what: 'ERC20, one young order', network: () => virtualEthereum(), open: 1, plans: BOTH, hasGoal: true },
  // As Alchemy limits them.
  {
    what: 'ERC20, one young order, logs of at most 10 blocks',
    network: () => virtualEthereum(10),
    ...{ open: 1, plans: ['alchemy'], hasGoal: true },
  },
  { what: 'ERC20, 100 open orders', network: () => virtualEthereum(), open: 100, plans: BOTH },
  { what: 'BEP20, idle', network: () => virtualBnb(), open: 0, plans: ['infura'] },
  { what: 'BEP20, one young order', network: () => virtualBnb(), open: 1, plans: ['infura'] },
  {
    what: 'BEP20, one young order, logs of at most 10 blocks',
    network: () => virtualBnb(10),
    ...{ open: 1, plans: ['alchemy'] },
  },
  { what: 'BEP20, 100 open orders', network: () => virtualBnb(), open: 100, plans: ['infura'] },
  { what: 'TRC20, idle', network: virtualTron, open: 0 },
  { what: 'TRC20, one young order', network: virtualTron, open: 1 },
  { what: 'TRC20, 100 open orders', network: virtualTron, open: 100 },
]

/** Counts calls, credits and bytes of a day at the default limits of a node at a provider, in virtual time. */
export async function nodeCalls(): Promise<Result[]> {
  const results: Result[] = []
  for (const each of CASES) {
    const network = each.network()
    results.push(
      ...resultsOf(each, await measure(network, (at) => follow(network, { ...at, open: each.open }))),
    )
  }
  const tron = virtualTron()
  results.push(caughtUp(await measure(tron, (at) => catchUp(tron, at))))
  return results
}

interface At {
  readonly store: Store
  readonly time: HandTime
}

async function measure<Measured>(
  network: VirtualNetwork,
  work: (at: At) => Promise<Measured>,
): Promise<Measured> {
  const time = new HandTime(network.startAt + HOUR_MS / 12)
  const folder = makeScratchFolder()
  const database = { engine: 'sqlite', file: join(folder, 'ledger.db') } as const
  const store = await openStore({
    database,
    now: time.at,
    onCommit: () => undefined,
    onDamage: () => undefined,
  })
  try {
    return await work({ store, time })
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface CaughtUp {
  readonly calls: Usage['calls']
  readonly blocks: number
}

/** Reads the blocks of a time in which the server was away. */
async function catchUp(network: VirtualNetwork, { store, time }: At): Promise<CaughtUp> {
  network.mine(time.at)
  const chain = await network.open(time)
  const { signal } = new AbortController()
  await startCursor(store, chain, signal)
  const read = async () => (await store.read((tx) => tx.cursors.find(chain)))?.block.number ?? 0
  const start = await read()
  const calls = new Map(network.usage.calls)
  time.at += AWAY_MS
  network.mine(time.at)
  const watcher = chainWatcher(store, contextAt(time.clock), chain, network.description.pollMs)
  while ((await watcher.tick(signal)) > 0);
  const spent = [...network.usage.calls].map(
    ([method, count]) => [method, count - (calls.get(method) ?? 0)] as const,
  )
  return { calls: new Map(spent), blocks: (await read()) - start }
}

/** Compares the calls for a day's blocks, and for those that arrive while they are read, with a day's limit. */
function caughtUp({ calls, blocks }: CaughtUp): Result {
  const all = [...calls.values()].reduce((sum, count) => sum + count, 0)
  const behind = (DAY_MS + CATCH_UP_MS) / TRC20.blockMs
  return {
    what: 'TRC20, a day behind',
    value: `${(all / blocks).toFixed(2)} calls a block, ${written((behind * all) / blocks)} in 6 hours`,
    spread: [...calls].map(([method, count]) => `${method} ${(count / blocks).toFixed(2)}`).join(', '),
    goal: 'with 18 hours of an idle day at most 90,000',
  }
}

async function follow(
  network: VirtualNetwork,
  { store, time, open }: At & { readonly open: number },
): Promise<Usage> {
  network.mine(time.at)
  const chain = await network.open(time)
  const context: Context = { ...contextAt(time.clock), chain: () => chain }
  await startCursor(store, chain, new AbortController().signal)
  const { name } = network
  const shop = new Shop(store, context, name)
  await shop.begin()
  const { pollMs, blockMs, arrivalMs } = network.description
  const blockTime = blockMs > pollMs ? { blockMs, arrivalMs } : undefined
  const due = new Map<Worker, number>()
  due.set(chainWatcher(store, context, chain, pollMs, blockTime), time.at)
  due.set(chainOrderExpirer(store, context, chain), time.at)
  const until = async (end: number) => {
    while (time.at < end) {
      await shop.keepOpen(open)
      await tickNext(due, network, time)
    }
  }
  await until(time.at + WARM_UP_MS[name])
  const { usage } = network
  const [calls, bytes, from] = [new Map(usage.calls), usage.bytes, time.at]
  await until(from + MEASURED_MS[name])
  const share = DAY_MS / (time.at - from)
  const ofDay = [...usage.calls].map(
    ([method, count]) => [method, (count - (calls.get(method) ?? 0)) * share] as const,
  )
  return { calls: new Map(ofDay), bytes: (usage.bytes - bytes) * share }
}

/** Moves the time to the worker that is due next, and lets it tick. */
async function tickNext(due: Map<Worker, number>, network: VirtualNetwork, time: HandTime): Promise<void> {
  const [first] = [...due].sort(([, one], [, other]) => one - other)
  if (!first) throw new Error('no worker')
  const [worker, at] = first
  time.at = Math.max(time.at, at)
  network.mine(time.at)
  const handled = await worker.tick(new AbortController().signal)
  due.set(worker, time.at + (handled > 0 ? 0 : (worker.restMs?.() ?? worker.everyMs * PAUSE)))
}

/** A merchant whose orders stay unpaid. */
class Shop {
  private open: OnChainOrder[] = []

  constructor(
    private readonly store: Store,
    private readonly context: Context,
    private readonly network: Network,
  ) {}

  begin(): Promise<unknown> {
    return this.store.write((tx) => tx.merchants.insert(merchant('shop')))
  }

  async keepOpen(count: number): Promise<void> {
    const now = this.context.clock.now()
    this.open = this.open.filter(({ expireAt }) => expireAt > now)
    while (this.open.length < count) this.open.push(await this.create())
  }

  private async create(): Promise<OnChainOrder> {
    const { store, context, network } = this
    const caller = {
      ...({ merchantId: 'shop', environment: 'test', keyId: 'mk_test_1' } as const),
      ...{ scopes: KEY_SCOPES, issuedBy: null, merchant: merchant('shop') },
    }
    const nothing = {
      description: undefined,
      metadata: undefined,
      returnUrl: undefined,
      tolerance: undefined,
    }
    const input = { ...nothing, amount: '25', network, webhookUrl: undefined, idempotencyKey: undefined }
    const { order } = await store.write((tx) => createOrder(tx, context, caller, input))
    return order
  }
}

function resultsOf({ what, plans = [], hasGoal = false }: Case, { calls, bytes }: Usage): Result[] {
  const all = [...calls.values()].reduce((sum, count) => sum + count, 0)
  const most = [...calls].sort(([, one], [, other]) => other - one).slice(0, 4)
  const spread = most.map(([method, count]) => `${method} ${written(count)}`).join(', ')
  const value = `${written(all)} calls, ${written(bytes / 1e6)} MB a day`
  return [
    { what, value, spread, goal: 'none' },
    ...plans.map((name) => {
      const { unit, goal } = PLANS[name]
      const used = `${written(costOf(calls, name))} ${unit}`
      return { what, value: used, spread: 'free plan', goal: hasGoal ? `at most ${written(goal)}` : 'none' }
    }),
  ]
}

function costOf(calls: Usage['calls'], name: keyof typeof PLANS): number {
  const { usual, days, prices } = PLANS[name]
  const priceOf = (method: string) => new Map<string, number>(Object.entries(prices)).get(method) ?? usual
  return days * [...calls].reduce((sum, [method, count]) => sum + count * priceOf(method), 0)
}

const written = (value: number): string => Math.round(value).toLocaleString('en')
