import { filterQuery } from '@merchantpay/core/list-filters'
import type { Context } from '../../domain/context.js'
import type { PaymentLink } from '../../domain/links/payment-link.js'
import {
  closePaymentLink,
  createPaymentLink,
  getPaymentLink,
  listLinkOrders,
  listPaymentLinks,
} from '../../domain/links/payment-links.js'
import { instantOf } from '../../domain/shared/iso-time.js'
import type { Handlers } from '../handler.js'
import { timeRange } from '../list-filters.js'
import { nextTarget, pageOf, totalOf } from '../page.js'
import { type Presenter, replayHeader } from '../present.js'
import { presentPaymentLink } from '../present-links.js'

type LinkHandlers = Pick<
  Handlers,
  'createPaymentLink' | 'listPaymentLinks' | 'getPaymentLink' | 'closePaymentLink' | 'listPaymentLinkOrders'
>

const PATH = '/v1/payment-links'

export function paymentLinkHandlers(
  context: Context,
  present: Presenter,
  publicUrl: () => string,
): LinkHandlers {
  const show = (link: PaymentLink) => presentPaymentLink(link, context.clock.now(), publicUrl())
  return {
    createPaymentLink: {
      access: 'write',
      async run(tx, { body, caller }) {
        const isCustom = body.amount_mode === 'CUSTOM'
        const { link, replayed } = await createPaymentLink(tx, context, caller, {
          amountMode: body.amount_mode,
          total: isCustom ? {} : { amount: body.amount, price: body.price },
          amountMin: isCustom ? body.min_amount : undefined,
          amountMax: isCustom ? body.max_amount : undefined,
          networks: body.networks,
          uses: body.uses,
          expiresAt: body.expires_at === undefined ? undefined : instantOf(body.expires_at),
          tolerance: body.tolerance_percent,
          description: body.description,
          metadata: body.metadata,
          returnUrl: body.return_url,
          webhookUrl: body.webhook_url,
          idempotencyKey: body.idempotency_key,
        })
        return { status: 201, body: show(link), headers: replayHeader(replayed) }
      },
    },
    listPaymentLinks: {
      access: 'read',
      async run(tx, { caller, query }) {
        const filters = filterQuery(query)
        const page = pageOf(query, filters)
        const { status, created_from, created_to } = query
        const filter = { status, ...timeRange(created_from, created_to), now: context.clock.now() }
        const listed = await listPaymentLinks(tx, caller, filter, page)
        const next = nextTarget(PATH, page, listed, filters)
        return { status: 200, body: { payment_links: listed.rows.map(show), ...totalOf(listed), next } }
      },
    },
    getPaymentLink: {
      access: 'read',
      async run(tx, { caller, params }) {
        return { status: 200, body: show(await getPaymentLink(tx, caller, params.id)) }
      },
    },
    closePaymentLink: {
      access: 'write',
      async run(tx, { caller, params }) {
        return { status: 200, body: show(await closePaymentLink(tx, context, caller, params.id)) }
      },
    },
    listPaymentLinkOrders: {
      access: 'read',
      async run(tx, { caller, params, query }) {
        const page = pageOf(query)
        const listed = await listLinkOrders(tx, caller, params.id, page)
        const orders = listed.rows.map((order) => present.orderSummary(order))
        const next = nextTarget(`${PATH}/${params.id}/orders`, page, listed)
        return { status: 200, body: { orders, total: listed.total, next } }
      },
    },
  }
}
