import { describe, expect, it } from 'vitest'
import { RpcError } from '../../../../../test-support/nodes/rpc-server.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import { ChainFollower } from '../../support/chain/chain-follower.js'
import { FINAL_BLOCKS } from '../../support/nodes/canned-chain.js'
import { type CannedNetwork, cleanRead, readBy, startNetwork } from '../../support/nodes/canned-ethereum.js'
import { OURS, watchedOurs } from '../../support/nodes/ethereum.js'

const [, PAYEE = ''] = OURS
const USDT = 10n ** 18n
type Log = Record<string, unknown>
interface Filter {
  readonly fromBlock: string
  readonly toBlock: string
}

/** Two nodes of a chain with a payment in every tenth block, all of them final. */
async function start(blocks: number): Promise<CannedNetwork> {
  const network = await startNetwork(2, 0)
  for (let number = 1; number <= blocks; number += 1)
    network.truth.mine(number % 10 === 0 ? [{ to: PAYEE, value: BigInt(number) * USDT }] : [])
  network.truth.mineMany(FINAL_BLOCKS)
  return network
}

const open = (network: CannedNetwork): Promise<Chain> => network.open({ network: 'BEP20' })

function follow({ truth }: CannedNetwork, chain: Chain): ChainFollower {
  const [genesis] = truth.blocks
  return new ChainFollower(chain, watchedOurs, {
    ...{ number: 0, hash: genesis?.hash ?? '', timeAt: Number(genesis?.timestamp) * 1_000 },
  })
}

/** Changes the logs that a node reports, and counts its calls by method. */
function changeLogs(network: CannedNetwork, at: number, change: (logs: Log[], filter: Filter) => Log[]) {
  const counts: Record<string, number> = {}
  network.nodes[at]?.become((method, params) => {
    counts[method] = (counts[method] ?? 0) + 1
    const answer = network.truth.answer(method, params)
    return method === 'eth_getLogs' ? change(answer as Log[], params[0] as Filter) : answer
  })
  return counts
}

const sorted = (names: readonly string[]) => [...names].sort()

describe('final blocks', () => {
  it('are read up to the newest one, at three calls a step and two for a payment of ours', async () => {
    const network = await start(45)
    const counts = changeLogs(network, 0, (logs) => logs)
    const follower = follow(network, await open(network))
    await follower.step()
    expect(follower.cursor.number).toBe(45)
    expect(follower.paid.map(({ value }) => value)).toEqual(
      [10n, 20n, 30n, 40n].map((sum) => sum * 10n ** 8n),
    )
    const payments = 4
    expect(counts).toEqual({
      eth_chainId: 1,
      // The head, the block of the cursor, and those of our payments.
      eth_getBlockByNumber: 2 + payments,
      eth_getLogs: 1,
      eth_getTransactionReceipt: payments,
    })
    expect(await follower.step()).toMatchObject({ kind: 'idle', why: 'no new block' })
  })

  it('are passed by the second reading though one was recorded under a false hash', async () => {
    const network = await start(150)
    const follower = follow(network, await open(network))
    await network.untilHead(follower, 20).catch(() => undefined)
    const [newest] = follower.ring
    if (!newest) throw new Error('no block is recorded')
    const recorded = { ...newest, hash: `0x${'1'.repeat(64)}` }
    follower.ring = [newest, { ...recorded, number: 99 }, { ...recorded, number: 1 }]
    network.truth.mineMany(200)
    for (let step = 0; step < 20; step += 1) {
      network.now += 600_000
      await follower.step().catch(() => undefined)
    }
    expect(follower.cursor.number).toBe(network.truth.head - FINAL_BLOCKS)
  })

  it('are read once more when they are deep, and a payment that was left out is found', async () => {
    const network = await start(320)
    changeLogs(network, 0, (logs) => logs.filter(({ blockNumber }) => blockNumber !== '0x82'))
    const ranges: string[] = []
    changeLogs(network, 1, (logs, { fromBlock, toBlock }) => {
      ranges.push(`${Number(fromBlock)} to ${Number(toBlock)}`)
      return logs
    })
    const follower = follow(network, await open(network))
    await follower.catchUp()
    expect(ranges).toEqual(['1 to 99', '100 to 199'])
    expect(sorted(readBy(follower))).toEqual(sorted(cleanRead(network.truth)))
  })

  it('are read once more by both nodes, since either may have read them first', async () => {
    const network = await start(200)
    network.nodes[0]?.become(() => {
      throw new RpcError(-32_000, 'no answer')
    })
    const leaveOut = () =>
      changeLogs(network, 1, (logs) => logs.filter(({ blockNumber }) => blockNumber !== '0x82'))
    leaveOut()
    const follower = follow(network, await open(network))
    await follower.catchUp()
    changeLogs(network, 0, (logs) => logs)
    network.nodes[1]?.become(() => {
      throw new RpcError(-32_000, 'no answer')
    })
    network.now += 600_000
    network.truth.mineMany(10)
    await follower.catchUp()
    // From now on the first node serves, and the second one is the other.
    leaveOut()
    network.now += 600_000
    network.truth.mineMany(200)
    await follower.catchUp()
    expect(sorted(readBy(follower))).toEqual(sorted(cleanRead(network.truth)))
  })

  it('are all read once more though few of them are stored', async () => {
    const network = await start(20)
    const ranges: string[] = []
    changeLogs(network, 1, (logs, { fromBlock, toBlock }) => {
      ranges.push(`${Number(fromBlock)} to ${Number(toBlock)}`)
      return logs
    })
    const follower = follow(network, await open(network))
    for (const further of [0, 100, 100, 61, 100]) {
      network.truth.mineMany(further)
      await follower.catchUp()
    }
    expect(ranges).toEqual(['1 to 99', '100 to 199'])
  })

  it('are read by another node later where none could read them when they were deep', async () => {
    const network = await start(320)
    changeLogs(network, 0, (logs) => logs.filter(({ blockNumber }) => blockNumber !== '0x82'))
    network.nodes[1]?.become(() => {
      throw new RpcError(-32_000, 'no answer')
    })
    const follower = follow(network, await open(network))
    await follower.catchUp()
    expect(readBy(follower).length).toBe(cleanRead(network.truth).length - 1)
    changeLogs(network, 1, (logs) => logs)
    // A restart, or another server that follows the network from now on.
    follower.chain = await open(network)
    network.now += 600_000
    network.truth.mineMany(200)
    await follower.catchUp()
    expect(sorted(readBy(follower))).toEqual(sorted(cleanRead(network.truth)))
  })

  it('are read by another node that no longer has those of its pause', async () => {
    const network = await start(320)
    network.nodes[1]?.become(() => {
      throw new RpcError(-32_000, 'no answer')
    })
    const follower = follow(network, await open(network))
    await follower.catchUp()
    network.truth.mineMany(100).mine([{ to: PAYEE, value: USDT }])
    const paidIn = network.truth.blocks.at(-1)?.number
    changeLogs(network, 0, (logs) => logs.filter(({ blockNumber }) => blockNumber !== paidIn))
    changeLogs(network, 1, (logs, { fromBlock }) => {
      if (Number(fromBlock) < 300) throw new RpcError(-32_000, 'pruned history unavailable')
      return logs
    })
    network.now += 600_000
    network.truth.mineMany(300)
    await follower.catchUp()
    expect(sorted(readBy(follower))).toEqual(sorted(cleanRead(network.truth)))
  })

  it('are read by another node later though the one that read them first no longer has them', async () => {
    const network = await start(320)
    changeLogs(network, 0, (logs) => logs.filter(({ blockNumber }) => blockNumber !== '0x82'))
    network.nodes[1]?.become(() => {
      throw new RpcError(-32_000, 'no answer')
    })
    const follower = follow(network, await open(network))
    await follower.catchUp()
    changeLogs(network, 0, (logs, { fromBlock }) => {
      if (Number(fromBlock) < 300) throw new RpcError(-32_000, 'pruned history unavailable')
      return logs
    })
    changeLogs(network, 1, (logs) => logs)
    network.now += 600_000
    network.truth.mineMany(300)
    await follower.catchUp()
    expect(sorted(readBy(follower))).toEqual(sorted(cleanRead(network.truth)))
    expect(follower.owedFrom ?? null).toBeNull()
  })

  it('are read later by the serving node, too, where the other one had left a payment out', async () => {
    const network = await start(320)
    network.nodes[0]?.become(() => {
      throw new RpcError(-32_000, 'no answer')
    })
    const leaveOut = () =>
      changeLogs(network, 1, (logs) => logs.filter(({ blockNumber }) => blockNumber !== '0x82'))
    leaveOut()
    const follower = follow(network, await open(network))
    await follower.catchUp()
    changeLogs(network, 0, (logs) => logs)
    network.nodes[1]?.become(() => {
      throw new RpcError(-32_000, 'no answer')
    })
    network.now += 600_000
    network.truth.mineMany(10)
    await follower.catchUp()
    leaveOut()
    network.now += 600_000
    network.truth.mineMany(300)
    await follower.catchUp()
    expect(sorted(readBy(follower))).toEqual(sorted(cleanRead(network.truth)))
  })

  it('are read in ranges as wide as the node allows', async () => {
    const network = await start(45)
    const widths: number[] = []
    for (const at of [0, 1])
      changeLogs(network, at, (logs, { fromBlock, toBlock }) => {
        const width = Number(toBlock) - Number(fromBlock) + 1
        widths.push(width)
        if (width > 10) throw new RpcError(-32_600, 'requests with up to a 10 block range')
        return logs
      })
    const follower = follow(network, await open(network))
    await follower.catchUp()
    expect(widths).toEqual([45, 10, 10, 10, 10, 5])
    expect(sorted(readBy(follower))).toEqual(sorted(cleanRead(network.truth)))
  })

  it('wait for a node that has not indexed the last one', async () => {
    const network = await start(40)
    for (const at of [0, 1]) changeLogs(network, at, () => [])
    const follower = follow(network, await open(network))
    await expect(follower.step()).rejects.toThrow('the logs of block 40: not there yet')
    expect(follower.cursor.number).toBe(0)
  })

  it.each([
    ['of a block outside the range', { blockNumber: '0xff' }],
    ['of another contract', { address: `0x${'ab'.repeat(20)}` }],
    ['of another event', { topics: [`0x${'12'.repeat(32)}`] }],
    ['of another branch', { blockHash: `0x${'12'.repeat(32)}` }],
    ['that was removed', { removed: true }],
  ])('are not taken with a log %s', async (_, changes) => {
    const network = await start(40)
    for (const at of [0, 1])
      changeLogs(network, at, (logs) =>
        logs.map((log, place) => (place === 0 ? { ...log, ...changes } : log)),
      )
    const follower = follow(network, await open(network))
    await expect(follower.step()).rejects.toThrow()
    expect([follower.cursor.number, follower.paid]).toEqual([0, []])
  })

  it('stop the network where both nodes have replaced one', async () => {
    const network = await start(40)
    const follower = follow(network, await open(network))
    await follower.step()
    const other = network.truth.fork(35).mineMany(20)
    for (const node of network.nodes) node.become(other.answer)
    expect(await follower.step()).toMatchObject({
      kind: 'halt',
      why: expect.stringContaining('final block 40'),
    })
  })

  it('are not believed to be replaced by one node alone', async () => {
    const network = await start(40)
    const follower = follow(network, await open(network))
    await follower.step()
    network.nodes[0]?.become(network.truth.fork(35).mineMany(20).answer)
    await follower.step().catch(() => undefined)
    expect(follower.cursor.number).toBe(40)
    network.truth.mine([{ to: PAYEE, value: USDT }]).mineMany(FINAL_BLOCKS)
    await network.untilHead(follower, 10).catch(() => undefined)
    expect(follower.paid.at(-1)).toMatchObject({ value: 10n ** 8n, block: { number: 43 } })
  })

  it('are the first that a new network starts at', async () => {
    const network = await start(40)
    const chain = await open(network)
    expect(await chain.head(new AbortController().signal)).toMatchObject({ number: 40 })
  })
})
