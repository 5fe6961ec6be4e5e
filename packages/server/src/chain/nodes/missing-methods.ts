/** How long a method that a node lacks is not requested again. */
const REMEMBERED_MS = 3_600_000

/** The methods that a node has answered that it does not offer. */
export class MissingMethods {
  private readonly until = new Map<string, number>()

  /** @param monotonic clock, ms */
  constructor(private readonly monotonic: () => number) {}

  has(method: string): boolean {
    return this.monotonic() < (this.until.get(method) ?? Number.NEGATIVE_INFINITY)
  }

  add(method: string): void {
    this.until.set(method, this.monotonic() + REMEMBERED_MS)
  }

  clear(): void {
    this.until.clear()
  }
}
