import { createHash } from 'node:crypto'

/** All that happened, in order: the trace of a run, and the story that a person reads. */
export class Story {
  private readonly hash = createHash('sha256')
  private readonly newest: string[] = []
  private count = 0

  /** @param isTold whether each line is printed */
  constructor(
    private readonly now: () => number,
    private readonly isTold: boolean,
    private readonly keptLines = 60,
  ) {}

  note(what: string): void {
    const line = `${new Date(this.now()).toISOString()} ${what}`
    this.hash.update(`${line}\n`)
    this.count += 1
    this.newest.push(line)
    if (this.newest.length > this.keptLines) this.newest.shift()
    if (this.isTold) process.stdout.write(`${line}\n`)
  }

  /** The newest lines. */
  get end(): readonly string[] {
    return this.newest
  }

  /** The same for each run of the same seed. */
  get trace(): string {
    return `${this.count} ${this.hash.copy().digest('hex').slice(0, 16)}`
  }
}
