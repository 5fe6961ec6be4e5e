import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { badge, badgeRules } from '../../ui/badge.js'
import { copyButton } from '../../ui/copy-field.js'
import { type IconName, icon } from '../../ui/icons.js'
import { notice, noticeRules } from '../../ui/notice.js'
import { rules } from '../../ui/style-sheet.js'
import { RADIUS, type Tone, TYPE } from '../../ui/tokens.js'
import { linkFrom } from '../links.js'
import { renderMarkdown } from '../markdown.js'
import type { OperationView } from '../operation-view.js'
import type { CodeBlocks } from './code-column.js'
import { operationColumn } from './operation-column.js'
import { operationDetails } from './operation-details.js'
import { type PageBody, type Say, sayer } from './page-body.js'

export const operationRules = rules(
  `
.request-line{display:flex;align-items:center;gap:10px;margin-block:12px;padding:4px 4px 4px 12px;border:1px solid var(--line);border-radius:${RADIUS.field};background:var(--bg);min-block-size:42px}
.request-line code{flex:1;background:none;padding:0;font-size:${TYPE[14]};overflow-wrap:anywhere}
.method{font-family:ui-monospace,monospace}
.marks{display:flex;flex-wrap:wrap;gap:8px;list-style:none;padding:0;margin-block:12px}
.marks li{display:flex;align-items:center;gap:6px;padding:3px 11px;border:1px solid var(--line);border-radius:${RADIUS.pill};color:var(--dim);font-size:${TYPE[13]};font-weight:550}
.marks a{color:inherit;text-decoration:none}
.marks a:hover{text-decoration:underline}
.notice{margin-block:16px 0}
`,
  badgeRules,
  noticeRules,
)

const TONES: Readonly<Record<string, Tone>> = {
  POST: 'ok',
  GET: 'info',
  DELETE: 'bad',
  PATCH: 'warn',
  SSE: 'ice',
}

/** The method of an operation as a badge. */
export const methodBadge = (method: string): Html =>
  badge({ tone: TONES[method] ?? 'grey', text: html`<span class="method">${method}</span>` })

/** The page of an operation. */
export function operationPage(view: OperationView, blocks: CodeBlocks): PageBody {
  const say = sayer(view.slug)
  const [first, more] = splitLead(view.operation.description)
  const advice = { kind: 'info', title: 'If the answer gets lost:', text: say(view.repeat.advice) } as const
  return {
    tried: view.operation.operationId,
    lead: html`<h1>${view.operation.summary}</h1>
${requestLine(view)}
${marksOf(view, say)}
<p class="lead">${say(first)}</p>
${notice(advice)}`,
    column: operationColumn(view, blocks),
    rest: html`${more === '' ? NOTHING : renderMarkdown(linkFrom(view.slug, more), blocks)}
${operationDetails(view, say)}`,
  }
}

function requestLine({ operation }: OperationView): Html {
  const copy = { text: 'Copy the path', copied: 'Copied', isIconOnly: true }
  return html`<div class="request-line">${methodBadge(operation.method)}<code id="path" translate="no">${operation.path}</code>${copyButton('path', copy)}</div>`
}

function marksOf({ scope, repeat }: OperationView, say: Say): Html {
  const mark = (name: IconName, text: string) => html`<li>${icon(name)}<span>${say(text)}</span></li>`
  const marks =
    scope === undefined
      ? [mark('globe', 'Public, not signed')]
      : [
          mark('key', '[Signed request](authentication.md)'),
          mark('shield', `[Scope: ${scope}](authentication.md#scopes)`),
        ]
  return html`<ul class="marks">${joinHtml(marks)}${mark('loop', `[${repeat.badge}](limits.md#when-an-answer-gets-lost)`)}</ul>`
}

/** Splits a description after its first sentence. */
function splitLead(description: string): [first: string, more: string] {
  const text = description.trim()
  const [first = text] = /^[\s\S]*?\.(?=\s+[A-Z`*]|\s*$)/.exec(text) ?? []
  return [first.replaceAll(/\s*\n\s*/g, ' '), text.slice(first.length).trim()]
}
