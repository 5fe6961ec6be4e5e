import type { Chain, WatchedAddresses } from '../../../src/domain/chain/chain.js'
import type { SeenTransfer } from '../../../src/domain/chain/transfer.js'
import { ChainFollower } from './chain-follower.js'

const signal = new AbortController().signal
const nameOf = ({ txHash, logIndex }: SeenTransfer): string => `${txHash}/${logIndex}`

/** Follows a chain step by step and credits confirmed transfers, as the watcher does without screening. A failed step is repeated. */
export class CreditingFollower {
  readonly credited = new Set<string>()
  readonly errors: unknown[] = []
  halted: string | undefined

  private constructor(readonly scan: ChainFollower) {}

  static async begin(chain: Chain, watched: WatchedAddresses): Promise<CreditingFollower> {
    return new CreditingFollower(await ChainFollower.begin(chain, watched))
  }

  async tick(): Promise<void> {
    try {
      const step = await this.scan.step()
      if (step.kind === 'halt') this.halted = step.why
      await this.credit()
    } catch (error) {
      this.errors.push(error)
    }
  }

  private async credit(): Promise<void> {
    const due = this.scan.paid.filter((transfer) => !this.credited.has(nameOf(transfer)))
    if (due.length === 0) return
    const finality = await this.scan.chain.checkFinality(due, this.scan.cursor, signal)
    for (const [at, transfer] of due.entries())
      if (finality[at] === 'final') this.credited.add(nameOf(transfer))
  }
}
