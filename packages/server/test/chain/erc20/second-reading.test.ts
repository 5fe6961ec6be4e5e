import { describe, expect, it } from 'vitest'
import { RpcError } from '../../../../../test-support/nodes/rpc-server.js'
import { type CannedNetwork, cleanRead, readBy, startNetwork } from '../../support/nodes/canned-ethereum.js'

type Log = Record<string, unknown>
interface Filter {
  readonly blockHash?: string
  readonly fromBlock?: string
  readonly toBlock?: string
}

/** Two nodes, the first of which has no logs of the block, and nothing in its header, when it is read first. */
async function startHiding(hidden: number): Promise<CannedNetwork> {
  const network = await startNetwork(2, 200)
  const number = network.truth.blocks[hidden]?.number
  network.nodes[0]?.become((method, params) => {
    const answer = network.truth.answer(method, params)
    if (method === 'eth_getLogs') return (answer as Log[]).filter(({ blockNumber }) => blockNumber !== number)
    const isHeader = method === 'eth_getBlockByNumber' && params[0] === number
    return isHeader ? { ...(answer as object), logsBloom: `0x${'0'.repeat(512)}` } : answer
  })
  return network
}

/** Changes the second node's answers to requests for logs, and counts those requests by kind. */
function changeLogs(network: CannedNetwork, change: (logs: Log[], filter: Filter) => Log[]) {
  const counts = { ranges: 0, hashes: 0, headers: 0 }
  network.nodes[1]?.become((method, params) => {
    const answer = network.truth.answer(method, params)
    if (method === 'eth_getBlockByNumber' && params[0] !== 'latest') counts.headers += 1
    if (method !== 'eth_getLogs') return answer
    const filter = params[0] as Filter // the only parameter
    counts[filter.blockHash === undefined ? 'ranges' : 'hashes'] += 1
    return change(answer as Log[], filter)
  })
  return counts
}

const sorted = (names: readonly string[]) => [...names].sort()

async function expectAll(network: CannedNetwork): Promise<void> {
  const follower = await network.follow()
  await network.untilHead(follower, 20)
  expect(sorted(readBy(follower))).toEqual(sorted(cleanRead(network.truth)))
}

describe('the second reading', () => {
  it('of fifty blocks is one request, and finds a payment that the first node had left out', async () => {
    const network = await startHiding(15)
    const counts = changeLogs(network, (logs) => logs)
    await expectAll(network)
    // The block whose header was forged is read by its hash; block 0 was never read.
    expect(counts).toEqual({ ranges: 2, hashes: 1, headers: 1 })
  })

  it.each([
    [
      'has no logs of a block whose bloom promises some',
      (log: Log) => (log.blockNumber === '0xa' ? [] : [log]),
    ],
    [
      'has logs of another hash',
      (log: Log) => [log.blockNumber === '0xa' ? { ...log, blockHash: `0x${'1'.repeat(64)}` } : log],
    ],
    ['has a log twice', (log: Log) => (log.blockNumber === '0xa' ? [log, log] : [log])],
  ])('reads a block by its hash where the answer for the range %s', async (_, change) => {
    const network = await startHiding(15)
    const counts = changeLogs(network, (logs, { blockHash }) =>
      blockHash === undefined ? logs.flatMap(change) : logs,
    )
    await expectAll(network)
    expect(counts.hashes).toBe(2)
  })

  it('is as wide as the node allows', async () => {
    const network = await startHiding(15)
    const widths: number[] = []
    const message =
      'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Upgrade to PAYG.'
    changeLogs(network, (logs, { fromBlock, toBlock }) => {
      if (fromBlock === undefined) return logs
      const width = Number(toBlock) - Number(fromBlock) + 1
      widths.push(width)
      if (width > 10) throw new RpcError(-32_600, message)
      return logs
    })
    await expectAll(network)
    expect(widths.slice(0, 6)).toEqual([49, 10, 10, 10, 10, 9])
    expect(network.events.filter(({ kind }) => kind === 'fault')).toEqual([])
  })

  it('reads the headers of blocks again that a restart has forgotten', async () => {
    const network = await startHiding(15)
    const counts = changeLogs(network, (logs) => logs)
    const follower = await network.follow()
    for (let step = 0; step < 2; step += 1) await follower.step()
    follower.chain = await network.open()
    await network.untilHead(follower, 20)
    expect(sorted(readBy(follower))).toEqual(sorted(cleanRead(network.truth)))
    expect(counts.headers).toBeGreaterThanOrEqual(49)
  })

  it.each([1, 2])(
    'finds a payment in a block that was recorded under a false hash, from %d nodes',
    async (count) => {
      const network = await startNetwork(count, 200)
      const falseHash = `0x${'1'.repeat(64)}`
      const follower = await network.follow()
      network.nodes[0]?.become((method, params) => {
        const answer = network.truth.answer(method, params) as Log
        if (method === 'eth_getLogs')
          return (answer as unknown as Log[]).filter((log) => log.blockNumber !== '0xf')
        if (params[0] === '0xf') return { ...answer, hash: falseHash, logsBloom: `0x${'0'.repeat(512)}` }
        return params[0] === '0x10' ? { ...answer, parentHash: falseHash } : answer
      })
      await follower.step()
      expect(readBy(follower).length).toBeGreaterThan(0)
      network.nodes[0]?.become(network.truth.answer)
      await network.untilHead(follower, 20)
      expect(sorted(readBy(follower))).toEqual(sorted(cleanRead(network.truth)))
    },
  )

  it.each([1, 2])(
    'does not hide a branch that is deeper than the blocks that are due, from %d nodes',
    async (count) => {
      const network = await startNetwork(count, 150)
      const follower = await network.follow()
      await network.untilHead(follower, 20)
      const branch = network.truth.fork(40)
      for (let number = 41; number <= 230; number += 1) branch.mine([], 'branch')
      for (const node of network.nodes) node.become(branch.answer)
      const rewound = await follower.step()
      expect(rewound).toMatchObject({ kind: 'rewind', after: { number: 40 } })
    },
  )
})
