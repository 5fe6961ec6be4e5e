import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { searchField } from '../../ui/fields.js'
import { rules } from '../../ui/style-sheet.js'
import { RADIUS, SHADOW, TYPE } from '../../ui/tokens.js'
import { hrefOf } from '../links.js'
import { marked, type SearchEntry, search } from '../search/ranking.js'
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

const NO_MATCH = 'No match. Errors lists every message, and Statuses every value.'

/** The results of a search, for browsers without a script. */
export function searchPage(entries: readonly SearchEntry[], query: string): PageBody {
  const groups = search(entries, query)
  return {
    lead: html`<h1>Search</h1>
<form role="search" action="search" aria-label="Search again">${searchField({ name: 'q', label: 'Search operations, errors, fields', value: query, attributes: { id: 'query' } })}</form>
${query === '' ? NOTHING : groups.length === 0 ? html`<p>${NO_MATCH} <a href="errors">Errors</a> <a href="statuses">Statuses</a></p>` : NOTHING}
<div class="results found">${joinHtml(groups.map(({ title, entries: found }) => html`<p>${title}</p>${joinHtml(found.map((entry) => resultOf(entry, query)))}`))}</div>`,
  }
}

function resultOf([, title, slug, text, , label]: SearchEntry, query: string): Html {
  const parts = (words: string) =>
    joinHtml(
      marked(words, query).map((part) =>
        part.isFound ? html`<mark>${part.text}</mark>` : html`${part.text}`,
      ),
    )
  return html`<a href="${hrefOf(slug, 'search')}"><small>${label}</small><span><b>${parts(title)}</b><span>${parts(text)}</span></span></a>
`
}

/** The dialog in which the script searches. Without a script its form leads to the page of results. */
export const searchDialog = (slug: string): Html =>
  html`<dialog class="search-dialog" id="search-dialog" aria-label="Search" data-none="${NO_MATCH}" data-away="Press Enter to search on the server."><form role="search" action="${hrefOf('search', slug)}">${searchField(
    {
      name: 'q',
      label: 'Search operations, errors, fields',
      attributes: {
        role: 'combobox',
        autocomplete: 'off',
        'aria-expanded': 'true',
        'aria-controls': 'results',
        'aria-autocomplete': 'list',
      },
    },
  )}</form><div class="results" id="results" role="listbox" aria-label="Results"></div><p class="count" id="count" role="status"></p></dialog>`
