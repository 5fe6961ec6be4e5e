import { openErc20 } from '../../../src/chain/erc20/erc20.js'
import { cacheDerived, createAddressBook } from '../../../src/chain/wallet/address-book.js'
import { AddressFilter } from '../../../src/chain/wallet/address-filter.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import { type HandClock, handClock, START } from '../domain/context.js'
import type { Dice } from '../ledger/dice.js'
import { nodesAt } from '../nodes/node-access.js'
import { answer, RpcFailure, TREE_CHAIN_ID, TREE_TOKEN } from './ethereum-answers.js'
import { type Branch, EthereumTree } from './ethereum-tree.js'
import type { ForkingNetwork, Payment } from './network.js'

/** Account of the public test wallet "abandon … about". */
const XPUB =
  'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt'
const BOOK = cacheDerived(createAddressBook('ERC20', XPUB), 1_000)
const FIRST_BLOCKS = 5
const BLOCK_SECONDS = 12
/** A branch that was left can win again while it parts at most this deep. */
const MOST_DEPTH = 30
const CONFIRMATIONS = 6

/**
 * An Ethereum network in memory with one node or two. The nodes may see a branch at different times, and a branch that
 * was left may win again.
 */
export class CannedForks implements ForkingNetwork {
  readonly id = { environment: 'test', network: 'ERC20' } as const
  readonly blockMs = BLOCK_SECONDS * 1_000
  readonly clock: HandClock = handClock()
  private readonly tree: EthereumTree
  private readonly left: Branch[] = []
  private best: Branch
  private readonly seconds = (): number => 1 + this.dice.below(2 * BLOCK_SECONDS - 1)
  /** Branch of each node that is behind; other nodes have the best one. */
  private readonly behind = new Map<string, Branch>()
  private readonly urls: readonly string[]

  constructor(
    seed: number,
    private readonly dice: Dice,
  ) {
    this.tree = new EthereumTree(seed, START / 1_000)
    this.best = this.tree.grow([], [], FIRST_BLOCKS, this.seconds)
    this.urls = dice.chance(40) ? ['http://one.invalid', 'http://two.invalid'] : ['http://one.invalid']
  }

  async head(): Promise<number> {
    return lastOf(this.best).number
  }

  async open(): Promise<Chain> {
    return openErc20({
      ...this.id,
      nodes: nodesAt(this.urls),
      chainId: TREE_CHAIN_ID,
      token: TREE_TOKEN,
      book: BOOK,
      ours: new AddressFilter(),
      confirmations: CONFIRMATIONS,
      clock: this.clock,
      monotonic: () => this.clock.realAt,
      fetch: (url, init) => this.serve(`${url}`, `${init?.body}`),
    })
  }

  async extend(blocks: number, payments: readonly (readonly Payment[])[]): Promise<void> {
    const transactions = payments.map((each) => this.tree.transaction(each))
    this.become(this.tree.grow(this.best, [transactions], blocks, this.seconds))
  }

  async reorganise(depth: number, dice: Dice, payments: readonly (readonly Payment[])[]): Promise<void> {
    const earlier = this.left.filter((branch) => isNear(branch, this.best))
    const before = this.best
    if (earlier.length > 0 && dice.chance(25)) this.become(dice.pick(earlier))
    else {
      const kept = before.slice(0, -depth)
      const blocks = Math.max(1, depth - 2 + dice.below(5))
      const places = this.tree.scatter(before.slice(-depth), blocks, dice)
      const place = places[dice.below(blocks)]
      place?.push(...payments.map((each) => this.tree.transaction(each)))
      this.become(this.tree.grow(kept, places, blocks, this.seconds))
    }
    this.left.push(before)
    // Sometimes a node does not have the new branch yet.
    if (this.urls.length > 1 && dice.chance(50)) this.behind.set(dice.pick(this.urls), before)
  }

  /** Replaces the newest blocks by empty ones, and adds one more. */
  replace(depth: number): void {
    this.become(this.tree.grow(this.best.slice(0, -depth), [], depth + 1, this.seconds))
  }

  async catchUp(): Promise<void> {
    this.behind.clear()
  }

  async stop(): Promise<void> {}

  private become(branch: Branch): void {
    this.best = branch
    if (this.behind.size > 0 && this.dice.chance(30)) this.behind.clear()
    const at = lastOf(branch).time * 1_000
    this.clock.realAt = Math.max(this.clock.realAt, at)
    this.clock.businessAt = this.clock.realAt
  }

  private async serve(url: string, body: string): Promise<Response> {
    const branch = this.behind.get(new URL(url).origin) ?? this.best
    const calls = JSON.parse(body) as RpcCall | RpcCall[]
    return Response.json(
      Array.isArray(calls) ? calls.map((call) => reply(branch, call)) : reply(branch, calls),
    )
  }
}

interface RpcCall {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

function reply(branch: Branch, { id, method, params }: RpcCall): unknown {
  try {
    return { jsonrpc: '2.0', id, result: answer(branch, method, params) }
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
  }
}

function lastOf(branch: Branch) {
  const last = branch.at(-1)
  if (!last) throw new Error('no block')
  return last
}

/** Whether two branches part no deeper than {@link MOST_DEPTH}. */
function isNear(branch: Branch, best: Branch): boolean {
  const apart = best.findIndex(({ hash }, at) => branch[at]?.hash !== hash)
  const deepest = Math.max(best.length, branch.length)
  return apart >= 0 && branch.length > apart && deepest - apart <= MOST_DEPTH
}
