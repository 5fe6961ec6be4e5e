import { Counter, Gauge, type Registry } from 'prom-client'
import type { Chain } from '../domain/chain/chain.js'
import { CHAIN_CONDITIONS } from '../domain/chain/chain-conditions.js'
import type { ChainHealth } from '../domain/chain/chain-health.js'
import { platformBalance } from '../domain/ledger/ledger.js'
import type { ChainId } from '../domain/shared/types.js'
import type { Store } from '../domain/store/store.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import type { WalletFunds } from '../domain/withdrawals/wallet-funds.js'
import { seconds, wholeUsdt } from './base-units.js'

/** The sources of the network metrics. */
export interface MeasuredNetworks {
  readonly chains: readonly Chain[]
  readonly health: Pick<ChainHealth, 'positionOf' | 'tallyOf'>
  readonly store: Store
  /** Whether this server asks the nodes of a network; otherwise it does not know which of them answer. */
  readonly isAsked: (id: ChainId) => boolean
  /** The most addresses that a network may lease. */
  readonly addressLimit: number
  readonly funds: Pick<WalletFunds, 'find'>
}

const NETWORK = ['environment', 'network'] as const

/** The metrics of the networks. `refresh` sets all of them before a scrape and leaves out values that are not known now. */
export class NetworkMetrics {
  private readonly gauges: ReturnType<typeof gaugesIn>
  private readonly counters: ReturnType<typeof countersIn>

  constructor(
    private readonly networks: MeasuredNetworks,
    registry: Registry,
  ) {
    this.gauges = gaugesIn(registry)
    this.counters = countersIn(registry)
  }

  async refresh(): Promise<void> {
    const { chains, store } = this.networks
    const stored = await store
      .read(async (tx) => {
        const all: Stored[] = []
        for (const { environment, network } of chains)
          all.push(await readStored(tx, { environment, network }))
        return all
      })
      .catch((): Stored[] => [])
    for (const metric of [...Object.values(this.gauges), ...Object.values(this.counters)]) metric.reset()
    for (const chain of chains) this.reportPosition(chain)
    for (const chain of chains) this.reportNodes(chain)
    for (const chain of chains) this.reportWallet(chain)
    for (const each of stored) this.reportStored(each)
  }

  private reportPosition({ environment, network }: Chain): void {
    const { gauges, counters } = this
    const id = { environment, network }
    const position = this.networks.health.positionOf(id)
    if (position) {
      gauges.block.set(id, position.block)
      gauges.head.set(id, position.head)
      gauges.lag.set(id, position.head - position.block)
      gauges.silence.set(id, seconds(position.silentMs))
    }
    const tally = this.networks.health.tallyOf(id)
    counters.transfers.inc(id, tally.handled)
    counters.missed.inc(id, tally.missed)
    counters.reorgs.inc(id, tally.reorgs)
    gauges.deepestReorg.set(id, tally.deepestReorg)
    for (const [reason, count] of tally.ignored) counters.ignored.inc({ ...id, reason }, count)
  }

  private reportNodes(chain: Chain): void {
    const { environment, network } = chain
    const id = { environment, network }
    const report = chain.nodes?.()
    if (!report) return
    this.counters.singleNodeConfirmations.inc(id, report.singleNodeConfirmations)
    for (const [at, { isAble, requests, faults, callsLeft }] of report.nodes.entries()) {
      const node = { ...id, node: `${at + 1}` }
      if (this.networks.isAsked(id)) this.gauges.ableNodes.set(node, isAble ? 1 : 0)
      if (callsLeft !== undefined) this.gauges.callsLeft.set(node, callsLeft)
      for (const [outcome, count] of requests) this.counters.requests.inc({ ...node, outcome }, count)
      for (const [failure, count] of faults) this.counters.faults.inc({ ...node, failure }, count)
    }
  }

  private reportWallet({ environment, network }: Chain): void {
    const id = { environment, network }
    const reading = this.networks.funds.find(id)
    if (!reading) return
    this.gauges.walletTokens.set(id, wholeUsdt(reading.tokens))
    this.gauges.walletCoins.set(id, reading.coins)
  }

  private reportStored({ id, conditions, withdrawals, suspense, usedAddresses }: Stored): void {
    for (const kind of CHAIN_CONDITIONS)
      this.gauges.conditions.set({ ...id, kind }, conditions.has(kind) ? 1 : 0)
    for (const [status, { count, amount }] of withdrawals) {
      this.gauges.withdrawals.set({ ...id, status }, count)
      this.gauges.withdrawalAmounts.set({ ...id, status }, wholeUsdt(amount))
    }
    this.gauges.suspense.set(id, wholeUsdt(suspense))
    this.gauges.unusedAddresses.set(id, Math.max(this.networks.addressLimit - usedAddresses, 0))
  }
}

type Stored = Awaited<ReturnType<typeof readStored>>

async function readStored(tx: Tx, id: ChainId) {
  return {
    id: { environment: id.environment, network: id.network },
    conditions: new Set((await tx.chainConditions.list(id)).map(({ kind }) => kind)),
    withdrawals: await tx.withdrawals.totalOpen(id),
    suspense: await platformBalance(tx, id.environment, `suspense:${id.network}`),
    usedAddresses:
      (await tx.addresses.findTakenIndexes(id)).highest - (await tx.recoveries.countSkipped(id)).count,
  }
}

function gaugesIn(registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, ...labels: readonly Label[]) =>
    new Gauge({
      name: `merchantpay_${name}`,
      help,
      labelNames: [...NETWORK, ...labels],
      registers: [registry],
    })
  return {
    block: gauge('watcher_block', 'Newest recorded block of a network.'),
    head: gauge('watcher_head_block', 'Newest block that could be recorded, as reported by the nodes.'),
    lag: gauge(
      'watcher_lag_blocks',
      'Blocks between the newest block of the nodes and the newest recorded block.',
    ),
    silence: gauge('watcher_seconds_since_progress', 'Seconds since a poll of a network showed a new block.'),
    deepestReorg: gauge(
      'reorg_depth_blocks',
      'Recorded blocks replaced by the deepest reorganisation since the start.',
    ),
    conditions: gauge(
      'chain_condition',
      '1 while a condition of a network holds, 0 otherwise; `chains status` shows its reason.',
      'kind',
    ),
    ableNodes: gauge(
      'node_able',
      '1 while a node answers and keeps up with the network, 0 otherwise; nodes are numbered as in the settings.',
      'node',
    ),
    callsLeft: gauge(
      'node_calls_left',
      'Calls that a node has left today, if its calls are limited.',
      'node',
    ),
    withdrawals: gauge('withdrawals', 'Open withdrawals, by status.', 'status'),
    withdrawalAmounts: gauge(
      'withdrawals_usdt',
      'Amounts of the open withdrawals without fees, by status.',
      'status',
    ),
    walletTokens: gauge(
      'wallet_balance_usdt',
      'USDT of the hot wallet, read every 5 minutes; missing after 30 minutes without a reading.',
    ),
    walletCoins: gauge(
      'wallet_coins',
      'ETH or TRX of the hot wallet for the fees of the network, read every 5 minutes.',
    ),
    suspense: gauge('suspense_usdt', 'Money that waits in suspense until an operator attributes it.'),
    unusedAddresses: gauge('addresses_unused', 'Addresses below the limit that no order has ever had.'),
  }
}

function countersIn(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, ...labels: readonly Label[]) =>
    new Counter({
      name: `merchantpay_${name}_total`,
      help,
      labelNames: [...NETWORK, ...labels],
      registers: [registry],
    })
  return {
    transfers: counter('transfers', 'Recorded changes of transfers from and to our addresses.'),
    missed: counter(
      'rescan_found',
      'Payments found by a rescan in blocks that had been recorded without them.',
    ),
    ignored: counter(
      'ignored_transfers',
      'Ignored transfers from and to our addresses, by reason.',
      'reason',
    ),
    reorgs: counter('reorgs', 'Reorganisations that replaced recorded blocks.'),
    singleNodeConfirmations: counter(
      'single_node_confirmations',
      'Confirmations by a single node, because no second node could answer.',
    ),
    requests: counter('rpc_requests', 'Finished requests to a node, by outcome.', 'node', 'outcome'),
    faults: counter('node_faults', 'Unusable or missing answers of a node, by failure.', 'node', 'failure'),
  }
}
