import { findLinks } from '../../domain/links/link-search.js'
import { linkStatus, linkUrl, type PaymentLink } from '../../domain/links/payment-link.js'
import { formatPrice } from '../../domain/rates/price.js'
import type { Usdt } from '../../domain/shared/money.js'
import type { Position } from '../../domain/shared/types.js'
import { BATCH_ROWS, type Columns } from '../../pages/csv.js'
import { cellsOf, type Spelling, spreadsheet } from '../frame/spreadsheet.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { readLinkFilter } from './link-filter.js'

/** The payment links that the list shows, all of its pages. */
export const linksCsv: ReadPage = async (_tx, visit) => {
  const { search } = readLinkFilter(visit)
  return spreadsheet(visit, {
    name: 'links',
    columnsOf,
    read: (tx, after: Position | undefined) => findLinks(tx, search, { after, rows: BATCH_ROWS }),
  })
}

function columnsOf(visit: Visit, spelling: Spelling): Columns<PaymentLink> {
  const { zone, now } = visit
  const { amount, local, utc } = cellsOf(visit, spelling)
  const known = (value: Usdt | null) => (value === null ? null : amount(value))
  const publicUrl = visit.services.settings.publicUrl()
  return {
    url: (link) => linkUrl(publicUrl, link),
    status: (link) => linkStatus(link, now),
    uses: ({ uses }) => uses,
    description: ({ description }) => description,
    metadata: ({ metadata }) => (metadata === '{}' ? null : metadata),
    [`created (${zone.name})`]: ({ createdAt }) => local(createdAt),
    created_at: ({ createdAt }) => utc(createdAt),
    [`expires (${zone.name})`]: ({ expiresAt }) => local(expiresAt),
    expires_at: ({ expiresAt }) => utc(expiresAt),
    amount: (link) => known(link.amount),
    amount_min: ({ amountMin }) => known(amountMin),
    amount_max: ({ amountMax }) => known(amountMax),
    price: ({ price }) => (price === null ? null : formatPrice(price).replace('.', spelling.decimal)),
    price_currency: ({ price }) => price?.currency ?? null,
    orders: ({ ordersCount }) => ordersCount,
    paid_orders: ({ paidOrdersCount }) => paidOrdersCount,
    received: ({ paid }) => amount(paid),
    credited: ({ credited }) => amount(credited),
    id: ({ id }) => id,
  }
}
