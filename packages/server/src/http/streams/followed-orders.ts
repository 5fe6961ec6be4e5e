import type { Checkout, CheckoutView } from '../../domain/orders/checkout.js'
import type { Order } from '../../domain/orders/order.js'
import type { Clock, Instant } from '../../domain/shared/types.js'
import type { Feed } from './feed.js'
import { type EventStream, messageOf } from './sse.js'
import { TimerWheel } from './timer-wheel.js'

/** How often the clock is checked, and the order read while each block may change the page. */
const TICK_MS = 2_000
/** At other times every second tick reads the revisions of the orders, since other servers and commands write orders too. */
const QUIET_TICKS = 2
/** The order is read once a minute in any case, since the brand of a merchant may change without its order. */
const FULL_TICKS = 30
/** The state is sent this often in any case: scripts do not see comments, and the page's script polls after 45 s of silence. */
const SILENT_TICKS = 10

export interface FollowedOrdersServices {
  readonly checkout: Checkout
  readonly clock: Clock
  readonly feed: Feed<Order>
}

/**
 * Follows the orders of checkout streams. One read of an order serves all its streams, and one small read of revisions finds
 * the orders that have changed.
 */
export class FollowedOrders {
  private readonly orders = new Map<string, FollowedOrder>()
  private readonly wheel = new TimerWheel<FollowedOrder>(TICK_MS, (orders) => this.tick(orders))

  constructor(private readonly services: FollowedOrdersServices) {}

  /** Sends a stream the state that its payer sees, and then each change. @returns a function that ends it */
  join({ orderId, token }: { orderId: string; token: string }, stream: EventStream): () => void {
    const order = this.orders.get(orderId) ?? this.follow(orderId, token)
    order.streams.add(stream)
    order.welcome(stream)
    return () => {
      order.streams.delete(stream)
      if (order.streams.size > 0) return
      this.orders.delete(orderId)
      order.leave()
    }
  }

  private follow(orderId: string, token: string): FollowedOrder {
    const { checkout, clock, feed } = this.services
    const order = new FollowedOrder(orderId, () => checkout.find(token), clock)
    const unsubscribe = feed.subscribe(orderId, () => order.wake())
    const stop = this.wheel.add(order)
    order.leave = () => {
      unsubscribe()
      stop()
    }
    this.orders.set(orderId, order)
    return order
  }

  private tick(orders: ReadonlySet<FollowedOrder>): void {
    const now = this.services.clock.now()
    const quiet = [...orders].filter((order) => order.tick(now))
    if (quiet.length > 0) void this.compare(quiet)
  }

  private async compare(quiet: readonly FollowedOrder[]): Promise<void> {
    try {
      const revisions = await this.services.checkout.findRevisions(quiet.map(({ id }) => id))
      for (const order of quiet) order.compare(revisions.get(order.id))
    } catch {
      for (const order of quiet) order.end()
    }
  }
}

/** One order with the streams that follow it. */
class FollowedOrder {
  readonly streams = new Set<EventStream>()
  leave: () => void = () => undefined
  private view: CheckoutView | undefined
  private sent = ''
  /** Whether each block may change the page, as of the last announcement. */
  private changesWithBlocks = false
  private changesAt: Instant = Number.POSITIVE_INFINITY
  private isReading = false
  private isAwake = false
  private ticks = 0
  private silentTicks = 0

  constructor(
    readonly id: string,
    private readonly read: () => Promise<CheckoutView | undefined>,
    private readonly clock: Clock,
  ) {}

  /** Sends a joining stream the last known state, which may be seconds old, and then the result of a new read. */
  welcome(stream: EventStream): void {
    if (this.view) this.send(this.view, this.clock.now(), [stream])
    this.wake()
  }

  /** Runs when the order may have changed. */
  wake(): void {
    this.isAwake = true
    if (this.isReading) return
    this.isReading = true
    this.run()
      .catch(() => this.end())
      .finally(() => {
        this.isReading = false
      })
  }

  /** Runs every `TICK_MS`. @returns whether to compare the order with its stored revision */
  tick(now: Instant): boolean {
    this.ticks += 1
    this.silentTicks += 1
    if (this.changesWithBlocks || this.ticks % FULL_TICKS === 0) this.wake()
    else if (now >= this.changesAt || this.silentTicks >= SILENT_TICKS) this.announce()
    return !this.isReading && this.ticks % QUIET_TICKS === 0
  }

  /** Reads the order again if its revision has changed. */
  compare(revision: string | undefined): void {
    if (revision !== this.view?.revision) this.wake()
  }

  /** Ends all streams when the store cannot answer: browsers reconnect and get the current state. */
  end(): void {
    for (const stream of this.streams) stream.end()
  }

  private async run(): Promise<void> {
    while (this.isAwake && this.streams.size > 0) {
      this.isAwake = false
      this.view = await this.read()
      this.announce()
    }
  }

  private announce(): void {
    if (!this.view) return
    const now = this.clock.now()
    const { now: _, ...state } = this.view.state(now)
    const text = JSON.stringify(state)
    this.changesWithBlocks = this.view.changesWithBlocks(now)
    this.changesAt = this.view.changesAt(now)
    if (text !== this.sent || this.silentTicks >= SILENT_TICKS) {
      this.sent = text
      this.silentTicks = 0
      this.send(this.view, now, this.streams)
    }
    if (this.view.isFinal(now)) this.end()
  }

  private send(view: CheckoutView, now: Instant, streams: Iterable<EventStream>): void {
    const state = view.state(now)
    const message = messageOf(state.now, state)
    for (const stream of streams) stream.sendMessage(message)
  }
}
