import type { Case } from './case.js'
import { apiKeys } from './cases/api-keys.js'
import { appOrders } from './cases/app-orders.js'
import { attempts } from './cases/attempts.js'
import { authentication } from './cases/authentication.js'
import { client } from './cases/client.js'
import { dashboardLinks } from './cases/dashboard-links.js'
import { deliveries } from './cases/deliveries.js'
import { deliveryAttempts } from './cases/delivery-attempts.js'
import { deliveryStreams } from './cases/delivery-streams.js'
import { destinations } from './cases/destinations.js'
import { errorDetails } from './cases/error-details.js'
import { events } from './cases/events.js'
import { idempotency } from './cases/idempotency.js'
import { keyScopes } from './cases/key-scopes.js'
import { limits } from './cases/limits.js'
import { merchants } from './cases/merchants.js'
import { orderFilters } from './cases/order-filters.js'
import { orderOfChecks } from './cases/order-of-checks.js'
import { orderWindows } from './cases/order-windows.js'
import { orders } from './cases/orders.js'
import { pages } from './cases/pages.js'
import { paymentLinks } from './cases/payment-links.js'
import { prices } from './cases/prices.js'
import { redeliveries } from './cases/redeliveries.js'
import { refunds } from './cases/refunds.js'
import { router } from './cases/router.js'
import { simulations } from './cases/simulations.js'
import { streams } from './cases/streams.js'
import { webhooks } from './cases/webhooks.js'
import { withdrawals } from './cases/withdrawals.js'

/** All cases, in the order they run. */
export const CATALOGUE: readonly Case[] = [
  ...router,
  ...authentication,
  ...orderOfChecks,
  ...merchants,
  ...apiKeys,
  ...keyScopes,
  ...dashboardLinks,
  ...orders,
  ...orderFilters,
  ...prices,
  ...orderWindows,
  ...appOrders,
  ...paymentLinks,
  ...pages,
  ...idempotency,
  ...errorDetails,
  ...simulations,
  ...streams,
  ...deliveries,
  ...deliveryAttempts,
  ...deliveryStreams,
  ...attempts,
  ...events,
  ...webhooks,
  ...redeliveries,
  ...withdrawals,
  ...refunds,
  ...destinations,
  ...limits,
  ...client,
  {
    name: 'the keys that these cases made are revoked',
    operationId: 'revokeApiKey',
    covers: ['revokeApiKey'],
    run: async (session) => (await session.merchant()).revokeKeys(),
  },
]
