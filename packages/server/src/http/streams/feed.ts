/** Passes messages about a subject to the listeners of that subject, in the order in which they are published. */
export class Feed<Message = void> {
  private readonly listeners = new Map<string, Set<(message: Message) => void>>()

  publish(subject: string, message: Message): void {
    for (const listener of this.listeners.get(subject) ?? []) listener(message)
  }

  hasListeners(subject: string): boolean {
    return this.listeners.has(subject)
  }

  /** @returns a function that ends the subscription */
  subscribe(subject: string, listener: (message: Message) => void): () => void {
    const listeners = this.listeners.get(subject) ?? new Set()
    this.listeners.set(subject, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.listeners.delete(subject)
    }
  }
}
