/** A payer's page is looked at for some minutes: these are more than are open at a time. */
const MOST = 10_000

/** The tokens of pages that somebody looked at lately, whoever it was: each of them is one that an order has. */
export class ShownPages {
  private readonly tokens = new Set<string>()

  has(token: string): boolean {
    return this.tokens.has(token)
  }

  add(token: string): void {
    this.tokens.delete(token) // so that it comes last
    this.tokens.add(token)
    const [oldest] = this.tokens
    if (this.tokens.size > MOST && oldest !== undefined) this.tokens.delete(oldest)
  }
}
