import { createHash } from 'node:crypto'
import type { RpcChainOptions } from '../../../src/chain/nodes/rpc-options.js'
import type { AddressBook } from '../../../src/chain/wallet/address-book.js'
import { AddressFilter } from '../../../src/chain/wallet/address-filter.js'
import type { Network } from '../../../src/domain/shared/types.js'
import { type HandClock, handClock } from '../domain/context.js'

/** What a stage is whatever its network: the time that its blocks have, and keys that follow from how many there were. */
export abstract class BaseStage {
  readonly clock: HandClock = handClock()
  private made = 0

  constructor(
    readonly network: Network,
    /** What the network is called by its nodes. */
    private readonly chainId: number,
    private readonly confirmations: number,
  ) {}

  /** As late as a stage knows its newest block to be, ms. */
  protected abstract newestAt(): Promise<number>

  /** Its own where none is given. */
  protected keyOf(privateKey: string | undefined): string {
    this.made += 1
    return privateKey ?? createHash('sha256').update(`account ${this.made}`).digest('hex')
  }

  protected async tellTime(): Promise<void> {
    this.clock.businessAt = await this.newestAt()
    this.clock.realAt = this.clock.businessAt
  }

  /** What the network is opened with, over that node. */
  protected chainOptions(url: string, book: AddressBook, token: string): RpcChainOptions {
    return {
      environment: 'test',
      network: this.network,
      urls: [url],
      chainId: this.chainId,
      token,
      book,
      ours: new AddressFilter(),
      confirmations: this.confirmations,
      callsPerDay: 0,
      callsPerSecond: 0,
      clock: this.clock,
      monotonic: () => this.clock.realAt,
    }
  }
}
