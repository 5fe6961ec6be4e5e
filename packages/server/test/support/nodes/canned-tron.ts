import { CannedTronNode, sha256, transferLog } from '../../../../../test-support/nodes/canned-tron-node.js'
import type { NodeEvent } from '../../../src/chain/nodes/chain-node.js'
import type { NodeAccess } from '../../../src/chain/nodes/rpc-options.js'
import type { Trc20Options } from '../../../src/chain/trc20/trc20.js'
import { CreditingFollower } from '../chain/crediting-follower.js'
import { GENESIS_AT, PAYER, TOKEN } from '../chain/trc20-completeness.js'
import { encodeTron, HandTime, OURS_HEX, openTron, TRON_CHAIN_ID, watchedOurs } from './tron.js'

const DAY_MS = 86_400_000

/** Two or more canned nodes, each with a port of its own. */
export class CannedTronNetwork {
  readonly time = new HandTime(GENESIS_AT + DAY_MS)
  readonly nodes: readonly CannedTronNode[]
  readonly events: NodeEvent[] = []
  readonly dead = new Set<number>()

  constructor(count: number) {
    this.nodes = Array.from(
      { length: count },
      () => new CannedTronNode({ chainId: TRON_CHAIN_ID, genesisAt: GENESIS_AT, solidLag: 0 }),
    )
    this.mine(5)
  }

  /** Mines the same blocks on each node, the first `paid` of them with a payment to us. */
  mine(blocks: number, paid = 0): void {
    for (let more = 0; more < blocks; more += 1) {
      const number = this.at(0).head.number + 1
      const isPaid = more < paid
      const log = transferLog(TOKEN, PAYER, isPaid ? (OURS_HEX[0] ?? '') : PAYER, 5_000_000n)
      const transaction = { id: sha256(`nodes/${number}`), owner: PAYER, logs: [log], isFailed: false }
      for (const node of this.nodes) node.mine([transaction])
    }
  }

  at(index: number): CannedTronNode {
    const node = this.nodes[index]
    if (!node) throw new Error(`no node ${index}`)
    return node
  }

  open(options: Partial<Trc20Options> = {}, access: Partial<NodeAccess> = {}) {
    const fetchAll = ((url: string, init: { body: string }) => {
      const index = Number(new URL(url).port) - 1
      if (this.dead.has(index)) throw new Error('connection refused')
      return this.at(index).fetch(url, init)
    }) as unknown as typeof fetch
    const urls = this.nodes.map((_, index) => `http://tron.test:${index + 1}`)
    const report = (event: NodeEvent) => this.events.push(event)
    return openTron(
      { urls, access, token: encodeTron(TOKEN), fetch: fetchAll, report, ...options },
      this.time,
    )
  }

  async follow(
    options: Partial<Trc20Options> = {},
    access: Partial<NodeAccess> = {},
  ): Promise<CreditingFollower> {
    return CreditingFollower.begin(await this.open(options, access), watchedOurs)
  }

  async ticks(follower: CreditingFollower, count: number, ms = 6_000): Promise<void> {
    for (let tick = 0; tick < count; tick += 1) {
      this.time.at += ms
      await follower.tick()
    }
  }
}

/** Replaces the blocks of a node from `number` on, as a node that serves forged blocks does. */
export function forkAt(node: CannedTronNode, number: number): void {
  const count = node.head.number - number + 1
  node.drop(count)
  for (let more = 0; more < count; more += 1) node.mine([], 'another branch')
}
