import { type Html, html, joinHtml } from '../../runtime/html.js'
import { rules } from '../../ui/style-sheet.js'
import { TYPE } from '../../ui/tokens.js'
import { inlineMarkdown, renderMarkdown, slugOf } from '../markdown.js'
import { type CodeBlocks, codeColumnRules } from './code-column.js'
import type { PageBody } from './page-body.js'

export const guideRules = rules(
  `
article>:first-child{margin-block-start:0}
article>h1+p{font-size:${TYPE[16]}}
article .code{margin-block:16px}
.wide{overflow-x:auto;margin-block:16px}
.wide table{border-collapse:collapse;inline-size:100%;min-inline-size:32rem;font-size:${TYPE[14]}}
.wide table:not(:has(th:nth-child(3))){min-inline-size:0}
.wide :is(th,td){padding:8px 12px 8px 0;border-block-end:1px solid var(--line);text-align:start;vertical-align:top;color:var(--dim)}
.wide th{color:var(--faint);font-size:${TYPE[13]};font-weight:550}
.wide tr:target>*{background:var(--soft)}
.wide td code{overflow-wrap:normal}
.wide td:first-child code{white-space:nowrap}
.guide{grid-template-columns:minmax(0,1fr) 200px}
.contents p{margin:0 0 8px;color:var(--text);font-size:${TYPE[13]};font-weight:650}
.contents a{display:block;padding-block:5px;color:var(--dim);font-size:${TYPE[13]};line-height:1.4;text-decoration:none}
.contents a:hover{color:var(--tint)}
@media (max-width:1099.98px){.contents{display:none}}
@media (pointer:coarse){.contents a{display:flex;align-items:center;min-block-size:44px}}
`,
  codeColumnRules,
)

/** Headings from which on a guide has a list of them. */
const MANY = 3

/** A page of the guides, with its headings beside it. */
export function guidePage(markdown: string, blocks: CodeBlocks): PageBody {
  const lead = html`<article>${renderMarkdown(markdown, blocks)}</article>`
  const headings = [...markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^## (.+)$/gm)]
  if (headings.length < MANY) return { lead }
  const links = headings.map(
    ([, heading = '']) => html`<a href="#${slugOf(heading)}">${inlineMarkdown(heading)}</a>`,
  )
  return { className: 'guide', lead, column: contentsOf(links) }
}

const contentsOf = (links: readonly Html[]): Html =>
  html`<nav class="contents" aria-label="On this page"><p>On this page</p>${joinHtml(links)}</nav>`
