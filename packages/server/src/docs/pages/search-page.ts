import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { searchField } from '../../ui/fields.js'
import { rules } from '../../ui/style-sheet.js'
import { RADIUS, SHADOW, TYPE } from '../../ui/tokens.js'
import { hrefOf } from '../links.js'
import type { Hit, HitGroup, TextPart } from '../search/search.js'
import type { PageBody } from './page-body.js'

export const searchPageRules = rules(`
.results p{padding:12px 8px 4px;margin:0;color:var(--faint);font-size:${TYPE[13]};font-weight:600}
.results a{display:grid;grid-template-columns:48px 1fr;gap:0 8px;align-items:center;padding:8px;border-radius:${RADIUS.button};color:var(--text);text-decoration:none;overflow-wrap:anywhere}
.results a:is(:hover,[aria-selected=true]){background:var(--soft)}
.results small{font:600 .6875rem ui-monospace,monospace;color:var(--faint);overflow-wrap:anywhere}
.results b{display:block;font-size:${TYPE[14]};font-weight:600}
.results span span{color:var(--faint);font-size:${TYPE[13]}}
.results mark{background:none;color:var(--tint);font-weight:600}
.found{margin-inline:-8px}
.lead-part [role=search]{margin-block:16px}
.search-dialog{inline-size:min(620px,100% - 24px);max-block-size:calc(100vh - 120px);margin-block-start:96px;padding:0;border:1px solid var(--line);border-radius:${RADIUS.card};background:var(--card);color:var(--text);box-shadow:${SHADOW.dialog};overflow:hidden}
.search-dialog[open]{display:flex;flex-direction:column}
.search-dialog::backdrop{background:#0008}
.search-dialog .frame{border:0;border-radius:0;border-block-end:1px solid var(--line);min-block-size:56px;padding-inline:16px}
.search-dialog .frame:focus-within{outline:0}
.search-dialog .results{flex:1;overflow-y:auto;padding-inline:8px}
.search-dialog .count{margin:0;padding:10px 16px;border-block-start:1px solid var(--line);background:var(--bg);color:var(--faint);font-size:${TYPE[13]}}
`)

/** Names every field of the search. */
export const SEARCH_LABEL = 'Search guides, operations, errors'

/** The results of a search, for browsers without a script. */
export function searchPage(query: string, groups: readonly HitGroup[]): PageBody {
  return {
    lead: html`<h1>Search</h1>
${searchForm('search', query)}
${query.trim() !== '' && groups.length === 0 ? html`<p>${NO_MATCH}</p>` : NOTHING}
${hitList('search', groups)}`,
  }
}

/** The page for an address that no page has, with the pages that its words find. */
export const missingPage = (slug: string, query: string, groups: readonly HitGroup[]): PageBody => ({
  lead: html`<h1>Page not found</h1>
<p>There is no page at this address. The <a href="${hrefOf('', slug)}">Overview</a> leads to all of them.${groups.length === 0 ? NOTHING : html` These are the nearest:`}</p>
${searchForm(slug, query)}
${hitList(slug, groups)}`,
})

const NO_MATCH = html`No match. <a href="errors">Errors</a> lists every message, and <a href="statuses">Statuses</a> every value.`

/** A field that searches again. @param slug of its page */
const searchForm = (slug: string, query: string): Html =>
  html`<form role="search" action="${hrefOf('search', slug)}" aria-label="Search again">${searchField({ name: 'q', label: SEARCH_LABEL, value: query, attributes: { id: 'query' } })}</form>`

/** The hits of a search, by group. @param slug of the page that shows it */
const hitList = (slug: string, groups: readonly HitGroup[]): Html =>
  html`<div class="results found">${joinHtml(groups.map(({ title, hits }) => html`<p>${title}</p>${joinHtml(hits.map((hit) => hitOf(slug, hit)))}`))}</div>`

const hitOf = (page: string, { slug, label, title, line }: Hit): Html =>
  html`<a href="${hrefOf(slug, page)}"><small>${label}</small><span><b>${marked(title)}</b><span>${marked(line)}</span></span></a>
`

const marked = (parts: readonly TextPart[]): Html =>
  joinHtml(parts.map(({ text, isFound }) => (isFound ? html`<mark>${text}</mark>` : html`${text}`)))

/** The dialog in which the script searches. Without a script its form leads to the page of results. */
export const searchDialog = (slug: string): Html =>
  html`<dialog class="search-dialog" id="search-dialog" aria-label="Search" data-none="No match. Errors lists every message, and Statuses every value." data-away="Press Enter to search on the server."><form role="search" action="${hrefOf('search', slug)}">${searchField(
    {
      name: 'q',
      label: SEARCH_LABEL,
      attributes: {
        role: 'combobox',
        autocomplete: 'off',
        'aria-expanded': 'true',
        'aria-controls': 'results',
        'aria-autocomplete': 'list',
      },
    },
  )}</form><div class="results" id="results" role="listbox" aria-label="Results"></div><p class="count" id="count" role="status"></p></dialog>`
