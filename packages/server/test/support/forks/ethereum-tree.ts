import { createHash } from 'node:crypto'
import type { Dice } from '../ledger/dice.js'
import type { Payment } from './network.js'

export interface TreeTransaction {
  readonly hash: string
  readonly payments: readonly Payment[]
}

export interface TreeBlock {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  /** Seconds. */
  readonly time: number
  readonly transactions: readonly TreeTransaction[]
}

/** The blocks of a chain, from the first one on. */
export type Branch = readonly TreeBlock[]

/** Creates blocks and transactions with unique hashes. */
export class EthereumTree {
  private made = 0

  /** @param startAt seconds */
  constructor(
    private readonly seed: number,
    private readonly startAt: number,
  ) {}

  /** Adds `blocks` blocks to a branch; block n of them has `transactions[n]`. */
  grow(
    branch: Branch,
    transactions: readonly (readonly TreeTransaction[])[],
    blocks: number,
    seconds: () => number,
  ): Branch {
    const grown = [...branch]
    for (let at = 0; at < blocks; at += 1) {
      const parent = grown.at(-1)
      grown.push({
        number: parent ? parent.number + 1 : 0,
        hash: this.hash(),
        parentHash: parent?.hash ?? `0x${'0'.repeat(64)}`,
        time: (parent?.time ?? this.startAt) + seconds(),
        transactions: transactions[at] ?? [],
      })
    }
    return grown
  }

  transaction(payments: readonly Payment[]): TreeTransaction {
    return { hash: this.hash(), payments }
  }

  /** Distributes the transactions of replaced blocks over the blocks of a new branch, and drops some of them. */
  scatter(replaced: Branch, blocks: number, dice: Dice): TreeTransaction[][] {
    const places: TreeTransaction[][] = Array.from({ length: blocks }, () => [])
    for (const [at, block] of replaced.entries()) {
      for (const transaction of block.transactions) {
        if (dice.chance(25)) continue
        places[dice.chance(30) ? dice.below(blocks) : Math.min(at, blocks - 1)]?.push(transaction)
      }
    }
    return places
  }

  private hash(): string {
    this.made += 1
    return `0x${createHash('sha256').update(`${this.seed}/${this.made}`).digest('hex')}`
  }
}
