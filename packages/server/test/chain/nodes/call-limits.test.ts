import { describe, expect, it } from 'vitest'
import type { CallBudgetOptions } from '../../../src/chain/nodes/call-budget.js'
import { budgetOf } from '../../../src/chain/nodes/node-budget.js'
import { openTronNode } from '../../../src/chain/trc20/trc20-transport.js'
import { CallsReservedForBlocks } from '../../../src/domain/chain/chain.js'
import { clockOf } from '../../../src/runtime/clock.js'
import { type CannedNetwork, startNetwork } from '../../support/nodes/canned-ethereum.js'
import { OURS } from '../../support/nodes/ethereum.js'
import { nodesAt } from '../../support/nodes/node-access.js'

const signal = new AbortController().signal
/** Midnight, after the blocks of the chain. */
const MIDNIGHT = Date.UTC(2026, 0, 2)

/** Moves the clock of the network instead of waiting. */
const sleeping =
  (network: CannedNetwork): CallBudgetOptions['sleep'] =>
  async (ms) => {
    network.now += ms
  }

describe('a limit of calls', () => {
  it('belongs to a node of Ethereum, and a batch has no more calls than a second', async () => {
    const network = await startNetwork(1, 200)
    const sizes: number[] = []
    const [node] = network.nodes
    if (node) {
      node.faultsOf = (calls) => {
        sizes.push(calls.length)
        return new Map()
      }
    }
    const follower = await network.follow()
    follower.chain = await network.open({ sleep: sleeping(network) }, { callsPerSecond: 5 })
    const before = network.now
    await follower.step()
    expect(Math.max(...sizes)).toBe(5)
    const calls = sizes.reduce((sum, size) => sum + size, 0)
    expect(network.now - before).toBeCloseTo((calls - 1) * 200, 5)
  })

  it('of a day keeps the calls that blocks need from balance checks that can wait', async () => {
    const network = await startNetwork(1)
    const follower = await network.follow()
    follower.chain = await network.open({ clock: clockOf(() => MIDNIGHT) }, { callsPerDay: 10 })
    const balance = (canWait: boolean) =>
      follower.chain.balanceAt(OURS[1] ?? '', follower.cursor, signal, canWait)
    await expect(balance(true)).rejects.toThrow(CallsReservedForBlocks)
    await balance(false)
    const report = () => follower.chain.nodes?.().nodes.map(({ callsLeft }) => callsLeft)
    expect(report()).toEqual([7])
    expect(follower.chain.budgets).toHaveLength(1)
    for (let more = 0; more < 3; more += 1) await balance(false)
    await expect(balance(false)).rejects.toThrow('the daily call budget is used up')
    expect(report()).toEqual([0])
  })
})

describe('a key', () => {
  const openAt = (url: string, seen: string[]) => {
    const [access] = nodesAt([url], { key: { header: 'TRON-PRO-API-KEY', value: 'the-key' } })
    if (!access) throw new Error('no node')
    const clock = clockOf(() => 0)
    return openTronNode({
      ...access,
      now: () => 0,
      monotonic: () => 0,
      budget: budgetOf(access, { clock, monotonic: () => 0 }),
      fetch: async (to, { headers } = {}) => {
        seen.push(`${new URL(`${to}`).host} ${new Headers(headers).get('tron-pro-api-key')}`)
        return new Response(null, { status: 307, headers: { location: 'https://other.example' } })
      },
    })
  }

  it('goes to the host of its node only, whatever a redirect or a second URL names', async () => {
    const seen: string[] = []
    const node = await openAt('https://full.example|https://solid.example', seen)
    for (const path of ['wallet/getblock', 'walletsolidity/getblock'] as const)
      await expect(node.call(path, {}, signal)).rejects.toThrow('HTTP 307')
    expect(seen).toEqual(['full.example the-key', 'solid.example null'])
  })

  it('goes to both ports of one host', async () => {
    const seen: string[] = []
    const node = await openAt('https://full.example:8090|https://full.example:8091', seen)
    await expect(node.call('walletsolidity/getblock', {}, signal)).rejects.toThrow('HTTP 307')
    expect(seen).toEqual(['full.example:8091 the-key'])
  })
})
