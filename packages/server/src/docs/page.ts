import { Html, html, joinHtml, NOTHING, sourceOf } from '../runtime/html.js'
import { pathsFrom } from './docs-page.js'
import type { MenuGroup, MenuLink } from './menu.js'
import type { Tool } from './try-form.js'

const STYLE = `
:root { background: Canvas; color: CanvasText; color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; --quiet: color-mix(in srgb, CanvasText 7%, Canvas); --line: color-mix(in srgb, CanvasText 25%, Canvas) }
body { margin: 0 }
a { color: LinkText }
a.skip:not(:focus) { left: -99rem; position: absolute }
header, footer { padding: 1rem 1.5rem }
nav { border: solid var(--line); border-width: 1px 0; padding: .5rem 1.5rem }
nav ul { list-style: none; margin: 0; padding: 0 }
nav p { font-weight: bold; margin: .5rem 0 0 }
nav a { display: inline-block; padding: .4rem 0 }
[aria-current] { color: inherit; font-weight: bold; text-decoration: none }
main { max-width: 62rem; padding: 0 1.5rem 3rem }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; scroll-margin-top: 1rem }
h2 { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 1.5rem }
code { background: var(--quiet); border-radius: .2rem; font: .9em ui-monospace, monospace; overflow-wrap: anywhere; padding: .1em .25em }
pre { background: var(--quiet); border-radius: .4rem; overflow-x: auto; padding: .75rem 1rem }
td code { overflow-wrap: normal }
pre code { background: none; overflow-wrap: normal; padding: 0 }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: .925rem; min-width: 34rem; width: 100% }
th, td { border-bottom: 1px solid var(--line); padding: .4rem .75rem .4rem 0; text-align: start; vertical-align: top }
label { display: block; font-weight: bold }
input, select, textarea { box-sizing: border-box; font: inherit; padding: .4rem; width: 100% }
#target, textarea { font-family: ui-monospace, monospace }
button { font: inherit; min-height: 2.75rem; padding: 0 1.25rem }
summary { cursor: pointer; padding: .4rem 0 }
:focus-visible { outline: 2px solid LinkText; outline-offset: 2px }
@media (min-width: 64rem) {
  body { display: grid; grid-template: auto 1fr auto / 15rem minmax(0, 1fr) }
  header, footer { grid-column: 1 / -1 }
  nav { border-width: 1px 1px 0 0 }
}
@media print { nav, footer, a.skip { display: none } }
`

/**
 * Allows the style sheet and, on a page with a tool, its script and calls to this server; nothing else runs or loads.
 */
export function policyOf(tool?: Tool): string {
  const ofTool = tool ? [`script-src ${sourceOf(tool.script)}`, "connect-src 'self'"] : []
  return [
    "default-src 'none'",
    `style-src ${sourceOf(STYLE)}`,
    ...ofTool,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

export interface PageParts {
  readonly title: string
  readonly slug: string
  readonly menu: readonly MenuGroup[]
  readonly content: Html
  readonly tool: Tool | undefined
}

/** Renders a page of the reference; its text needs no script. */
export function renderPage({ title, slug, menu, content, tool }: PageParts): string {
  const { toRoot } = pathsFrom(slug)
  const twin = `${slug.split('/').at(-1) || 'docs'}.md`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="alternate" type="text/markdown" href="${twin}">
<style>${new Html(STYLE)}</style>
</head>
<body>
<header><a class="skip" href="#content">Skip to the text</a><strong>MerchantPay API</strong></header>
<nav aria-label="Pages">
${joinHtml(menu.map((group) => groupOf(group, slug)))}<p><a href="${hrefOf('try', slug)}"${isHere('try', slug)}>Try it</a></p></nav>
<main id="content">
${joinHtml(menu.map((group) => pathOf(group, slug)))}<article>
${content}
</article>
${tool?.markup ?? NOTHING}</main>
<footer><a href="${twin}">This page as Markdown</a> · <a href="${toRoot}openapi.yaml">The contract, OpenAPI 3.1</a></footer>
${tool ? html`<script>${new Html(tool.script)}</script>` : NOTHING}</body>
</html>
`.text
}

function groupOf({ title, links, folders }: MenuGroup, here: string): Html {
  const open = folders.map((folder) => {
    const isOpen = folder.slug === here || folder.links.some(({ slug }) => slug === here)
    return html`<details${isOpen ? html` open` : NOTHING}><summary>${folder.title}</summary>
${listOf(folder.links, here)}</details>
`
  })
  return html`<p>${title}</p>
${listOf(links, here)}${joinHtml(open)}`
}

/** The group and the folder of a page, above its title. */
function pathOf({ title, folders }: MenuGroup, here: string): Html {
  const folder = folders.find(({ links }) => links.some(({ slug }) => slug === here))
  if (!folder) return NOTHING
  return html`<nav aria-label="Path">${title} › <a href="${hrefOf(folder.slug, here)}">${folder.title}</a></nav>
`
}

function listOf(links: readonly MenuLink[], here: string): Html {
  if (links.length === 0) return NOTHING
  const items = links.map(
    ({ slug, title }) => html`<li><a href="${hrefOf(slug, here)}"${isHere(slug, here)}>${title}</a></li>
`,
  )
  return html`<ul>
${joinHtml(items)}</ul>
`
}

const hrefOf = (slug: string, from: string): string => {
  const { toDocs, toRoot } = pathsFrom(from)
  return slug === '' ? `${toRoot}docs` : `${toDocs}${slug}`
}

const isHere = (slug: string, here: string): Html => (slug === here ? html` aria-current="page"` : NOTHING)
