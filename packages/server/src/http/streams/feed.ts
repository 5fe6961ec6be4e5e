/** Hands news about a subject to the listeners of that subject, in the order in which it is published. */
export class Feed<News = void> {
  private readonly listeners = new Map<string, Set<(news: News) => void>>()

  publish(subject: string, news: News): void {
    for (const listener of this.listeners.get(subject) ?? []) listener(news)
  }

  /** @returns a function that ends the subscription */
  subscribe(subject: string, listener: (news: News) => void): () => void {
    const listeners = this.listeners.get(subject) ?? new Set()
    this.listeners.set(subject, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.listeners.delete(subject)
    }
  }
}
