import { filterQuery } from '@merchantpay/core/list-filters'
import { requireServedOnce } from '../../domain/chain/served-chain.js'
import type { Context } from '../../domain/context.js'
import { acceptOrder } from '../../domain/orders/order-acceptance.js'
import { listOrderDeliveries } from '../../domain/orders/order-deliveries.js'
import { expireOrder } from '../../domain/orders/order-window.js'
import { createAppOrder, createOrder, getNamedOrder, listOrders } from '../../domain/orders/orders.js'
import type { OrderListFilter } from '../../domain/store/order-tables.js'
import { readTraceparent } from '../../domain/webhooks/trace-context.js'
import { makerOf } from '../../domain/withdrawals/maker.js'
import type { components } from '../../generated/contract.gen.js'
import type { Handlers, Input } from '../handler.js'
import { timeRange, timeRangeIfGiven } from '../list-filters.js'
import { nextTarget, pageOf, totalOf } from '../page.js'
import { type Presenter, replayHeader } from '../present.js'
import { presentOrderDelivery } from '../present-webhooks.js'

type OrderHandlers = Pick<
  Handlers,
  | 'createOrder'
  | 'createAppOrder'
  | 'listOrders'
  | 'getOrder'
  | 'expireOrder'
  | 'acceptOrder'
  | 'listOrderDeliveries'
>

export function orderHandlers(context: Context, present: Presenter): OrderHandlers {
  return {
    createOrder: {
      access: 'write',
      async run(tx, { body, caller, headers }) {
        const created = await createOrder(tx, context, caller, {
          amount: body.amount,
          price: body.price,
          ...businessFields(body),
          network: body.network,
          tolerance: body.tolerance_percent,
          idempotencyKey: body.idempotency_key,
          traceparent: readTraceparent(headers.traceparent),
        })
        return {
          status: 201,
          body: present.onChainOrder(created.order),
          headers: replayHeader(created.replayed),
        }
      },
    },
    createAppOrder: {
      access: 'write',
      async run(tx, { body, caller, headers }) {
        const created = await createAppOrder(tx, context, caller, {
          amountMode: body.amount_mode,
          ...businessFields(body),
          amount: body.amount_mode === 'FIXED' ? body.amount : undefined,
          idempotencyKey: headers['Idempotency-Key'],
          traceparent: readTraceparent(headers.traceparent),
        })
        return { status: 201, body: present.appOrder(created.order), headers: replayHeader(created.replayed) }
      },
    },
    listOrders: {
      access: 'read',
      async run(tx, { caller, query }) {
        const { environment } = caller
        if (query.network) await requireServedOnce(tx, context, { environment, network: query.network })
        const filters = filterQuery(query)
        const page = pageOf(query, filters)
        const listed = await listOrders(tx, caller, listFilter(query), page)
        const orders = listed.rows.map((order) => present.orderSummary(order))
        const next = nextTarget('/v1/orders', page, listed, filters)
        return { status: 200, body: { orders, ...totalOf(listed), next } }
      },
    },
    getOrder: {
      access: 'read',
      async run(tx, { caller, params }) {
        const order = await getNamedOrder(tx, caller, params.id)
        return { status: 200, body: Object.assign(present.order(order), { remark: order.remark }) }
      },
    },
    expireOrder: {
      access: 'write',
      async run(tx, { caller, params }) {
        return { status: 200, body: present.order(await expireOrder(tx, context, caller, params.id)) }
      },
    },
    acceptOrder: {
      access: 'write',
      async run(tx, { caller, params }) {
        const accepted = await acceptOrder(tx, context, caller, params.id, makerOf(caller).name)
        return { status: 200, body: present.onChainOrder(accepted) }
      },
    },
    listOrderDeliveries: {
      access: 'read',
      async run(tx, { caller, params, query }) {
        const page = pageOf(query)
        const listed = await listOrderDeliveries(tx, caller, params.id, page)
        const deliveries = listed.rows.map(presentOrderDelivery)
        const next = nextTarget(`/v1/orders/${params.id}/deliveries`, page, listed)
        return { status: 200, body: { deliveries, total: listed.total, next } }
      },
    },
  }
}

type ListQuery = Input<'listOrders'>['query']

function listFilter({ metadata = {}, ...query }: ListQuery): OrderListFilter {
  const [member] = Object.entries(metadata)
  return {
    status: query.status,
    orderNumber: query.order_number,
    network: query.network,
    ...timeRange(query.created_from, query.created_to),
    updated: timeRangeIfGiven(query.updated_from, query.updated_to),
    paid: timeRangeIfGiven(query.paid_from, query.paid_to),
    member: member && { name: member[0], value: member[1] },
  }
}

type BusinessBody = Pick<
  components['schemas']['CreateFixedAppOrder'],
  'description' | 'metadata' | 'return_url' | 'webhook_url'
>

const businessFields = (body: BusinessBody) => ({
  description: body.description,
  metadata: body.metadata,
  returnUrl: body.return_url,
  webhookUrl: body.webhook_url,
})
