const STEP = 0x6d2b79f5
const WORD = 0x1_0000_0000

/** Numbers that look random and follow from a seed alone: a story that failed can be told again. */
export class Dice {
  constructor(private state: number) {}

  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number {
    return this.word() % limit
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: bigint, most: bigint): bigint {
    const bits = BigInt(this.word()) * BigInt(WORD) + BigInt(this.word())
    return least + (bits % (most - least + 1n))
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  /** @throws Error where there is nothing to choose from */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('nothing to pick from')
    return items[this.below(items.length)] as Item // an index within its length
  }

  /** 32 bits; a counter whose bits are stirred until none follows from its neighbours. */
  private word(): number {
    this.state = (this.state + STEP) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}
