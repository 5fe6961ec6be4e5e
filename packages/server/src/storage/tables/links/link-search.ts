import type { PaymentLink } from '../../../domain/links/payment-link.js'
import type { SearchStep, SearchWindow } from '../../../domain/shared/search-window.js'
import type { LinkSearch, LinkSums } from '../../../domain/store/link-tables.js'
import { given, textOf, valuesOf } from '../../list-ranges.js'
import { findWindow, type Searched, textCondition } from '../../search-window.js'
import type { Sql } from '../../sql.js'
import { type Parts, readSum, sumParts } from '../shared/sums.js'
import { hasStatus, JOINED_LINKS, type LinkRow, SELECT_LINKS, toLink } from './link-rows.js'

/** Searches one window. */
export async function searchLinks(
  sql: Sql,
  search: LinkSearch,
  { after, rows, limit }: SearchWindow,
): Promise<SearchStep<PaymentLink>> {
  const searched = searchedBy(search)
  const { where, end } = await findWindow(sql, searched, {
    after,
    rows: searched.compared.length === 0 ? undefined : rows,
  })
  const found = await sql.all<LinkRow>(
    `${SELECT_LINKS} WHERE ${textOf(where)} ORDER BY payment_links.created_at DESC, payment_links.id DESC LIMIT ?`,
    ...valuesOf(where),
    limit,
  )
  const links = found.map(toLink)
  return { rows: links, last: links.length === limit ? links.at(-1) : end }
}

/** Counts and sums the newest links that match, over a window of them. */
export async function sumFound(sql: Sql, search: LinkSearch, most: number): Promise<LinkSums> {
  const { where, end } = await findWindow(sql, searchedBy(search), { rows: most + 1 })
  const row = await sql.get<Parts<'received'> & { links: bigint }>(
    `SELECT COUNT(*) AS links, ${sumParts('paid', 'paid > 0', 'received')}
     FROM ${JOINED_LINKS} WHERE ${textOf(where)}`,
    ...valuesOf(where),
  )
  return { links: Number(row?.links ?? 0), received: readSum(row, 'received'), isCut: end !== undefined }
}

const searchedBy = ({ merchantId, environment, ...search }: LinkSearch): Searched => ({
  table: 'payment_links',
  indexed: [['merchant_id = ? AND environment = ?', merchantId, environment]],
  time: { from: search.from, to: search.to },
  compared: [
    ...(search.status === undefined ? [] : [hasStatus(search.status, search.now)]),
    ...given('uses = ?', search.uses),
    ...(search.text === undefined
      ? []
      : [textCondition('payment_links', ['id', 'description'], search.text)]),
  ],
})
