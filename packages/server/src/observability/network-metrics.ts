import { Counter, Gauge, type Registry } from 'prom-client'
import type { Chain } from '../domain/chain/chain.js'
import { CHAIN_CONDITIONS } from '../domain/chain/chain-conditions.js'
import type { ChainHealth } from '../domain/chain/chain-health.js'
import type { ChainId } from '../domain/shared/types.js'
import type { Store } from '../domain/store/store.js'
import type { Tx } from '../domain/store/unit-of-work.js'

/** What the numbers of networks are read from. */
export interface MeasuredNetworks {
  readonly chains: readonly Chain[]
  readonly health: Pick<ChainHealth, 'positionOf' | 'tallyOf'>
  readonly store: Store
  /** Addresses that a network may give out. */
  readonly addressLimit: number
}

const SECOND_MS = 1_000
const NETWORK = ['environment', 'network'] as const

/** The numbers of networks. All of them are set anew before they are told: what nobody can say now is left out. */
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
    const kept = await store
      .read(async (tx) => {
        const all: Kept[] = []
        for (const { environment, network } of chains) all.push(await readKept(tx, { environment, network }))
        return all
      })
      .catch((): Kept[] => [])
    for (const metric of [...Object.values(this.gauges), ...Object.values(this.counters)]) metric.reset()
    for (const chain of chains) this.tellPosition(chain)
    for (const chain of chains) this.reportNodes(chain)
    for (const each of kept) this.reportStored(each)
  }

  private tellPosition({ environment, network }: Chain): void {
    const { gauges, counters } = this
    const id = { environment, network }
    const position = this.networks.health.positionOf(id)
    if (position) {
      gauges.block.set(id, position.block)
      gauges.head.set(id, position.head)
      gauges.lag.set(id, position.head - position.block)
      gauges.silence.set(id, position.silentMs / SECOND_MS)
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
      this.gauges.ableNodes.set(node, isAble ? 1 : 0)
      if (callsLeft !== undefined) this.gauges.callsLeft.set(node, callsLeft)
      for (const [outcome, count] of requests) this.counters.requests.inc({ ...node, outcome }, count)
      for (const [failure, count] of faults) this.counters.faults.inc({ ...node, failure }, count)
    }
  }

  private reportStored({ id, conditions, withdrawals, highestIndex }: Kept): void {
    for (const kind of CHAIN_CONDITIONS)
      this.gauges.conditions.set({ ...id, kind }, conditions.has(kind) ? 1 : 0)
    for (const [status, count] of withdrawals) this.gauges.withdrawals.set({ ...id, status }, count)
    this.gauges.unusedAddresses.set(id, Math.max(this.networks.addressLimit - highestIndex, 0))
  }
}

type Kept = Awaited<ReturnType<typeof readKept>>

async function readKept(tx: Tx, id: ChainId) {
  return {
    id: { environment: id.environment, network: id.network },
    conditions: new Set((await tx.chainConditions.list(id)).map(({ kind }) => kind)),
    withdrawals: await tx.withdrawals.countOpen(id),
    highestIndex: await tx.addresses.highestIndex(id),
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
    block: gauge('watcher_block', 'Newest block of a network that is booked.'),
    head: gauge('watcher_head_block', 'Newest block that could be booked, as nodes tell it.'),
    lag: gauge('watcher_lag_blocks', 'Blocks that are there and not booked yet.'),
    silence: gauge('watcher_seconds_since_progress', 'Time since a look at a network showed something new.'),
    deepestReorg: gauge('reorg_depth_blocks', 'Most blocks that a branch has replaced since the start.'),
    conditions: gauge(
      'chain_condition',
      '1 while it holds for a network: somebody should know, and mostly something waits.',
      'kind',
    ),
    ableNodes: gauge(
      'node_able',
      '1 while a node answers and keeps up, by its place in the settings.',
      'node',
    ),
    callsLeft: gauge('node_calls_left', 'Calls that are left of the day, where they are counted.', 'node'),
    withdrawals: gauge('withdrawals', 'Withdrawals that have not ended, by status.', 'status'),
    unusedAddresses: gauge('addresses_unused', 'Addresses up to the limit that no order ever had.'),
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
    transfers: counter('transfers', 'Transfers from and to our addresses, each time that one changed.'),
    missed: counter('rescan_found', 'Payments in blocks that had been booked without them.'),
    ignored: counter('ignored_transfers', 'What touched our addresses and counts for nothing.', 'reason'),
    reorgs: counter('reorgs', 'Branches that replaced booked blocks.'),
    singleNodeConfirmations: counter(
      'single_node_confirmations',
      'Confirmations that rested on one node because no second node could answer.',
    ),
    requests: counter('rpc_requests', 'Requests to a node that ended.', 'node', 'outcome'),
    faults: counter(
      'node_faults',
      'Answers of a node that were of no use, or never came.',
      'node',
      'failure',
    ),
  }
}
