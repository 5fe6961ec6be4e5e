import { HostedCheckout } from './checkout/checkout.js'
import type { Config } from './config.js'
import { CHECKOUT_STREAMS_PER_ADDRESS, CHECKOUT_STREAMS_PER_ORDER } from './domain/policy.js'
import type { Context, Store } from './domain/ports.js'
import type { CheckoutServices } from './http/checkout.js'
import { OpenStreams } from './http/open-streams.js'
import { createRateLimit } from './http/rate-limit.js'
import { ShownPages } from './http/shown-pages.js'

const MINUTE_SECONDS = 60

type Given = Pick<CheckoutServices, 'addressOf' | 'feed' | 'isStopping'> & {
  readonly config: Config
  readonly context: Context
  readonly store: Store
}

/** The hosted checkout with the limits of its own: nothing that payers do counts against a merchant's key. */
export function openCheckout({ config, context, store, ...given }: Given): CheckoutServices {
  const perMinute = () => createRateLimit(config.rateLimitPerMinute, MINUTE_SECONDS)
  return {
    ...given,
    checkout: new HostedCheckout(store, context, {
      supportContact: config.supportContact,
      explorers: { TRC20: config.explorerTrc20, ERC20: config.explorerErc20 },
      frameAncestors: config.checkoutFrameAncestors,
    }),
    clock: context.clock,
    streams: new OpenStreams({
      perHolder: CHECKOUT_STREAMS_PER_ADDRESS,
      perSubject: CHECKOUT_STREAMS_PER_ORDER,
    }),
    requests: perMinute(),
    misses: perMinute(),
    shown: new ShownPages(),
  }
}
