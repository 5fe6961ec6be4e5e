import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../test-support/net/free-port.js'
import type { ChainCondition } from '../../src/domain/chain/chain-conditions.js'
import { ChainHealth } from '../../src/domain/chain/chain-health.js'
import type { Store } from '../../src/domain/store/store.js'
import { requireFollowed } from '../../src/observability/readiness.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { type ServedNetwork, serveNetwork } from '../support/nodes/served-network.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { openDatabase, sideOf } from '../support/storage/engines.js'

const ERC20 = { environment: 'live', network: 'ERC20' } as const
const TRC20 = { environment: 'live', network: 'TRC20' } as const

/** Longer than a readiness result is cached. */
const LATER_MS = 5_000

async function ready(harness: Harness, query = ''): Promise<unknown> {
  harness.clock.advanceReal(LATER_MS)
  const response = await fetch(`${harness.server.url}/readyz${query}`)
  return [response.status, ((await response.json()) as { failing?: unknown }).failing]
}

describe.skipIf(isAnvilSkipped)('a server that follows a network of nodes', () => {
  let served: ServedNetwork

  beforeAll(async () => {
    served = await serveNetwork()
  }, 60_000)
  afterAll(() => served?.anvil.stop())

  const tickWatcher = ({ server }: Harness) =>
    server.workers.find(({ name }) => name === 'chain-watcher test ERC20')?.tick(new AbortController().signal)

  async function numbersOf({ server }: Harness): Promise<Map<string, number>> {
    const text = await (await fetch(server.metricsUrl ?? '')).text()
    const lines = text.split('\n').filter((line) => line.startsWith('merchantpay_'))
    return new Map(
      lines.map((line) => {
        const [name = '', value] = line.replace('environment="test",network="ERC20"', '').split(' ')
        return [name, Number(value)]
      }),
    )
  }

  it('is ready only while it is few blocks behind, and its API works all the same', async () => {
    const harness = await Harness.start(served.env)
    expect(await ready(harness)).toEqual([503, ['networks']])
    await harness.work()
    expect(await ready(harness)).toEqual([200, undefined])
    await served.anvil.mine(69)
    // A step covers fifty blocks at most.
    await tickWatcher(harness)
    expect(await ready(harness)).toEqual([200, undefined])
    await served.anvil.mine(51)
    await tickWatcher(harness)
    expect([await ready(harness), await ready(harness, '?for=api')]).toEqual([
      [503, ['networks']],
      [200, undefined],
    ])
    await harness.work()
    expect(await ready(harness)).toEqual([200, undefined])
    const side = await sideOf(harness.database)
    await side.script(
      "INSERT INTO chain_conditions (environment, network, kind, reason, since_at) VALUES ('test', 'ERC20', 'halted', 'x', 0)",
    )
    expect(await ready(harness)).toEqual([503, ['networks']])
  }, 60_000)

  it('is not ready before a node has answered', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const harness = await Harness.start({ ...served.env, MERCHANTPAY_TEST_ERC20_NODE_1_URL: url })
    expect(await ready(harness)).toEqual([503, ['networks']])
    expect(await ready(harness, '?for=api')).toEqual([200, undefined])
  })

  it('exports metrics of its position, its nodes and its transfers', async () => {
    const { anvil, token } = served
    const dead = `http://127.0.0.1:${await freePort()}`
    const harness = await Harness.start({
      ...served.env,
      MERCHANTPAY_METRICS_PORT: '0',
      MERCHANTPAY_TEST_ERC20_NODE_1_URL: anvil.url,
      MERCHANTPAY_TEST_ERC20_NODE_2_URL: dead,
    })
    const keys = await harness.register()
    await harness.work()
    const { json: order } = await harness.call('POST', '/v1/orders', {
      keys,
      body: { ...ORDER, network: 'ERC20' },
    })
    await token.transfer(String(order.payment_address), 0n)
    await token.transfer(String(order.payment_address), 25_000_000n)
    await anvil.mine(59)
    await tickWatcher(harness)
    const numbers = await numbersOf(harness)
    const head = await anvil.headNumber()
    const metric = (name: string) => numbers.get(`merchantpay_${name}`)
    expect({
      head: metric('watcher_head_block{}'),
      block: metric('watcher_block{}'),
      lag: metric('watcher_lag_blocks{}'),
      zero: metric('ignored_transfers_total{,reason="zero_value"}'),
      transfers: metric('transfers_total{}'),
      missed: metric('rescan_found_total{}'),
      reorgs: metric('reorgs_total{}'),
      able: [metric('node_able{,node="1"}'), metric('node_able{,node="2"}')],
      mismatch: metric('chain_condition{,kind="transfer_mismatch"}'),
      review: metric('withdrawals{,status="REVIEW"}'),
    }).toEqual({
      ...{ head, block: head - 11, lag: 11, zero: 1, transfers: 1, missed: 0, reorgs: 0 },
      ...{ able: [1, 0], mismatch: 0, review: 0 },
    })
    expect(metric('rpc_requests_total{,node="1",outcome="answered"}')).toBeGreaterThan(5)
    expect(metric('rpc_requests_total{,node="2",outcome="broken"}')).toBeGreaterThan(0)
    expect(metric('node_faults_total{,node="2",failure="broken"}')).toBeGreaterThan(0)
    expect(metric('watcher_seconds_since_progress{}')).toBeLessThan(30)
  }, 60_000)

  it('counts branches, and has only labels with a bounded set of values', async () => {
    const harness = await Harness.start({ ...served.env, MERCHANTPAY_METRICS_PORT: '0' })
    await harness.work()
    await served.anvil.call('anvil_reorg', [3, []])
    await harness.work()
    const numbers = await numbersOf(harness)
    expect(numbers.get('merchantpay_reorgs_total{}')).toBe(1)
    expect(numbers.get('merchantpay_reorg_depth_blocks{}')).toBe(3)
    const text = await (await fetch(harness.server.metricsUrl ?? '')).text()
    const labels = new Map<string, Set<string>>()
    for (const [, name = '', value = ''] of text.matchAll(/(\w+)="([^"]*)"/g))
      labels.set(name, (labels.get(name) ?? new Set()).add(value))
    expect([...(labels.get('environment') ?? [])].sort()).toEqual(['live', 'test'])
    expect([...(labels.get('network') ?? [])]).toEqual(['ERC20'])
    expect([...(labels.get('node') ?? [])]).toEqual(['1'])
    expect(text).not.toContain(new URL(served.anvil.url).host)
  }, 60_000)
})

describe('a network that is followed', () => {
  /** Opens a store; ERC20 has the condition if one is passed. */
  async function storeWith(condition?: ChainCondition): Promise<Store> {
    const { store } = await openDatabase('sqlite')
    if (condition) await store.write((tx) => tx.chainConditions.set(ERC20, condition))
    return store
  }

  it.each([
    [ERC20, 19, 0, 20, 12_000],
    [TRC20, 99, 0, 100, 3_000],
    [ERC20, 10, 9 * 12_000, 10, 10 * 12_000],
  ] as const)(
    '%o may be %i blocks behind after %i ms, and not %i after %i ms',
    async (id, few, fewMs, many, manyMs) => {
      let now = 0
      const health = new ChainHealth(() => now)
      const store = await storeWith()
      const check = () => requireFollowed([id], store, (each) => health.positionOf(each))
      await expect(check()).rejects.toThrow('not read yet')
      health.noteStep(id, 1_000, 1_000 + few)
      now += fewMs
      await check()
      health.noteStep(id, 2_000, 2_000 + many)
      now += manyMs
      await expect(check()).rejects.toThrow(/^live\/\w+: \d+ blocks behind$/)
    },
  )

  it('leases addresses for 15 minutes after its head moved last', () => {
    let now = 0
    const health = new ChainHealth(() => now)
    expect(health.isFollowed(ERC20)).toBe(false)
    for (; now < 15 * 60_000; now += 4_000) {
      health.noteStep(ERC20, 7, 7)
      expect(health.isFollowed(ERC20)).toBe(true)
    }
    health.noteStep(ERC20, 7, 7)
    expect(health.isFollowed(ERC20)).toBe(false)
    health.noteStep(ERC20, 7, 8)
    expect(health.isFollowed(ERC20)).toBe(true)
  })
})
