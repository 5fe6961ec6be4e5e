import {
  FILTER_NAME_LENGTH,
  FILTERED_LISTS,
  type FilteredList,
  MOST_SAVED,
  type SavedFilter,
} from '../domain/people/saved-filter.js'
import { DomainError } from '../domain/shared/errors.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import { button } from '../ui/button.js'
import { hiddenField } from '../ui/fields.js'
import { icon } from '../ui/icons.js'
import { rules } from '../ui/style-sheet.js'
import { postForm } from './parts.js'
import type { Query, Visit } from './visit.js'

type FilterWord = 'save_filters' | 'filter_name' | 'save' | 'delete'

export const savedFilterRules = rules(`
.kept>span,.kept form{display:inline-flex;flex-wrap:wrap;gap:8px;align-items:center}
.kept form .button.quiet{padding:2px 6px}
.kept summary{color:var(--tint);font-weight:600;cursor:pointer}
.kept details[open]{flex-basis:100%}
`)

/** The filters that a person keeps of a list, and the form that keeps those that are on. Links of keys keep none. */
export async function savedFilters(
  tx: Tx,
  visit: Visit<string, FilterWord>,
  { list, query, forms }: { list: FilteredList; query: Query; forms: string },
): Promise<Html> {
  if (visit.personId === undefined) return NOTHING
  const saved = await tx.savedFilters.list(visit.personId, list)
  const kept = queryText(query)
  if (saved.length === 0 && kept === '') return NOTHING
  const chips = saved.map(
    ({ name, query: text }) =>
      html`<span><a class="pill" href="${visit.href(`/${list}`, queryIn(text))}"><bdi>${name}</bdi></a>${postForm(
        visit,
        `${forms}/${list}/delete`,
        html`${hiddenField('name', name)}<button class="button quiet" aria-label="${`${visit.plain('delete')}: ${name}`}">${icon('cross')}</button>`,
      )}</span>`,
  )
  const form =
    kept === '' || saved.length >= MOST_SAVED
      ? NOTHING
      : html`<details><summary>${visit.plain('save_filters')}</summary>${postForm(
          visit,
          `${forms}/${list}`,
          html`${hiddenField('query', kept)}<label class="frame filter">${visit.plain('filter_name')}<input name="name" required maxlength="${FILTER_NAME_LENGTH}"></label>${button({ text: visit.plain('save') })}`,
        )}</details>`
  return html`<div class="pills kept">${joinHtml(chips)}${form}</div>`
}

/** Reads the form about saved filters that was sent. @throws not_found for a list that keeps none */
export function sentFilter(visit: Visit): { list: FilteredList; filter: SavedFilter; path: string } {
  const list = FILTERED_LISTS.find((each) => each === visit.param('list'))
  if (!list) throw new DomainError('not_found')
  const query = queryIn(visit.field('query'))
  const name = visit.field('name').replaceAll(/\p{C}/gu, '')
  return { list, filter: { name, query: queryText(query) }, path: visit.path(`/${list}`, query) }
}

/** Parts of an address that are no filters. */
const OTHERS = /^(?:env|open|done|since|before|after)$/

function queryText(query: Query): string {
  const filters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && !OTHERS.test(name)) filters.set(name, `${value}`)
  return `${filters}`
}

const queryIn = (text: string): Query => Object.fromEntries(new URLSearchParams(text))
