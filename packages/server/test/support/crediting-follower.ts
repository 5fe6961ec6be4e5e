import { type Chain, isDust, type SeenTransfer, type Watched } from '../../src/domain/chains.js'
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
  /** Whose senders the token's list was asked about when they were booked. */
  private readonly screened = new Set<string>()

  private constructor(
    readonly books: ChainFollower,
    private readonly isScreened: boolean,
  ) {}

  /** @param isScreened the token's list is asked about each payment, when it is booked and when it is credited */
  static async begin(chain: Chain, watched: Watched, isScreened = false): Promise<CreditingFollower> {
    return new CreditingFollower(await ChainFollower.begin(chain, watched), isScreened)
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
    const waiting = this.books.paid.filter((transfer) => !this.credited.has(nameOf(transfer)))
    for (const transfer of waiting)
      if (!this.screened.has(nameOf(transfer)) && (await this.isClean(transfer)))
        this.screened.add(nameOf(transfer))
    const due = waiting.filter((transfer) => this.screened.has(nameOf(transfer)))
    if (due.length === 0) return
    const verdicts = await this.books.chain.settle(due, this.books.cursor, signal)
    for (const [at, transfer] of due.entries())
      if (verdicts[at] === 'final' && (await this.isClean(transfer))) this.credited.add(nameOf(transfer))
  }

  /** False also where nobody can tell now. */
  private async isClean(transfer: SeenTransfer): Promise<boolean> {
    const { chain, cursor } = this.books
    if (!this.isScreened) return true
    const isListed = chain.isBlackListed?.(transfer.from, cursor, signal, isDust(transfer))
    return (
      isListed?.then(
        (listed) => !listed,
        () => false,
      ) ?? true
    )
  }
}
