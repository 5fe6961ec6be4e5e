/** More pages than payers have open at once. */
const MOST = 10_000

/** Remembers the tokens of recently shown pages, for all payers. Each of them belongs to an order. */
export class OpenedPages {
  private readonly tokens = new Set<string>()

  has(token: string): boolean {
    return this.tokens.has(token)
  }

  add(token: string): void {
    this.tokens.delete(token) // moves it to the end
    this.tokens.add(token)
    const [oldest] = this.tokens
    if (this.tokens.size > MOST && oldest !== undefined) this.tokens.delete(oldest)
  }
}
