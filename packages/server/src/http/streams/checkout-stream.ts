import type { Response } from 'express'
import { CHECKOUT_STREAM_MS } from '../../domain/shared/policy.js'
import type { FollowedOrders } from './followed-orders.js'
import { COMMENT_EVERY_MS, type OpenStreams, type StreamOwner } from './open-streams.js'
import type { EventStream } from './sse.js'

const RETRY_MS = 3_000
const COMMENTS = CHECKOUT_STREAM_MS / COMMENT_EVERY_MS

export interface CheckoutStreamServices {
  readonly followed: FollowedOrders
  /** The streams of payers; those of merchants are counted separately. */
  readonly streams: OpenStreams<'address' | 'order'>
}

/** Streams an order to its payer until the order is final. @throws rate_limit_exceeded */
export async function streamCheckout(
  { followed, streams }: CheckoutStreamServices,
  { token, orderId, address }: { token: string; orderId: string; address: string },
  response: Response,
): Promise<void> {
  const owner = new Payer()
  const stream = await streams.start({ address, order: orderId }, response, owner)
  if (!stream.isOpen) return
  stream.retry(RETRY_MS)
  owner.leave = followed.join({ token, orderId }, stream)
}

/** Ends a payer's stream after some minutes; the browser opens the next one by itself. */
class Payer implements StreamOwner {
  leave: () => void = () => undefined
  private comments = 0

  beat(stream: EventStream): void {
    this.comments += 1
    if (this.comments >= COMMENTS) stream.end()
  }

  over(): void {
    this.leave()
  }
}
