const STEP = 0x6d2b79f5
const WORD = 0x1_0000_0000

/** A seeded generator of pseudo-random numbers, so that a failed run can be repeated. */
export class Dice {
  constructor(private state: number) {}

  /** Returns a whole number from 0 to `limit` − 1. */
  below(limit: number): number {
    return this.next32() % limit
  }

  /** Returns a whole number from `least` to `most`, both included. */
  between(least: bigint, most: bigint): bigint {
    const bits = BigInt(this.next32()) * BigInt(WORD) + BigInt(this.next32())
    return least + (bits % (most - least + 1n))
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  /** @throws Error when `items` is empty */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('nothing to pick from')
    return items[this.below(items.length)] as Item // the index is within its length
  }

  /** Returns 32 bits: a counter whose bits are mixed. */
  private next32(): number {
    this.state = (this.state + STEP) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}
