import { describe, expect, it } from 'vitest'
import type { RpcFault } from '../../../../../test-support/nodes/rpc-server.js'
import {
  type CannedNetwork,
  changedAnswer,
  cleanRead,
  readBy,
  startNetwork,
} from '../../support/nodes/canned-ethereum.js'
import { CannedTronNetwork } from '../../support/nodes/canned-tron.js'
import { OURS } from '../../support/nodes/ethereum.js'

const signal = new AbortController().signal
const error = (code: number, message: string): RpcFault => ({ kind: 'error', code, message })

/** The words of nodes and providers for a method that they do not serve. */
const MISSING: Readonly<Record<string, RpcFault>> = {
  'go-ethereum': error(-32_601, 'the method eth_getBlockReceipts does not exist/is not available'),
  Alchemy: error(
    -32_600,
    'eth_getBlockReceipts is not available on the Free tier - upgrade to Pay As You Go',
  ),
  'a gateway': error(-32_001, 'resource not found'),
  'a status': { kind: 'status', status: 403, body: '{"message":"method not on this plan"}' },
  dRPC: { kind: 'status', status: 400, body: '{"message":"method is not available on freetier","code":35}' },
  'an internal error': error(-32_603, 'method handler crashed'),
}

/** The words of nodes for a state that they have pruned. */
const PRUNED: Readonly<Record<string, RpcFault>> = {
  'go-ethereum by hash': error(-32_000, 'missing trie node 3b70737c (path ) state 0x3b70 is not available'),
  'go-ethereum by path': error(-32_000, 'historical state 0xef7d is not available'),
  Nethermind: error(-32_002, 'No state available for block 19000000 (0x5d1c)'),
  bor: error(-32_000, 'required historical state unavailable (reexec=128)'),
  PublicNode: error(-32_602, 'Archive requests require a personal token'),
}

/** Nodes that return no logs, so that the blocks with payments are read by their receipts. */
async function withoutLogs(fault: RpcFault): Promise<CannedNetwork> {
  const network = await startNetwork(1)
  network.nodes[0]?.fail(changedAnswer('eth_getLogs', () => []))
  network.nodes[0]?.fail({ method: 'eth_getBlockReceipts', fault })
  return network
}

const faultsOf = ({ events }: CannedNetwork) =>
  events.filter(({ kind }) => kind === 'fault' || kind === 'quarantined')
const countOf = ({ nodes }: CannedNetwork, wanted: string, node = 0) =>
  nodes[node]?.methods.filter((method) => method === wanted).length

describe('a node without receipts of blocks', () => {
  it.each(Object.entries(MISSING))('is asked for single ones, in the words of %s', async (_name, fault) => {
    const network = await withoutLogs(fault)
    const follower = await network.follow()
    await network.untilHead(follower)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
    expect(faultsOf(network)).toEqual([])
    const asked = countOf(network, 'eth_getBlockReceipts') ?? 0
    network.truth.mine([{ to: `0x${'01'.repeat(20)}`, value: 1n }])
    await network.untilHead(follower)
    expect(countOf(network, 'eth_getBlockReceipts')).toBe(asked)
    network.now += 3_600_000
    network.truth.mine([{ to: `0x${'01'.repeat(20)}`, value: 1n }])
    await network.untilHead(follower)
    expect(countOf(network, 'eth_getBlockReceipts')).toBe(asked + 1)
  })

  it('is not blamed for a time-out', async () => {
    const network = await withoutLogs({ kind: 'hang' })
    const follower = await network.follow()
    await expect(network.untilHead(follower, 3)).rejects.toThrow('the cursor stays')
    expect(countOf(network, 'eth_getTransactionReceipt')).toBe(0)
  })
})

describe('a node without logs', () => {
  it('is read by receipts where it is the only one, the second time too', async () => {
    const network = await startNetwork(1, 150)
    network.nodes[0]?.fail({ method: 'eth_getLogs', fault: error(-32_601, 'Method not found') })
    const follower = await network.follow()
    await network.untilHead(follower, 200)
    expect(readBy(follower)).toEqual(cleanRead(network.truth))
    expect(faultsOf(network)).toEqual([])
    expect(network.events).toContainEqual(
      expect.objectContaining({ kind: 'lacks_method', method: 'eth_getLogs' }),
    )
  })
})

describe('a node that has pruned the state of a block', () => {
  it.each(Object.entries(PRUNED))(
    'stays in use and is asked last for it, in the words of %s',
    async (_, fault) => {
      const network = await startNetwork(2)
      network.nodes[0]?.fail({ method: 'eth_call', fault })
      const follower = await network.follow()
      await network.untilHead(follower)
      const balance = () => follower.chain.balanceAt(OURS[1] ?? '', follower.cursor, signal)
      await balance()
      await balance()
      expect(faultsOf(network)).toEqual([])
      expect(countOf(network, 'eth_call')).toBe(1)
      expect(countOf(network, 'eth_call', 1)).toBe(2)
      expect(follower.chain.nodes?.().nodes.map(({ isAble, balances }) => [isAble, balances])).toEqual([
        [true, 0],
        [true, 2],
      ])
    },
  )
})

describe('a TRON node', () => {
  const reply = (status: number, text: string) => ({ status, text: JSON.stringify({ Error: text }) })

  it('without a method is used for the others, and asked for that one no more', async () => {
    const network = new CannedTronNetwork(2)
    const path = 'walletsolidity/gettransactioninfobyid'
    network.at(0).fault = (call) =>
      call.path === path ? reply(404, 'this API is unavailable due to config') : undefined
    const follower = await network.follow()
    network.mine(6, 3)
    await network.ticks(follower, 4)
    expect(follower.scan.paid).toHaveLength(3)
    expect(network.events.filter(({ kind }) => kind !== 'serving')).toEqual([
      expect.objectContaining({ kind: 'lacks_method', node: 'tron.test:1', method: path }),
    ])
    expect(network.at(0).calls.get(path)).toBe(1)
  })

  it.each([403, 429])('that is suspended by HTTP %i for 5 s is asked again after them', async (status) => {
    const network = new CannedTronNetwork(1)
    const follower = await network.follow()
    network.mine(3, 1)
    const text = 'The key exceeds the frequency limit(15), and the query server is suspended for 5 s'
    network.at(0).fault = () => reply(status, text)
    await network.ticks(follower, 1)
    network.at(0).fault = undefined
    const before = network.at(0).callCount
    await network.ticks(follower, 1, 4_900)
    expect(network.at(0).callCount).toBe(before)
    await network.ticks(follower, 1, 700)
    expect(follower.scan.paid).toHaveLength(1)
  })
})
