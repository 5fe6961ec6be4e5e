import type { Chain, SeenTransfer, Watched } from '../../src/domain/chains.js'
import { ChainFollower } from './chain-follower.js'

const signal = new AbortController().signal
const nameOf = ({ txHash, logIndex }: SeenTransfer): string => `${txHash}/${logIndex}`

/** Follows a chain look by look and credits what has its depth, as the watcher does; a look that fails starts anew. */
export class CreditingFollower {
  readonly credited = new Set<string>()
  readonly troubles: unknown[] = []
  /** Names of what was seen in blocks above the ones that are booked. */
  readonly seenEarly = new Set<string>()
  halted: string | undefined

  private constructor(readonly books: ChainFollower) {}

  static async begin(chain: Chain, watched: Watched): Promise<CreditingFollower> {
    return new CreditingFollower(await ChainFollower.begin(chain, watched))
  }

  async tick(): Promise<void> {
    try {
      const step = await this.books.step()
      if (step.kind === 'halt') this.halted = step.why
      if (step.kind === 'forward') {
        const early = step.transfers.filter(({ block }) => block.number > step.to.number)
        for (const transfer of early) this.seenEarly.add(nameOf(transfer))
      }
      await this.credit()
    } catch (error) {
      this.troubles.push(error)
    }
  }

  private async credit(): Promise<void> {
    const due = this.books.paid.filter((transfer) => !this.credited.has(nameOf(transfer)))
    if (due.length === 0) return
    const verdicts = await this.books.chain.settle(due, this.books.cursor, signal)
    due.forEach((transfer, at) => {
      if (verdicts[at] === 'final') this.credited.add(nameOf(transfer))
    })
  }
}
