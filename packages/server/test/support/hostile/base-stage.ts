import { createHash } from 'node:crypto'
import type { RpcChainOptions } from '../../../src/chain/nodes/rpc-options.js'
import type { AddressBook } from '../../../src/chain/wallet/address-book.js'
import { AddressFilter } from '../../../src/chain/wallet/address-filter.js'
import type { Network } from '../../../src/domain/shared/types.js'
import { type HandClock, handClock } from '../domain/context.js'
import { nodesAt } from '../nodes/node-access.js'

/** The parts that every stage shares: a clock that follows the blocks, and keys derived from a counter. */
export abstract class BaseStage {
  readonly clock: HandClock = handClock()
  private made = 0

  constructor(
    readonly network: Network,
    /** Chain id of the network's nodes. */
    private readonly chainId: number,
    private readonly confirmations: number,
  ) {}

  /** Time of the newest block, ms. */
  protected abstract newestAt(): Promise<number>

  /** Returns `privateKey`, or derives a new key. */
  protected keyOf(privateKey: string | undefined): string {
    this.made += 1
    return privateKey ?? createHash('sha256').update(`account ${this.made}`).digest('hex')
  }

  protected async followTime(): Promise<void> {
    this.clock.businessAt = await this.newestAt()
    this.clock.realAt = this.clock.businessAt
  }

  /** Options to open the network over the node at `url`. */
  protected chainOptions(url: string, book: AddressBook, token: string): RpcChainOptions {
    return {
      environment: 'test',
      network: this.network,
      nodes: nodesAt([url]),
      chainId: this.chainId,
      token,
      book,
      ours: new AddressFilter(),
      confirmations: this.confirmations,
      clock: this.clock,
      monotonic: () => this.clock.realAt,
    }
  }
}
