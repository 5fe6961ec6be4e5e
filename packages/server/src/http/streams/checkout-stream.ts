import type { Response } from 'express'
import { CHECKOUT_STREAM_MS } from '../../domain/shared/policy.js'
import type { FollowedOrders } from './followed-orders.js'
import { COMMENT_EVERY_MS, type OpenStreams, type StreamOwner } from './open-streams.js'
import type { EventStream } from './sse.js'

const RETRY_MS = 3_000
const COMMENTS = CHECKOUT_STREAM_MS / COMMENT_EVERY_MS

export interface CheckoutStreamServices {
  readonly followed: FollowedOrders
  /** Payers' own: a merchant's streams are counted elsewhere. */
  readonly streams: OpenStreams<'address' | 'order'>
}

/** Follows an order for its payer until nothing changes any more. @throws rate_limit_exceeded */
export function streamCheckout(
  { followed, streams }: CheckoutStreamServices,
  { token, orderId, address }: { token: string; orderId: string; address: string },
  response: Response,
): void {
  const owner = new Payer()
  const stream = streams.start({ address, order: orderId }, response, owner)
  if (!stream.isOpen) return
  stream.retry(RETRY_MS)
  owner.leave = followed.join({ token, orderId }, stream)
}

/** A payer's browser holds one stream for some minutes and opens the next by itself. */
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
