import { onTestFinished } from 'vitest'
import { type RpcRule, RpcServer } from '../../../../../test-support/nodes/rpc-server.js'
import type { Erc20Options } from '../../../src/chain/erc20/erc20.js'
import type { NodeEvent } from '../../../src/chain/nodes/chain-node.js'
import type { NodeAccess } from '../../../src/chain/nodes/rpc-options.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import { ChainFollower } from '../chain/chain-follower.js'
import { CANNED_CHAIN_ID, CANNED_TOKEN, CannedChain } from './canned-chain.js'
import { OURS, openEthereum, watchedOurs } from './ethereum.js'

/** Timeout of a call: long enough for this machine, short enough for a test. */
const CALL_MS = 1_000
const TICK_MS = 4_000

/** Nodes of one canned chain, and a clock that is moved by hand. */
export interface CannedNetwork {
  readonly truth: CannedChain
  readonly nodes: readonly RpcServer[]
  readonly events: NodeEvent[]
  /** Monotonic, ms. */
  now: number
  open(changes?: Partial<Erc20Options>, access?: Partial<NodeAccess>): Promise<Chain>
  /** Follows from block 0 on. */
  follow(): Promise<ChainFollower>
  /** Ticks until the cursor is at the newest block; a failed tick changes nothing. */
  untilHead(follower: ChainFollower, ticks?: number): Promise<void>
}

/** Starts `count` nodes of a chain with a payment in every fifth block. */
export async function startNetwork(count: number, blocks = 30): Promise<CannedNetwork> {
  const truth = new CannedChain()
  for (let number = 1; number <= blocks; number += 1) {
    truth.mine(number % 5 === 0 ? [{ to: OURS[1 + (number % 3)] ?? '', value: BigInt(number) }] : [])
  }
  const nodes = await Promise.all(Array.from({ length: count }, () => RpcServer.start(truth.answer)))
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.close()))
  })
  const network: CannedNetwork = {
    truth,
    nodes,
    events: [],
    now: 0,
    open: (changes = {}, access = {}) =>
      openEthereum({
        urls: nodes.map(({ url }) => url),
        access,
        token: CANNED_TOKEN,
        chainId: CANNED_CHAIN_ID,
        monotonic: () => network.now,
        callMs: CALL_MS,
        report: (event) => network.events.push(event),
        ...changes,
      }),
    async follow() {
      const [genesis] = truth.blocks
      const start = { number: 0, hash: genesis?.hash ?? '', timeAt: Number(genesis?.timestamp) * 1_000 }
      return new ChainFollower(await network.open(), watchedOurs, start)
    },
    async untilHead(follower, ticks = 60) {
      for (let tick = 0; tick < ticks; tick += 1) {
        network.now += TICK_MS
        await follower.step().catch(() => undefined)
        if (follower.cursor.hash === truth.blocks[truth.head]?.hash) return
      }
      throw new Error(`the cursor stays at block ${follower.cursor.number}`)
    },
  }
  return network
}

/** Lists the transfers of a chain, as a read without faults finds them. */
export const cleanRead = ({ blocks }: CannedChain): readonly string[] =>
  blocks
    .flatMap(({ logs }) => logs)
    .map(({ transactionHash, blockHash }) => `${transactionHash} ${blockHash}`)

export const readBy = ({ paid }: ChainFollower): readonly string[] =>
  paid.map(({ txHash, block }) => `${txHash} ${block.hash}`)

/** Creates a fault that changes the answers to a method. */
export const changedAnswer = (
  method: string,
  change: (result: never, params: readonly unknown[]) => unknown,
): RpcRule => ({ method, fault: { kind: 'answer', change } })
