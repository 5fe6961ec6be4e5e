import { minDue, usdt } from '@merchantpay/sdk/money'
import { encodeAddress } from '../chain/addresses.js'
import { BASE64URL, CROCKFORD } from '../ids.js'
import type { Scope } from '../scope.js'
import type { BusinessFields } from '../validation/business-fields.js'
import type { World } from '../world.js'
import type { OnChainOrder, Order } from './order.js'
import { watchWindow } from './order-changes.js'

const EXPIRY_MS = 1_800_000
const ZERO = usdt('0')

/** Opens an on-chain order with an address of its own. */
export function openChainOrder(
  world: World,
  scope: Scope,
  fields: BusinessFields & Pick<OnChainOrder, 'amount' | 'price' | 'network' | 'tolerance' | 'paymentLinkId'>,
): OnChainOrder {
  const { ids } = world
  const address = encodeAddress(fields.network, ids.bytes(20))
  return addOrder(world, {
    ...openOrder(world, scope),
    ...fields,
    kind: 'on-chain',
    address,
    addressId: ids.uuid(),
    checkoutToken: ids.text(BASE64URL, 22),
    minDue: minDue(fields.amount, fields.tolerance),
    transfers: [],
    acceptance: undefined,
  })
}

/** The fields that every new order begins with. */
export function openOrder({ ids, clock }: World, { merchantId, environment }: Scope) {
  const createdAt = clock.now()
  return {
    id: ids.uuid(),
    merchantId,
    environment,
    orderNumber: `ord_${ids.text(CROCKFORD, 12)}`,
    status: 'OPEN' as const,
    received: ZERO,
    confirmed: ZERO,
    expireAt: createdAt + EXPIRY_MS,
    remark: null,
    frozenReason: undefined,
    paidAt: null,
    createdAt,
    updatedAt: createdAt,
    version: 1,
  }
}

/** Adds an order, and watches its window. */
export function addOrder<Kind extends Order>(world: World, order: Kind): Kind {
  world.orders.push(order)
  watchWindow(world, order)
  return order
}
