import type { Chain, WatchedAddresses } from '../../../src/domain/chain/chain.js'
import type { SeenTransfer } from '../../../src/domain/payments/transfer.js'
import { ChainFollower } from './chain-follower.js'

const signal = new AbortController().signal
const nameOf = ({ txHash, logIndex }: SeenTransfer): string => `${txHash}/${logIndex}`

/**
 * Follows a chain look by look and credits what has its depth, as the watcher does where nobody judges payments; a look
 * that fails starts anew.
 */
export class CreditingFollower {
  readonly credited = new Set<string>()
  readonly troubles: unknown[] = []
  halted: string | undefined

  private constructor(readonly books: ChainFollower) {}

  static async begin(chain: Chain, watched: WatchedAddresses): Promise<CreditingFollower> {
    return new CreditingFollower(await ChainFollower.begin(chain, watched))
  }

  async tick(): Promise<void> {
    try {
      const step = await this.books.step()
      if (step.kind === 'halt') this.halted = step.why
      await this.credit()
    } catch (error) {
      this.troubles.push(error)
    }
  }

  private async credit(): Promise<void> {
    const due = this.books.paid.filter((transfer) => !this.credited.has(nameOf(transfer)))
    if (due.length === 0) return
    const verdicts = await this.books.chain.checkFinality(due, this.books.cursor, signal)
    for (const [at, transfer] of due.entries())
      if (verdicts[at] === 'final') this.credited.add(nameOf(transfer))
  }
}
