import { describe, expect, it } from 'vitest'
import type { RpcAnswer } from '../../../../../test-support/nodes/rpc-server.js'
import { TOPICS } from '../../../src/chain/token/token-abi.js'
import type { ChainFollower } from '../../support/chain/chain-follower.js'
import { TOKEN } from '../../support/chain/trc20-completeness.js'
import { CANNED_TOKEN, type CannedChain } from '../../support/nodes/canned-chain.js'
import { startNetwork } from '../../support/nodes/canned-ethereum.js'
import { CannedTronNetwork } from '../../support/nodes/canned-tron.js'

const MINUTE = 60_000
const PAUSED_IN = 5
const EVERYTHING = `0x${'f'.repeat(512)}`

type Json = Record<string, unknown>

/** A network of canned nodes, advanced by the test. */
interface Played {
  readonly follower: ChainFollower
  /** Those nodes, from 0, report a pause of the token. */
  tellPauseAt(...nodes: readonly number[]): void
  kill(node: number): void
  heal(node: number): void
  /** Advances the time and ticks; a failing tick changes nothing. */
  look(ms: number): Promise<void>
}

function pausedIn(truth: CannedChain): RpcAnswer {
  return (method, params) => {
    const answer = truth.answer(method, params)
    const block = truth.blocks[PAUSED_IN]
    if (method === 'eth_getBlockByNumber' && (answer as Json | null)?.hash === block?.hash)
      return { ...(answer as Json), logsBloom: EVERYTHING }
    if (method !== 'eth_getLogs') return answer
    const logs = answer as Json[]
    const isAsked = logs.some(({ blockHash }) => blockHash === block?.hash)
    const pause = {
      ...{ address: CANNED_TOKEN, topics: [`0x${TOPICS.paused}`], data: '0x', removed: false },
      ...{ blockNumber: block?.number, blockHash: block?.hash, logIndex: '0x9', transactionIndex: '0x0' },
      transactionHash: block?.transactions[0],
    }
    return isAsked ? [...logs, pause] : logs
  }
}

async function playEthereum(count: number): Promise<Played> {
  const network = await startNetwork(count)
  const follower = await network.follow()
  return {
    follower,
    tellPauseAt(...nodes) {
      for (const node of nodes) network.nodes[node]?.become(pausedIn(network.truth))
    },
    kill: (node) => network.nodes[node]?.fail({ fault: { kind: 'reset' } }),
    heal: (node) => network.nodes[node]?.heal(),
    async look(ms) {
      network.now += ms
      await follower.step().catch(() => undefined)
    },
  }
}

async function playTron(count: number): Promise<Played> {
  const network = new CannedTronNetwork(count)
  const { scan } = await network.follow()
  network.mine(PAUSED_IN + 5)
  const log = { address: TOKEN, topics: [TOPICS.paused], data: '' }
  return {
    follower: scan,
    tellPauseAt(...nodes) {
      const num = scan.cursor.number + PAUSED_IN
      for (const node of nodes)
        network.at(node).fault = ({ path, params, answer }) => {
          if (!path.endsWith('gettransactioninfobyblocknum') || params.num !== num) return undefined
          const [first, ...others] = answer as { log: unknown[] }[]
          const told = [{ ...first, log: [...(first?.log ?? []), log] }, ...others]
          return { status: 200, text: JSON.stringify(told) }
        }
    },
    kill: (node) => network.dead.add(node),
    heal: (node) => network.dead.delete(node),
    async look(ms) {
      network.time.at += ms
      await scan.step().catch(() => undefined)
    },
  }
}

describe.each([
  { name: 'ERC20', play: playEthereum },
  { name: 'TRC20', play: playTron },
])('a pause of the token on $name', ({ play }) => {
  const noticesOf = ({ follower }: Played) => follower.adminEvents.map(({ kind }) => kind)

  it('a pause of the token that one node alone reports is discarded with that node, and the blocks are read from the other', async () => {
    const played = await play(2)
    const before = played.follower.cursor.number
    played.tellPauseAt(0)
    for (let looks = 0; looks < 5; looks += 1) await played.look(MINUTE)
    expect(noticesOf(played)).toEqual([])
    expect(played.follower.cursor.number).toBeGreaterThan(before + PAUSED_IN)
  })

  it('counts when two nodes report it', async () => {
    const played = await play(2)
    played.tellPauseAt(0, 1)
    await played.look(MINUTE)
    expect(noticesOf(played)).toEqual(['paused'])
  })

  it('waits for a second node, and for ten minutes at most where none answers', async () => {
    const played = await play(2)
    const before = played.follower.cursor.number
    played.tellPauseAt(0, 1)
    played.kill(1)
    for (let minutes = 0; minutes < 10; minutes += 1) await played.look(MINUTE)
    expect([noticesOf(played), played.follower.cursor.number]).toEqual([[], before])
    for (let minutes = 0; minutes < 2; minutes += 1) await played.look(MINUTE)
    expect(noticesOf(played)).toEqual(['paused'])
  })

  it('counts as soon as a second node is back', async () => {
    const played = await play(2)
    played.tellPauseAt(0, 1)
    played.kill(1)
    for (let minutes = 0; minutes < 3; minutes += 1) await played.look(MINUTE)
    expect(noticesOf(played)).toEqual([])
    played.heal(1)
    await played.look(MINUTE)
    expect(noticesOf(played)).toEqual(['paused'])
  })

  it('needs no second node where there is only one', async () => {
    const played = await play(1)
    played.tellPauseAt(0)
    await played.look(MINUTE)
    expect(noticesOf(played)).toEqual(['paused'])
  })
})
