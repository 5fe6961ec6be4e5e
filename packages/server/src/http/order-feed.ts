import type { Order } from '../domain/orders.js'

type Listener = (order: Order) => void

/** Hands every committed change of an order to the streams that follow it, in the order of the commits. */
export class OrderFeed {
  private readonly listeners = new Map<string, Set<Listener>>()

  publish(orders: readonly Order[]): void {
    for (const order of orders) {
      for (const listener of this.listeners.get(order.id) ?? []) listener(order)
    }
  }

  /** @returns a function that ends the subscription */
  subscribe(orderId: string, listener: Listener): () => void {
    const listeners = this.listeners.get(orderId) ?? new Set()
    this.listeners.set(orderId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.listeners.delete(orderId)
    }
  }
}
