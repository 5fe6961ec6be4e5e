type Listener = () => void

/** Wakes whoever follows deliveries, of any merchant: it looks for itself what there is for it. */
export class DeliveryFeed {
  private readonly listeners = new Set<Listener>()

  publish(): void {
    for (const listener of this.listeners) listener()
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}
