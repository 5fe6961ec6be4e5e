import { HostedCheckout } from '../checkout/checkout.js'
import { HostedLinks } from '../checkout/links.js'
import { PageRenderer, type PageSettings } from '../checkout/page-renderer.js'
import { explorersOf } from '../config/public-url.js'
import type { Config } from '../config/settings.js'
import type { Context } from '../domain/context.js'
import type { Order } from '../domain/orders/order.js'
import { CHECKOUT_STREAMS_PER_ADDRESS, CHECKOUT_STREAMS_PER_ORDER } from '../domain/shared/policy.js'
import type { Store } from '../domain/store/store.js'
import type { CheckoutServices } from '../http/checkout.js'
import type { RateLimits } from '../http/limits/rate-limit.js'
import type { LinkServices } from '../http/links.js'
import { OpenedPages } from '../http/opened-pages.js'
import type { Feed } from '../http/streams/feed.js'
import { FollowedOrders } from '../http/streams/followed-orders.js'
import { OpenStreams } from '../http/streams/open-streams.js'
import type { StreamCounts } from '../http/streams/stream-counts.js'

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
/** Payers behind one address share it, and each leaves one or two. */
const REFUND_ADDRESSES_PER_HOUR = 20

type CheckoutParts = Pick<CheckoutServices, 'addressOf' | 'isStopping'> & {
  readonly feed: Feed<Order>
  readonly config: Config
  readonly context: Context
  readonly store: Store
  readonly limits: RateLimits
  readonly streamCounts: StreamCounts
  readonly publicUrl: () => string
  readonly languages: PageSettings['languages']
}

/** Opens the hosted checkout with its own limits, so that requests of payers do not count against a merchant's key. */
export function openCheckout({
  config,
  context,
  store,
  feed,
  limits,
  streamCounts,
  publicUrl,
  languages,
  ...parts
}: CheckoutParts): CheckoutServices & LinkServices {
  const perMinute = (name: string) =>
    limits({ name, points: config.rateLimitPerMinute, windowSeconds: MINUTE_SECONDS })
  const { clock } = context
  const { supportContact } = config
  const renderer = new PageRenderer({ frameAncestors: config.checkoutFrameAncestors, publicUrl, languages })
  const views = { supportContact, explorers: explorersOf(config) }
  const checkout = new HostedCheckout(store, context, views, renderer)
  return {
    ...parts,
    checkout,
    links: new HostedLinks(store, context, { supportContact }, renderer),
    ids: context.ids,
    isSecure: () => publicUrl().startsWith('https:'),
    clock,
    followed: new FollowedOrders({ checkout, clock, feed }),
    streams: new OpenStreams(
      { address: CHECKOUT_STREAMS_PER_ADDRESS, order: CHECKOUT_STREAMS_PER_ORDER },
      streamCounts,
    ),
    requests: perMinute('checkout requests of an address'),
    misses: perMinute('checkout misses of an address'),
    opened: new OpenedPages(),
    refundAddresses: limits({
      name: 'refund addresses of an address',
      points: REFUND_ADDRESSES_PER_HOUR,
      windowSeconds: HOUR_SECONDS,
    }),
  }
}
