/** Marks of the last ten minutes. */
const MOST_MARKS = 600

/** A place in the log of a database. */
export interface LogPlace {
  /** Names the database, also on its standbys. */
  readonly database: string
  /** Undefined on a server that is no standby, where the place of one was asked for. */
  readonly position: bigint | undefined
}

/** The place of the primary, and when it was asked for: what was committed before is in the log up to there. */
interface Mark {
  readonly at: number
  readonly position: bigint
}

/** Finds how much a replica lacks, from places of the primary that it has passed. */
export class ReplicaMarks {
  private database: string | undefined
  /** The newest mark that the replica has passed. */
  private passed: Mark | undefined
  /** The marks after it, oldest first. */
  private ahead: Mark[] = []

  constructor(private readonly now: () => number) {}

  /** The time whose commits the replica may lack, in milliseconds; undefined before it has passed a mark. */
  get lagMs(): number | undefined {
    return this.passed && this.now() - this.passed.at
  }

  /** Notes the place of the primary. @param at before the question */
  note(at: number, { database, position }: LogPlace): void {
    this.database = database
    if (position === undefined) return
    this.ahead.push({ at, position })
    // Without the marks between, the replica counts as further behind than it is until it has passed the next one.
    if (this.ahead.length > MOST_MARKS) this.ahead.shift()
  }

  /** Notes the place of the replica. */
  advance({ position }: LogPlace): void {
    // Marks before the newest one may have higher places: those of a primary that a failover has replaced.
    const newest = this.ahead.findLastIndex((mark) => isPassed(mark, position))
    this.passed = this.ahead.splice(0, newest + 1).at(-1) ?? this.passed
  }

  /** Returns the time whose commits a server at that place may lack; undefined where no mark tells. */
  lagAt({ position }: LogPlace): number | undefined {
    // After a switch to another replica, the place may be before marks that were passed.
    const all = this.passed ? [this.passed, ...this.ahead] : this.ahead
    const mark = all.findLast((each) => isPassed(each, position))
    return mark && this.now() - mark.at
  }

  /** Why a server at that place is no replica; undefined for one that is. */
  faultOf({ database, position }: LogPlace): string | undefined {
    if (position === undefined) return 'it is no standby'
    return database === this.database ? undefined : 'it is the standby of another database'
  }
}

const isPassed = (mark: Mark, position: bigint | undefined): boolean =>
  position !== undefined && mark.position <= position
