import { type Html, html, NOTHING } from '../../runtime/html.js'
import { logo } from '../../ui/brand.js'
import { documentOf, policyFor } from '../../ui/document.js'
import { searchField } from '../../ui/fields.js'
import { icon } from '../../ui/icons.js'
import type { Inline } from '../../ui/inline.js'
import { toast } from '../../ui/notice.js'
import { skipLink } from '../../ui/shell.js'
import { hrefOf, pathsFrom } from '../links.js'
import type { MenuGroup } from '../menu.js'
import { LANGUAGE_SCRIPT } from './code-column.js'
import { menuList, placeOf } from './menu-list.js'
import type { PageBody } from './page-body.js'
import { SEARCH_LABEL, searchDialog } from './search-page.js'

/** The page of results. */
const SEARCH = 'search'
/** Its results as JSON, for the script. */
const HITS = 'search.json'

/** The parts that all pages of the reference share. */
export interface Frame {
  readonly menu: readonly MenuGroup[]
  readonly style: Inline
  /** The script of every page. */
  readonly script: Inline
}
export interface PageOptions {
  readonly slug: string
  readonly title: string
  readonly body: PageBody
  /** False for a page without a twin in Markdown. */
  readonly hasTwin?: boolean
  /** The script of this page, instead of that of every page. */
  readonly script?: Inline | undefined
}

/** Returns the Content-Security-Policy of a page. */
export const docsPolicy = ({ style, script }: Frame, own = script): string =>
  policyFor({ styles: [style], scripts: [LANGUAGE_SCRIPT, own], hasForms: true, connects: true })

/** Renders a page of the reference; its text needs no script. */
export function renderPage(frame: Frame, { slug, title, body, script, hasTwin = true }: PageOptions): string {
  const links = linksOf(slug, body)
  const twin = !hasTwin ? '' : `${slug.split('/').at(-1) || 'docs'}.md`
  return documentOf({
    language: 'en',
    direction: 'ltr',
    title: slug === '' ? title : `${title} · MerchantPay API`,
    head: twin === '' ? NOTHING : html`<link rel="alternate" type="text/markdown" href="${twin}">`,
    styles: [frame.style],
    body: html`${skipLink('Skip to the text')}
${bar(slug, links)}
<div class="docs">
<nav class="side menu" aria-label="Pages">${menuList(frame.menu, slug)}</nav>
${whereOf(frame, slug, title, links)}
<main id="main" tabindex="-1" class="${body.className ?? (body.column ? 'wide-code' : 'alone')}">
<div class="lead-part">${pathOf(frame, slug)}${body.lead}</div>
${body.column ? html`<div class="column"><div>${body.column}</div></div>` : NOTHING}
<div class="rest">${body.rest ?? NOTHING}${twin === '' ? NOTHING : html`<p class="foot"><a href="${twin}">This page as Markdown</a></p>`}</div>
</main>
</div>
${searchDialog(slug)}
${toast}`,
    script: script ?? frame.script,
  })
}

function bar(slug: string, links: Html): Html {
  const find = hrefOf(SEARCH, slug)
  return html`<header class="bar"><a class="brand" href="${hrefOf('', slug)}">${logo}<span><strong>MerchantPay</strong> Docs</span></a>
<form role="search" action="${find}" data-hits="${hrefOf(HITS, slug)}">${searchField({ name: 'q', label: SEARCH_LABEL, key: '/' })}</form>
<div class="tools"><a class="find" href="${find}">${icon('search')}<span class="only-read">Search</span></a><a href="#pages">${icon('menu')}<span class="only-read">Menu</span></a></div>
<nav aria-label="Site">${links}</nav></header>`
}

function linksOf(slug: string, { tried }: PageBody): Html {
  const { toRoot } = pathsFrom(slug)
  const isTry = slug === 'try'
  const here = html` aria-current="page"`
  return html`<a href="${hrefOf('', slug)}"${isTry ? NOTHING : html` aria-current="true"`}>Reference</a>
<a href="${hrefOf('try', slug)}${tried === undefined ? '' : `#${tried}`}"${isTry ? here : NOTHING}>Try it</a>
<a href="${toRoot}openapi.yaml">OpenAPI 3.1</a>
<a href="${toRoot}llms.txt">llms.txt</a>`
}

/** The menu of phones, which shows where the reader is. */
function whereOf({ menu }: Frame, slug: string, title: string, links: Html): Html {
  const folder = placeOf(menu, slug)?.folder
  return html`<details class="where"><summary>${folder ? `${folder.title} / ${title}` : title}${icon('chevron-down')}</summary><nav class="menu" id="pages" aria-label="Pages">${menuList(menu, slug)}<div class="links">${links}</div></nav></details>`
}

/** The group and the folder of a page, above its title. */
function pathOf({ menu }: Frame, slug: string): Html {
  const place = placeOf(menu, slug)
  if (!place) return NOTHING
  const { group, folder } = place
  return html`<nav class="path" aria-label="Path">${group.title}${icon('chevron-right')}<a href="${hrefOf(folder.slug, slug)}">${folder.title}</a></nav>`
}
