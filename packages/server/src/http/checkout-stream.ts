import type { Response } from 'express'
import type { Checkout, CheckoutSight } from '../domain/checkout.js'
import { CHECKOUT_STREAM_MS } from '../domain/policy.js'
import type { Clock } from '../domain/ports.js'
import type { OpenStreams } from './open-streams.js'
import type { OrderFeed } from './order-feed.js'
import { EventStream, whenClosed } from './sse.js'

/** How often the time is looked at, and the books while every block may change what they say. */
const TICK_MS = 2_000
/** At other times every second tick looks into the books: others write them too, servers and commands. */
const QUIET_TICKS = 2
/** So often something is said in any case: scripts see no comments, and this page's asks by itself after 45 s of silence. */
const SILENT_TICKS = 10
const RETRY_MS = 3_000

export interface CheckoutStreamServices {
  readonly checkout: Checkout
  readonly clock: Clock
  readonly feed: OrderFeed
  /** Payers' own: a merchant's streams are counted elsewhere. */
  readonly streams: OpenStreams
}

/** Follows an order for its payer until nothing changes any more. @throws rate_limit_exceeded */
export function streamCheckout(
  { checkout, clock, feed, streams }: CheckoutStreamServices,
  { token, orderId, holder }: { token: string; orderId: string; holder: string },
  response: Response,
): void {
  const name = { holder, subject: orderId }
  streams.require(name)
  const stream = new EventStream(response, () => undefined)
  const follower = new Follower(stream, () => checkout.look(token), clock)
  const timer = setInterval(() => follower.tick(), TICK_MS)
  const end = setTimeout(() => stream.end(), CHECKOUT_STREAM_MS)
  const unsubscribe = feed.subscribe(orderId, () => follower.wake())
  const forget = streams.add({ ...name, stream })
  whenClosed(response, () => {
    clearInterval(timer)
    clearTimeout(end)
    unsubscribe()
    forget()
  })
  stream.retry(RETRY_MS)
  follower.wake()
}

/** Tells one stream whatever changes in what its payer sees. */
class Follower {
  private sight: CheckoutSight | undefined
  private told = ''
  private isLooking = false
  private isAwake = false
  private quietTicks = 0
  private silentTicks = 0

  constructor(
    private readonly stream: EventStream,
    private readonly look: () => Promise<CheckoutSight | undefined>,
    private readonly clock: Clock,
  ) {}

  /** The order may have changed. */
  wake(): void {
    this.isAwake = true
    if (this.isLooking) return
    this.isLooking = true
    this.run()
      // The store cannot answer: the browser comes again and gets what it missed.
      .catch(() => this.stream.end())
      .finally(() => {
        this.isLooking = false
      })
  }

  /** Time has passed. */
  tick(): void {
    this.quietTicks += 1
    this.silentTicks += 1
    const isDue = this.quietTicks >= QUIET_TICKS || this.sight?.isMoving(this.clock.now())
    if (isDue) this.wake()
    else this.tell()
  }

  private async run(): Promise<void> {
    while (this.isAwake && this.stream.isOpen) {
      this.isAwake = false
      this.quietTicks = 0
      this.sight = await this.look()
      this.tell()
    }
  }

  private tell(): void {
    if (!this.sight) return
    const now = this.clock.now()
    const { now: at, ...state } = this.sight.state(now)
    const text = JSON.stringify(state)
    if (text !== this.told || this.silentTicks >= SILENT_TICKS) {
      this.stream.send(at, { ...state, now: at })
      this.told = text
      this.silentTicks = 0
    }
    if (this.sight.isFinal(now)) this.stream.end()
  }
}
