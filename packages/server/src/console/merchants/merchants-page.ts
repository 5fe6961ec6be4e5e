import { merchantBalances } from '../../domain/ledger/ledger.js'
import type { Merchant } from '../../domain/merchants/merchant.js'
import type { Usdt } from '../../domain/shared/money.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { html } from '../../runtime/html.js'
import { statusBadge } from '../../ui/badge.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { money } from '../../ui/figures.js'
import { positionText, readPosition } from '../../ui/position.js'
import { pageHead } from '../../ui/shell.js'
import { table } from '../../ui/table.js'
import { pagesOf, placeOf } from '../lists/pages.js'
import type { ConsolePage, ReadPage } from '../page.js'

interface Row {
  readonly merchant: Merchant
  readonly available: Usdt
}

/** All merchants, newest first. */
export const merchantsPage: ReadPage = async (tx, visit): Promise<ConsolePage> => {
  const after = readPosition(placeOf(visit))
  const page = { limit: PAGE_ROWS + 1, offset: 0, ...(after && { after }) }
  const { rows: listed, total } = await tx.merchants.list(page)
  const found = listed.slice(0, PAGE_ROWS)
  const rows: Row[] = []
  for (const merchant of found) {
    const { available } = await merchantBalances(tx, {
      merchantId: merchant.id,
      environment: visit.environment,
    })
    rows.push({ merchant, available })
  }
  const list = table({
    caption: 'Merchants, newest first',
    rows,
    columns: [
      {
        title: 'Name',
        place: 'name',
        cell: ({ merchant: { id, name } }) =>
          html`<a href="${visit.href(`/merchants/${id}`)}"><bdi>${name}</bdi></a>`,
      },
      {
        title: 'Platform user',
        place: 'note',
        cell: ({ merchant }) => html`<span class="mono">${merchant.platformUserId}</span>`,
      },
      { title: 'Tier', place: 'none', cell: ({ merchant }) => merchant.tier.toLowerCase() },
      { title: 'Available', isNumber: true, place: 'amount', cell: ({ available }) => money(available) },
      {
        title: 'Registered (UTC)',
        place: 'none',
        cell: ({ merchant }) => visit.time(merchant.createdAt),
      },
      { title: 'Status', place: 'status', cell: ({ merchant }) => statusBadge(merchant.status) },
    ],
  })
  const last = listed.length > PAGE_ROWS ? found.at(-1) : undefined
  const pages = pagesOf(visit, {
    path: '/merchants',
    query: {},
    rows: rows.length,
    next: last && positionText(last),
    total,
  })
  const empty = emptyState({
    icon: 'store',
    title: 'No merchants yet',
    text: 'A merchant appears here once it is registered.',
  })
  const main = html`${pageHead({ title: 'Merchants', line: `Balances are those of ${visit.environment}. The field at the top finds a merchant by its id, platform user or e-mail address.` })}${card({ id: 'merchants', isFlush: true, body: total === 0 ? empty : html`${list}${pages}` })}`
  return { kind: 'content', title: 'Merchants', section: 'merchants', visit, main }
}
