import { filterQuery } from '@merchantpay/core/list-filters'
import { isPaid } from '@merchantpay/core/shop-orders'
import { openOrderStream, STREAM_HEADERS } from '../http/event-streams.js'
import type { Handlers } from '../http/handler.js'
import { once, replayHeader } from '../http/idempotency.js'
import { listPage, readCursor } from '../http/page.js'
import { Refusal } from '../http/refusal.js'
import { isOf, type Scope } from '../scope.js'
import { inputOfFields, readBusinessFields } from '../validation/business-fields.js'
import { presentDelivery } from '../webhooks/deliveries.js'
import { keepTrace } from '../webhooks/trace-context.js'
import type { World } from '../world.js'
import { inputOfTotal, readAmount, readTotal, requireAppLimits, requireTolerance } from './amounts.js'
import { notPossible } from './chain-actions.js'
import { addOrder, openChainOrder, openOrder } from './new-orders.js'
import type { OnChainOrder, Order } from './order.js'
import { endWindowAt } from './order-changes.js'
import { isListed } from './order-filter.js'
import { presentAppOrder, presentOnChainOrder, presentOrder, presentOrderSummary } from './orders.js'
import { convertPrice } from './rates.js'

/** Makes the handlers of the operations on orders. */
export function orderHandlers(
  world: World,
): Pick<
  Handlers,
  | 'createOrder'
  | 'createAppOrder'
  | 'listOrders'
  | 'getOrder'
  | 'expireOrder'
  | 'acceptOrder'
  | 'streamOrderEvents'
  | 'listOrderDeliveries'
> {
  return {
    createOrder({ body, headers, caller: { key: scope } }) {
      const total = readTotal(body)
      const tolerance = String(body.tolerance_percent ?? 0.01)
      requireTolerance(tolerance)
      const fields = readBusinessFields(body)
      const { network, idempotency_key: key } = body
      const input = [
        inputOfTotal(total),
        ['tolerance_percent', tolerance],
        ['network', network],
        ...inputOfFields(fields),
      ] as const
      const made = once(world, scope, { operation: 'createOrder', key, input }, () => {
        const { amount, price } =
          'amount' in total ? { ...total, price: undefined } : convertPrice(world, total.price)
        const terms = { amount, price, network, tolerance, paymentLinkId: undefined }
        return openChainOrder(world, scope, { ...fields, ...terms }).id
      })
      if (!made.replayed) keepTrace(world, made.id, headers.traceparent)
      const order = findMade(world, made.id, 'on-chain')
      return { status: 201, body: presentOnChainOrder(world, order), headers: replayHeader(made.replayed) }
    },
    createAppOrder({ body, headers, caller: { key: scope } }) {
      const { amount_mode: amountMode } = body
      const text = body.amount_mode === 'FIXED' ? body.amount : undefined
      const amount = text === undefined ? null : readAmount(text, 8)
      const scale = Math.max(2, text?.split('.')[1]?.length ?? 0)
      const fields = readBusinessFields(body)
      const call = { operation: 'createAppOrder', key: headers['Idempotency-Key'] }
      const input = [
        ['amount_mode', amountMode],
        ['amount', amount],
        ['amount', scale],
        ...inputOfFields(fields),
      ] as const
      const made = once(world, scope, { ...call, input }, () => {
        if (amount !== null) requireAppLimits(amount)
        const open = { ...openOrder(world, scope), ...fields, kind: 'app' as const, authorised: null }
        return addOrder(world, { ...open, amountMode, amount, scale }).id
      })
      if (!made.replayed) keepTrace(world, made.id, headers.traceparent)
      const order = findMade(world, made.id, 'app')
      return { status: 201, body: presentAppOrder(order), headers: replayHeader(made.replayed) }
    },
    listOrders({ query, caller }) {
      const rows = world.orders.filter((order) => isOf(order, caller.key) && isListed(order, query))
      const show = (order: Order) => presentOrderSummary(world, order)
      const { rows: orders, ...page } = listPage(rows, '/v1/orders', query, show, filterQuery(query))
      return { status: 200, body: { orders, ...page } }
    },
    getOrder({ params, caller }) {
      const order = requireOrder(world, caller.key, params.id)
      return { status: 200, body: { ...presentOrder(world, order), remark: order.remark } }
    },
    expireOrder({ params, caller }) {
      const order = requireOrder(world, caller.key, params.id)
      expire(world, order)
      return { status: 200, body: presentOrder(world, order) }
    },
    acceptOrder({ params, caller }) {
      const order = accept(world, requireOrder(world, caller.key, params.id))
      return { status: 200, body: presentOnChainOrder(world, order) }
    },
    streamOrderEvents({ params, headers, caller: { key } }) {
      const found = world.orders.find(({ id }) => id === params.id)
      if (found && found.merchantId !== key.merchantId) throw new Refusal('forbidden')
      const order = requireOrder(world, key, params.id)
      const body = openOrderStream(world, key, order, headers['Last-Event-ID'])
      return { status: 200, body, headers: STREAM_HEADERS }
    },
    listOrderDeliveries({ params, query, caller }) {
      readCursor(query)
      const { id } = requireOrder(world, caller.key, params.id)
      const rows = world.deliveries.filter(({ subject }) => subject === id)
      const path = `/v1/orders/${id}/deliveries`
      const { rows: deliveries, ...page } = listPage(rows, path, query, presentDelivery)
      return { status: 200, body: { deliveries, ...page } }
    },
  }
}

/** Ends the window of an OPEN order without a payment in flight. @throws Refusal action_not_possible */
function expire(world: World, order: Order): void {
  const { status, received, confirmed, expireAt } = order
  if (status === 'EXPIRED' || status === 'UNDERPAID') return
  if (status !== 'OPEN' && status !== 'CONFIRMING') throw notPossible(order)
  if (status === 'CONFIRMING' || received !== confirmed)
    throw new Refusal('action_not_possible', { detail: 'a payment is being confirmed' })
  if (world.clock.now() < expireAt) endWindowAt(world, order, world.clock.now())
}

/** Accepts what an order has received, too little or too much. @throws Refusal action_not_possible */
function accept(world: World, order: Order): OnChainOrder {
  if (order.kind !== 'on-chain') throw notPossible(order)
  if (order.acceptance?.amount === order.received) return order
  const isOverpaid = isPaid(order) && order.received > order.amount
  if (order.status !== 'UNDERPAID' && !isOverpaid) throw notPossible(order)
  if (order.received !== order.confirmed)
    throw new Refusal('action_not_possible', { detail: 'a payment is being confirmed' })
  const at = world.clock.now()
  order.acceptance = { amount: order.received, at }
  order.updatedAt = at
  order.version += 1
  return order
}

/** An order of this merchant in this environment, by its id or number. @throws Refusal order_not_found */
export function requireOrder(world: World, scope: Scope, id: string): Order {
  const order = world.orders.find((candidate) => candidate.id === id || candidate.orderNumber === id)
  if (order && isOf(order, scope)) return order
  throw new Refusal('order_not_found')
}

function findMade<Kind extends Order['kind']>(
  { orders }: World,
  id: string,
  kind: Kind,
): Extract<Order, { kind: Kind }> {
  const order = orders.find((candidate) => candidate.id === id)
  if (order?.kind === kind) return order as Extract<Order, { kind: Kind }> // just compared
  throw new Error('an idempotency key belongs to an order of another kind')
}
