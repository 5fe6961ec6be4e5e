import { describe, expect, it } from 'vitest'
import type { CannedTronNode } from '../../../../../test-support/nodes/canned-tron-node.js'
import type { RpcFault } from '../../../../../test-support/nodes/rpc-server.js'
import type { ScanStep } from '../../../src/domain/chain/scan-step.js'
import { type CannedNetwork, cleanRead, readBy, startNetwork } from '../../support/nodes/canned-ethereum.js'
import { CannedTronNetwork } from '../../support/nodes/canned-tron.js'

const MISSED = 400
/** Credits of Infura's free plan in a second, and those of its methods. */
const CREDITS = 500
const COSTS: Readonly<Record<string, number>> = { eth_chainId: 5, eth_getLogs: 255 }
const USUAL_COST = 80
/** How long a node takes for a request. */
const REQUEST_MS = 150

/** Limits the credits of a node in each second. */
function limitCredits(network: CannedNetwork): void {
  const [node] = network.nodes
  if (!node) throw new Error('no node')
  const spent = new Map<number, number>()
  const isTooMuch = (costs: number) => {
    network.now += REQUEST_MS
    const second = Math.floor(network.now / 1_000)
    const all = (spent.get(second) ?? 0) + costs
    if (all <= CREDITS) spent.set(second, all)
    return all > CREDITS
  }
  const body = '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"credits limited to 500/sec"}}'
  const limited: RpcFault = { kind: 'status', status: 429, body }
  node.faultsOf = (calls) => {
    const costs = calls.reduce((sum, { method }) => sum + (COSTS[method] ?? USUAL_COST), 0)
    return new Map(isTooMuch(costs) ? calls.map((call) => [call, limited]) : [])
  }
}

const blocksOf = (step: ScanStep): number => (step.kind === 'forward' ? step.blocks.length : 0)

describe('a node with few credits a second', () => {
  it('is followed again after 400 missed blocks', async () => {
    const network = await startNetwork(1, MISSED)
    limitCredits(network)
    const follower = await network.follow()
    await network.untilHead(follower, 3 * MISSED)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
  })

  it('gets larger steps again once it answers them', async () => {
    const network = await startNetwork(1, MISSED)
    limitCredits(network)
    const follower = await network.follow()
    for (let tick = 0; tick < 30; tick += 1) {
      network.now += 4_000
      await follower.step().catch(() => undefined)
    }
    const before = follower.cursor.number
    expect(before).toBeLessThan(MISSED / 2)
    expect(Math.min(...follower.steps.map(blocksOf))).toBeLessThan(5)
    const [node] = network.nodes
    if (node) node.faultsOf = () => new Map()
    await network.untilHead(follower, 60)
    expect(Math.max(...follower.steps.slice(-5).map(blocksOf))).toBeGreaterThan(10)
  })
})

describe('a step of fifty blocks on TRON', () => {
  const failAt = (node: CannedTronNode, number: number, text: string): void => {
    node.fault = ({ params }) => (params.num === number ? { status: 200, text } : undefined)
  }

  it.each([
    ['a limit', '{"Error":"request rate exceeded the allowed_rps(3)"}'],
    ['nonsense', '<html>'],
  ])('keeps the blocks before an answer that is %s', async (_, text) => {
    const network = new CannedTronNetwork(1)
    const follower = await network.follow()
    const from = follower.scan.cursor.number
    network.mine(40, 40)
    failAt(network.at(0), from + 30, text)
    await network.ticks(follower, 1)
    expect(follower.scan.cursor.number).toBe(from + 29)
    expect(follower.scan.paid).toHaveLength(29)
    network.at(0).fault = undefined
    await network.ticks(follower, 2)
    expect(follower.scan.cursor.number).toBe(from + 40)
    expect(follower.scan.paid).toHaveLength(40)
  })

  it('goes to the next node where the first block cannot be read', async () => {
    const network = new CannedTronNetwork(2)
    const follower = await network.follow()
    const from = follower.scan.cursor.number
    network.mine(10, 10)
    failAt(network.at(0), from + 1, '<html>')
    await network.ticks(follower, 1)
    expect(follower.scan.cursor.number).toBe(from + 10)
  })
})
