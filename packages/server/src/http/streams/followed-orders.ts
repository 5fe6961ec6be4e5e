import type { Checkout, CheckoutSight } from '../../domain/orders/checkout.js'
import type { Order } from '../../domain/orders/order.js'
import type { Clock, Instant } from '../../domain/shared/types.js'
import type { Feed } from './feed.js'
import { type EventStream, messageOf } from './sse.js'
import { TimerWheel } from './timer-wheel.js'

/** How often the time is looked at, and the books while every block may change what a payer sees. */
const TICK_MS = 2_000
/** At other times every second tick asks the books for marks: other servers and commands write them too. */
const QUIET_TICKS = 2
/** A brand may change without the order: once a minute the order is looked at in any case. */
const FULL_TICKS = 30
/** Something is said this often in any case: scripts see no comments, and this page's asks by itself after 45 s of silence. */
const SILENT_TICKS = 10

export interface FollowedOrdersServices {
  readonly checkout: Checkout
  readonly clock: Clock
  readonly feed: Feed<Order>
}

/**
 * The orders that checkout streams follow. One look at an order serves all its streams, and one small read finds the orders
 * that need a look.
 */
export class FollowedOrders {
  private readonly orders = new Map<string, FollowedOrder>()
  private readonly wheel = new TimerWheel<FollowedOrder>(TICK_MS, (orders) => this.tick(orders))

  constructor(private readonly services: FollowedOrdersServices) {}

  /** Tells a stream what its payer sees, and then each change. @returns a function that ends it */
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
    const order = new FollowedOrder(orderId, () => checkout.look(token), clock)
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
      const marks = await this.services.checkout.marks(quiet.map(({ id }) => id))
      for (const order of quiet) order.compare(marks.get(order.id))
    } catch {
      for (const order of quiet) order.end()
    }
  }
}

/** One order with the streams that tell it. */
class FollowedOrder {
  readonly streams = new Set<EventStream>()
  leave: () => void = () => undefined
  private sight: CheckoutSight | undefined
  private told = ''
  /** Of the sight, when it was told. */
  private isMoving = false
  private changesAt: Instant = Number.POSITIVE_INFINITY
  private isLooking = false
  private isAwake = false
  private ticks = 0
  private silentTicks = 0

  constructor(
    readonly id: string,
    private readonly look: () => Promise<CheckoutSight | undefined>,
    private readonly clock: Clock,
  ) {}

  /** Sends a joining stream the last known state, which may be seconds old, and then the result of a new look. */
  welcome(stream: EventStream): void {
    if (this.sight) this.send(this.sight, this.clock.now(), [stream])
    this.wake()
  }

  /** The order may have changed. */
  wake(): void {
    this.isAwake = true
    if (this.isLooking) return
    this.isLooking = true
    this.run()
      .catch(() => this.end())
      .finally(() => {
        this.isLooking = false
      })
  }

  /** Time has passed. @returns whether it is to be compared with its mark */
  tick(now: Instant): boolean {
    this.ticks += 1
    this.silentTicks += 1
    if (this.isMoving || this.ticks % FULL_TICKS === 0) this.wake()
    else if (now >= this.changesAt || this.silentTicks >= SILENT_TICKS) this.tell()
    return !this.isLooking && this.ticks % QUIET_TICKS === 0
  }

  /** Looks at the order unless it still has the mark that it had. */
  compare(mark: string | undefined): void {
    if (mark !== this.sight?.mark) this.wake()
  }

  /** The store cannot answer: browsers come again and get what they missed. */
  end(): void {
    for (const stream of this.streams) stream.end()
  }

  private async run(): Promise<void> {
    while (this.isAwake && this.streams.size > 0) {
      this.isAwake = false
      this.sight = await this.look()
      this.tell()
    }
  }

  private tell(): void {
    if (!this.sight) return
    const now = this.clock.now()
    const { now: _, ...state } = this.sight.state(now)
    const text = JSON.stringify(state)
    this.isMoving = this.sight.isMoving(now)
    this.changesAt = this.sight.changesAt(now)
    if (text !== this.told || this.silentTicks >= SILENT_TICKS) {
      this.told = text
      this.silentTicks = 0
      this.send(this.sight, now, this.streams)
    }
    if (this.sight.isFinal(now)) this.end()
  }

  private send(sight: CheckoutSight, now: Instant, streams: Iterable<EventStream>): void {
    const state = sight.state(now)
    const message = messageOf(state.now, state)
    for (const stream of streams) stream.sendMessage(message)
  }
}
