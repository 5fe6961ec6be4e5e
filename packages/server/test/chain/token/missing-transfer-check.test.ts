import { describe, expect, it } from 'vitest'
import { CannedTronNode, sha256, transferLog } from '../../../../../test-support/nodes/canned-tron-node.js'
import type { RpcRule } from '../../../../../test-support/nodes/rpc-server.js'
import type { SeenTransfer } from '../../../src/domain/chain/transfer.js'
import { ChainFollower } from '../../support/chain/chain-follower.js'
import { GENESIS_AT, PAYER, TOKEN } from '../../support/chain/trc20-completeness.js'
import { type CannedNetwork, startNetwork } from '../../support/nodes/canned-ethereum.js'
import {
  encodeTron,
  HandTime,
  OURS_HEX,
  openTron,
  TRON_CHAIN_ID,
  watchedOurs,
} from '../../support/nodes/tron.js'

const MINUTE = 60_000
const { signal } = new AbortController()
const DEEP = 96
const OTHER_HASH = `0x${'7'.repeat(64)}`

const withoutBloom = (block: object) => ({ ...block, logsBloom: `0x${'0'.repeat(512)}` })
/** Reports nothing in any block. */
const KEEPS_BACK: readonly RpcRule[] = [
  { method: 'eth_getLogs', fault: { kind: 'answer', change: () => [] } },
  { method: 'eth_getBlockByNumber', fault: { kind: 'answer', change: withoutBloom } },
]
const NO_RECEIPTS: RpcRule = {
  method: 'eth_getTransactionReceipt',
  fault: { kind: 'answer', change: () => null },
}
const DEAD: RpcRule = { fault: { kind: 'reset' } }

interface World {
  readonly network: CannedNetwork
  readonly follower: ChainFollower
  readonly paid: SeenTransfer
  /** Reported in the same block, and in none. */
  readonly invented: SeenTransfer
}

/** Nodes of a chain with a payment deep below its newest block. */
async function begin(count: number, deep = DEEP): Promise<World> {
  const network = await startNetwork(count, 5)
  network.truth.mineMany(deep)
  const follower = await network.follow()
  await network.untilHead(follower)
  const [paid] = follower.paid
  if (!paid) throw new Error('nothing is paid')
  return { network, follower, paid, invented: { ...paid, txHash: OTHER_HASH } }
}

const settle = ({ chain, cursor }: ChainFollower, ...asked: SeenTransfer[]) =>
  chain.checkFinality(asked, cursor, signal)

describe('a transfer without a receipt, in a deep block', () => {
  it('is absent where two nodes have that block without it', async () => {
    const { follower, paid, invented } = await begin(2)
    const richer = { ...paid, value: (paid.value + 100n) as typeof paid.value }
    expect(await settle(follower, paid, invented, richer)).toEqual(['final', 'absent', 'absent'])
  })

  it('is absent where a single node has that block without it', async () => {
    const { follower, paid, invented } = await begin(1)
    expect(await settle(follower, paid, invented)).toEqual(['final', 'absent'])
  })

  it('waits while its block is not deep yet', async () => {
    const { follower, invented } = await begin(2, DEEP - 1)
    expect(await settle(follower, invented)).toEqual(['pending'])
  })

  it.each([
    ['either node', []],
    ['one node', KEEPS_BACK],
  ])('waits while its block has it at %s', async (_name, rules) => {
    const { network, follower, paid } = await begin(2)
    network.nodes[0]?.fail(NO_RECEIPTS)
    for (const rule of rules) network.nodes[0]?.fail(rule)
    network.now += MINUTE
    expect(await settle(follower, paid)).toEqual(['pending'])
  })

  it('waits while the second node does not answer, however long', async () => {
    const { network, follower, invented } = await begin(2)
    network.nodes[1]?.fail(DEAD)
    for (let minutes = 0; minutes < 12; minutes += 1) {
      network.now += MINUTE
      expect(await settle(follower, invented)).toEqual(['pending'])
    }
  })

  it('waits where a node has another block of that number', async () => {
    const { network, follower, invented } = await begin(2)
    const other = network.truth.fork(4).mine([], 'another').mineMany(DEEP)
    network.nodes[1]?.become(other.answer)
    expect(await settle(follower, invented)).toEqual(['pending'])
  })

  it('is checked after a minute, and then less and less often', async () => {
    const { network, follower, invented } = await begin(2)
    network.nodes[1]?.fail(DEAD)
    const looks = () => network.nodes[0]?.methods.filter((method) => method === 'eth_getLogs').length ?? 0
    const before = looks()
    const lookedAt: number[] = []
    for (let at = 0; at < 20 * MINUTE; at += MINUTE / 2) {
      const earlier = looks()
      await settle(follower, invented)
      if (looks() > earlier) lookedAt.push(at / MINUTE)
      network.now += MINUTE / 2
    }
    expect(lookedAt).toEqual([0, 1, 3, 7, 15])
    expect(looks() - before).toBe(lookedAt.length)
  })

  it('is checked in a few blocks at a time, and in all of them in the end', async () => {
    const { network, follower, invented } = await begin(2, DEEP + 30)
    const spread = Array.from({ length: 20 }, (_, at) => {
      const { number, hash, timestamp } = network.truth.blocks[at + 1] ?? {
        number: '',
        hash: '',
        timestamp: '',
      }
      const block = { number: Number(number), hash, timeAt: Number(timestamp) * 1_000 }
      return { ...invented, block }
    })
    const never = new Set<number>()
    const counts: number[] = []
    for (let looks = 0; looks < 3; looks += 1) {
      network.now += MINUTE
      const verdicts = await settle(follower, ...spread)
      for (const [at, verdict] of verdicts.entries()) if (verdict === 'absent') never.add(at)
      counts.push(never.size)
    }
    expect(counts).toEqual([8, 16, 20])
  })
})

describe('a TRON transfer that is in no block', () => {
  async function beginTron(change?: (node: CannedTronNode) => void, before = 1) {
    const time = new HandTime(GENESIS_AT + 24 * 60 * MINUTE)
    const options = { chainId: TRON_CHAIN_ID, genesisAt: GENESIS_AT, solidLag: 0 }
    const nodes = [new CannedTronNode(options), new CannedTronNode(options)]
    const log = transferLog(TOKEN, PAYER, OURS_HEX[0] ?? '', 5_000_000n)
    const payment = { id: sha256('payment'), owner: PAYER, logs: [log], isFailed: false }
    for (const node of nodes) for (let mined = 0; mined < before; mined += 1) node.mine()
    const fetch = ((url: string, init: { body: string }) =>
      nodes[Number(new URL(url).port) - 1]?.fetch(url, init)) as unknown as typeof globalThis.fetch
    const urls = ['http://tron.test:1', 'http://tron.test:2']
    const chain = await openTron({ urls, token: encodeTron(TOKEN), fetch }, time)
    const follower = await ChainFollower.begin(chain, watchedOurs)
    for (const node of nodes) {
      node.mine([payment])
      for (let more = 0; more < DEEP; more += 1) node.mine()
    }
    await follower.catchUp()
    const [paid] = follower.paid
    if (!paid) throw new Error('nothing is paid')
    const [, second] = nodes
    if (second) change?.(second)
    const verdicts = await settle(follower, paid, { ...paid, txHash: sha256('nothing') })
    const later = async (ms: number) => {
      time.at += ms
      return settle(follower, paid)
    }
    return { verdicts, later }
  }

  /** Replaces the newest blocks. */
  const replace = (node: CannedTronNode, count: number) => {
    node.drop(count)
    for (let mined = 0; mined < count; mined += 1) node.mine([], 'another branch')
  }

  it('is absent once its block is deep and two nodes have it without the transfer', async () => {
    expect((await beginTron()).verdicts).toEqual(['final', 'absent'])
  })

  it('is never absent where the second node has another block of that number, and the payment is disputed', async () => {
    const { verdicts } = await beginTron((node) => replace(node, DEEP + 1))
    expect(verdicts).toEqual(['conflicting', 'pending'])
  })
  it('is disputed while the second node has another history, and final after ten minutes', async () => {
    const { verdicts, later } = await beginTron((node) => replace(node, 3 * DEEP), 2 * DEEP)
    expect(verdicts).toEqual(['conflicting', 'pending'])
    for (let minute = 1; minute < 10; minute += 1) expect(await later(MINUTE)).toEqual(['conflicting'])
    expect(await later(2 * MINUTE)).toEqual(['final'])
  })
})
