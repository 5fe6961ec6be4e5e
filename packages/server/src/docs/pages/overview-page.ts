import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { type IconName, icon } from '../../ui/icons.js'
import { rules } from '../../ui/style-sheet.js'
import { RADIUS, TYPE } from '../../ui/tokens.js'
import { hrefOf, linkFrom } from '../links.js'
import { renderMarkdown } from '../markdown.js'
import type { CodeBlocks } from './code-column.js'
import { orderPicture, orderPictureRules, orderSteps } from './order-picture.js'
import type { PageBody } from './page-body.js'

export const overviewRules = rules(
  `
.steps ol{list-style:none;padding:0;counter-reset:step}
.steps li{position:relative;padding-inline-start:40px;margin-block:16px;counter-increment:step}
.steps li::before{content:counter(step);position:absolute;inset-inline-start:0;inset-block-start:0;inline-size:26px;block-size:26px;border-radius:${RADIUS.pill};background:var(--soft);color:var(--tint);text-align:center;font-size:${TYPE[13]};font-weight:650;line-height:26px}
.steps h1+p{font-size:${TYPE[16]}}
.steps li strong{display:block}
.overview{grid-template-rows:auto}
.overview .rest{grid-column:1/-1;max-inline-size:940px}
.overview .column{grid-area:1/2}
.overview .column>div{position:static;max-block-size:none}
.ways{display:grid;grid-template-columns:repeat(auto-fill,minmax(240px,1fr));gap:12px;list-style:none;padding:0!important}
.ways a{display:block;block-size:100%;padding:16px;border:1px solid var(--line);border-radius:${RADIUS.card};color:var(--dim);font-size:${TYPE[14]};text-decoration:none}
.ways a:hover{border-color:var(--tint)}
.ways .icon{display:block;color:var(--tint);inline-size:20px;block-size:20px;margin-block-end:8px}
.ways strong{display:block}
`,
  orderPictureRules,
)

/** Where readers go next: page, icon, name and purpose. */
const WAYS: readonly (readonly [slug: string, icon: IconName, title: string, purpose: string])[] = [
  [
    'authentication',
    'key',
    'Authentication',
    'Sign a request, with an example to compare, and give each key its scopes.',
  ],
  [
    'webhooks',
    'antenna',
    'Receive webhooks',
    'On localhost first, then at your endpoint: verify, answer, de-duplicate.',
  ],
  ['errors', 'warning', 'Errors', 'Every message with its cause, and whether a repeat can help.'],
  ['limits', 'loop', 'Limits and retries', 'The limits of this server, and which calls may be repeated.'],
  [
    'pitfalls',
    'shield',
    'Pitfalls',
    'Fifteen mistakes of integrations, to read before the first real order.',
  ],
  ['refunds', 'undo', 'Refunds', 'Pay an order back: in part, what was overpaid, or all of it.'],
  ['testing', 'flask', 'Testing', 'Every outcome in the sandbox, and your own tests without a network.'],
  [
    'fees-and-times',
    'clock',
    'Fees and times',
    'Costs of a payment, and the time until it counts on this server.',
  ],
  [
    'going-live',
    'check-circle',
    'Going live',
    'From the first test payment to the first real one, in order.',
  ],
]

const cards = html`<ul class="ways">${joinHtml(
  WAYS.map(
    ([slug, name, title, purpose]) =>
      html`<li><a href="${hrefOf(slug, '')}">${icon(name)}<strong>${title}</strong>${purpose}</a></li>`,
  ),
)}</ul>`

/** The parts of the overview that are more than text, in Markdown and in HTML. */
const PARTS: Readonly<Record<string, { readonly text: string; readonly markup: Html }>> = {
  'order picture': { text: orderSteps, markup: orderPicture },
  ways: {
    text: WAYS.map(([slug, , title, purpose]) => `- [${title}](${slug}.md): ${purpose}`).join('\n'),
    markup: cards,
  },
}
/** The names of these parts. */
export const OVERVIEW_PARTS = Object.keys(PARTS)
const PART = /^\{\{(.+)\}\}$/m

/** Writes the parts of the overview in Markdown. */
export const overviewText = (guide: string): string =>
  guide.replace(new RegExp(PART, 'gm'), (line, name: string) => PARTS[name]?.text ?? line)

/** The overview: steps beside the first sample, the statuses of an order, and where to go next. */
export function overviewPage(guide: string, blocks: CodeBlocks): PageBody {
  const text = linkFrom('', guide)
  const [start, end] = [text.indexOf('\n```'), text.indexOf('\n## ')]
  return {
    className: 'overview',
    lead: html`<article class="steps">${renderMarkdown(text.slice(0, start), blocks)}</article>`,
    column: renderMarkdown(text.slice(start, end), blocks),
    rest: joinHtml(
      text
        .slice(end)
        .split(PART)
        .map((part, at) => (at % 2 === 0 ? renderMarkdown(part, blocks) : (PARTS[part]?.markup ?? NOTHING))),
    ),
  }
}
