/** The time between two slots. Spreads the visits of thousands of members over a turn. */
const SLOT_MS = 250

/**
 * Visits each member once per turn, with one timer for all members. The timer runs only while there are members. The first
 * visit of a member comes one turn after it was added, or up to one slot earlier.
 */
export class TimerWheel<Member> {
  private readonly slots: Set<Member>[]
  private at = 0
  private size = 0
  private timer: NodeJS.Timeout | undefined

  constructor(
    turnMs: number,
    private readonly visit: (members: ReadonlySet<Member>) => void,
  ) {
    this.slots = Array.from({ length: turnMs / SLOT_MS }, () => new Set<Member>())
  }

  /** @returns a function that removes the member */
  add(member: Member): () => void {
    const slot = this.slots[this.at]?.add(member)
    this.size += 1
    this.timer ??= setInterval(() => this.advance(), SLOT_MS)
    return () => {
      if (!slot?.delete(member)) return
      this.size -= 1
      if (this.size > 0) return
      clearInterval(this.timer)
      this.timer = undefined
    }
  }

  private advance(): void {
    this.at = (this.at + 1) % this.slots.length
    const members = this.slots[this.at]
    if (members && members.size > 0) this.visit(members)
  }
}
