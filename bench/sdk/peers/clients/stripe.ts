import type { ErrorClass, HttpPeer } from '../client.js'
import { load } from '../load.js'

interface Stripe {
  charges: { retrieve(id: string): Promise<unknown> }
  customers: { create(body: object): Promise<unknown> }
}
interface StripeModule {
  default: { new (key: string, options: object): Stripe; errors: { StripeError: ErrorClass } }
}

export const stripe: HttpPeer = {
  packages: { stripe: 'stripe' },
  lacks: { signal: 'no signal' },
  open: async ({ origin, timeoutMs }) => {
    const { default: Stripe } = await load<StripeModule>('stripe')
    const { hostname: host, port } = new URL(origin)
    const limits = timeoutMs && { timeout: timeoutMs, maxNetworkRetries: 0 }
    const { charges, customers } = new Stripe('sk_test_bench', { host, port, protocol: 'http', ...limits })
    return {
      read: (id) => charges.retrieve(id),
      create: () => customers.create({ name: 'bench' }),
      errors: [Stripe.errors.StripeError],
    }
  },
}
