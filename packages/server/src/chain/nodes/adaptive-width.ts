/** Requests of the present width before a wider one is tried. */
const BEFORE_MORE = 10
/** A number of blocks that a node names in its refusal. */
const BLOCKS = /\b([0-9]{1,4})[ -]?blocks?\b/i

/** How much is asked for at once: as much as a node takes, up to a maximum. */
export class AdaptiveWidth {
  private width: number
  private taken = 0

  constructor(private readonly most: number) {
    this.width = most
  }

  get value(): number {
    return this.width
  }

  /** A request was answered. */
  noteTaken(): void {
    this.taken += 1
    if (this.taken < BEFORE_MORE || this.width === this.most) return
    this.taken = 0
    this.width = Math.min(this.width * 2, this.most)
  }

  /**
   * A request of that width was refused: the next one has half of it, or what the node names.
   *
   * @param why the words of the node
   */
  noteRefused(width: number, why: string): void {
    this.taken = 0
    const named = Number(BLOCKS.exec(why)?.[1] ?? 0)
    this.width = named > 0 && named < width ? named : Math.max(1, Math.ceil(width / 2))
  }
}
