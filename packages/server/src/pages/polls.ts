import type { PageReply } from '../domain/sessions/pages.js'
import { readAsset } from '../runtime/assets.js'
import { type Html, html } from '../runtime/html.js'
import { rules } from '../ui/style-sheet.js'
import { RADIUS } from '../ui/tokens.js'
import { PAGE_ROWS } from './pager.js'
import type { Query, Visit } from './visit.js'

/** Rows that an answer looks at: more new ones than a page has are not counted. */
export const POLLED_ROWS = PAGE_ROWS + 1
/** The first row of a list without rows. */
const NONE = 'none'
/** Stands for the number of new rows, which the script knows. */
const COUNT = '#'

interface Row {
  readonly id: string
}

export const freshRules = rules(`
.fresh{position:sticky;inset-block-start:8px;z-index:4;inline-size:fit-content;margin:0 auto 8px;padding:6px 16px;border-radius:${RADIUS.pill};background:var(--accent)}
.fresh a{color:#fff}
@media print{.fresh{display:none}}
`)

/** Polls a list for something new while the page is shown, and at once when it is shown again. */
export const pollingScript = (): string => readAsset('pages', 'polling.js')

/**
 * The address that a list polls, with its filters and its first row.
 *
 * @param place behind which the page begins: a page of older rows gets no new ones
 */
export const pollOf = (visit: Visit, path: string, query: Query, [first]: readonly Row[], place: unknown) =>
  place === undefined ? { polls: visit.href(path, { ...query, since: first?.id ?? NONE }) } : {}

/** Says that a list has new rows, and shows them by a reload: no row moves under the pointer. The script uncovers it. */
export const freshNotice = (visit: Visit<string, 'n_new' | 'something_new'>, polls: string): Html =>
  html`<p class="fresh" data-poll="${polls}" data-new="${visit.text('n_new', { n: COUNT })}" hidden><a href="">${visit.plain('something_new')}</a></p>`

/**
 * Counts the rows above the one that the page shows first.
 *
 * @param rows the newest that match the filters, up to {@link POLLED_ROWS}
 */
export function newRows(visit: Visit, rows: readonly Row[]): PageReply {
  const since = visit.query('since')
  const at = rows.findIndex(({ id }) => id === since)
  return newThings(since === NONE && rows.length <= PAGE_ROWS ? rows.length : at === -1 ? undefined : at)
}

/** Answers the script of a page. @param count undefined where something changed that cannot be counted */
export const newThings = (count: number | undefined): PageReply => ({
  kind: 'data',
  type: 'application/json',
  text: JSON.stringify({ count: count ?? null }),
})
