import { type Html, html, joinHtml } from '../../runtime/html.js'
import { rules } from '../../ui/style-sheet.js'
import { RADIUS } from '../../ui/tokens.js'

/** The tone of a status, its left edge, its upper edge and its width; each is 30 high. */
const STATUSES = {
  OPEN: ['info', 30, 34, 100],
  CONFIRMING: ['info', 308, 34, 134],
  EXPIRED: ['grey', 308, 100, 134],
  UNDERPAID: ['warn', 308, 151, 134],
  PAID: ['ok', 620, 34, 114],
  EXPIRED_PAID: ['ok', 620, 100, 134],
  FROZEN: ['ice', 789, 96, 109],
} as const

interface Step {
  readonly from: readonly (keyof typeof STATUSES)[]
  readonly to: keyof typeof STATUSES
  readonly when: string
  /** One line for each status that it leaves. */
  readonly lines: readonly string[]
  /** Middle and base line of its words. */
  readonly at: readonly [x: number, y: number]
}

/** Every line ends to the right, with this tip. */
const TIP = 'm-6-4l6 4-6 4'

/** The steps of an on-chain order that the picture shows. */
const STEPS: readonly Step[] = [
  { from: ['OPEN'], to: 'CONFIRMING', when: 'transfer seen', lines: ['M130 49H303'], at: [219, 42] },
  { from: ['CONFIRMING'], to: 'PAID', when: 'confirmed in full', lines: ['M442 49H615'], at: [528, 42] },
  {
    from: ['OPEN'],
    to: 'EXPIRED',
    when: 'time is up, nothing came',
    lines: ['M80 64V107Q80 115 88 115H303'],
    at: [200, 108],
  },
  {
    from: ['OPEN'],
    to: 'UNDERPAID',
    when: 'time is up, too little came',
    lines: ['M80 107V158Q80 166 88 166H303'],
    at: [200, 159],
  },
  {
    from: ['EXPIRED', 'UNDERPAID'],
    to: 'EXPIRED_PAID',
    when: 'late money',
    lines: ['M442 115H615', 'M442 166H517Q525 166 525 158V131Q525 123 533 123H615'],
    at: [526, 108],
  },
  {
    from: ['PAID'],
    to: 'FROZEN',
    when: 'screening or reorg',
    lines: ['M734 49H764Q772 49 772 57V103Q772 111 780 111H784'],
    at: [850, 82],
  },
]

export const orderPictureRules = rules(`
.order-picture{margin:16px 0 0;padding:12px;border:1px solid var(--line);border-radius:${RADIUS.card};background:var(--bg)}
.order-picture svg{display:block;inline-size:100%;max-inline-size:940px;margin-inline:auto}
.order-steps{display:none}
/* Narrower than its words are wide the picture gives way to the list of its steps. */
@media (max-width:1099.98px){.order-picture{display:none}.order-steps{display:block}}
.order-picture path{fill:none;stroke:var(--edge);stroke-width:1.3}
.order-picture text{fill:var(--dim);font-size:12px;text-anchor:middle}
.order-picture g text{fill:var(--text);font:600 12px ui-monospace,monospace}
${(['ok', 'info', 'warn', 'ice', 'grey'] as const)
  .map((tone) => `.order-picture .${tone}{fill:var(--${tone}-tint);stroke:var(--${tone})}`)
  .join('\n')}
`)

/** The steps as sentences, for the Markdown of the page and for readers of screens. */
const sentences = STEPS.map(({ from, to, when }) => `${from.join(' or ')} to ${to}: ${when}.`)

export const orderSteps = STEPS.map(
  ({ from, to, when }) => `- ${from.map((name) => `\`${name}\``).join(' or ')} to \`${to}\`: ${when}`,
).join('\n')

/** The way of an on-chain order through its statuses. */
export const orderPicture: Html = html`<figure class="order-picture" aria-label="Statuses of an order"><svg viewBox="0 0 936 208" role="img" aria-label="${sentences.join(' ')}">${joinHtml(
  STEPS.map(
    ({ when, lines, at: [x, y] }) =>
      html`${joinHtml(lines.map((line) => html`<path d="${line}${TIP}"/>`))}<text x="${x}" y="${y}">${when}</text>`,
  ),
)}${joinHtml(
  Object.entries(STATUSES).map(
    ([name, [tone, x, y, width]]) =>
      html`<g><rect class="${tone}" x="${x}" y="${y}" width="${width}" height="30" rx="7"/><text x="${x + width / 2}" y="${y + 19}">${name}</text></g>`,
  ),
)}</svg></figure>
<ul class="order-steps">${joinHtml(
  STEPS.map(
    ({ from, to, when }) =>
      html`<li>${joinHtml(from.map((name, at) => html`${at === 0 ? '' : ' or '}<code>${name}</code>`))} to <code>${to}</code>: ${when}</li>`,
  ),
)}</ul>`
