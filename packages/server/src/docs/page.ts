import { Html, html, joinHtml, NOTHING, sourceOf } from '../runtime/html.js'
import type { Tool } from './try-form.js'

const STYLE = `
:root { background: Canvas; color: CanvasText; color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; --quiet: color-mix(in srgb, CanvasText 7%, Canvas); --line: color-mix(in srgb, CanvasText 25%, Canvas) }
body { margin: 0 }
a { color: LinkText }
a.skip:not(:focus) { left: -99rem; position: absolute }
header, footer { padding: 1rem 1.5rem }
nav { border: solid var(--line); border-width: 1px 0; padding: .5rem 1.5rem }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; list-style: none; margin: 0; padding: 0 }
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
  nav ul { display: block; position: sticky; top: 1rem }
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

/** A link of the menu, relative to the current page. */
export interface MenuLink {
  readonly href: string
  readonly title: string
  readonly isHere: boolean
}
export interface PageParts {
  readonly title: string
  readonly menu: readonly MenuLink[]
  /** Link to the same page as Markdown. */
  readonly twin: string
  readonly contract: string
  readonly content: Html
  readonly tool: Tool | undefined
}

/** Renders a page of the reference; its text needs no script. */
export function renderPage({ title, menu, twin, contract, content, tool }: PageParts): string {
  const items = menu.map(({ href, title: name, isHere }) =>
    isHere
      ? html`<li><a href="${href}" aria-current="page">${name}</a></li>
`
      : html`<li><a href="${href}">${name}</a></li>
`,
  )
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
<nav aria-label="Pages"><ul>
${joinHtml(items)}</ul></nav>
<main id="content">
<article>
${content}
</article>
${tool?.markup ?? NOTHING}</main>
<footer><a href="${twin}">This page as Markdown</a> · <a href="${contract}">The contract, OpenAPI 3.1</a></footer>
${tool ? html`<script>${new Html(tool.script)}</script>` : NOTHING}</body>
</html>
`.text
}
