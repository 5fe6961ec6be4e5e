import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { rules } from '../../ui/style-sheet.js'
import { FINAL } from '../failures.js'
import type { Answer, OperationView } from '../operation-view.js'
import { FieldList, fieldListRules, IN_REQUEST } from './field-list.js'
import type { Say } from './page-body.js'

export const operationDetailsRules = rules(
  `
.rows{list-style:none;padding:0;border-block-start:1px solid var(--line)}
.rows>li{padding-block:12px;border-block-end:1px solid var(--line)}
.rows p{margin-block-start:4px}
.rows .head{display:flex;flex-wrap:wrap;gap:4px 10px;align-items:baseline;margin:0}
.rows ul{margin-block-start:4px}
`,
  fieldListRules,
)

/** The parameters, the body, the answers and the errors of an operation. */
export function operationDetails(view: OperationView, say: Say): Html {
  const { parameters, bodies, answers } = view
  const list = new FieldList(say)
  return html`${parameters.length === 0 ? NOTHING : html`<h2 id="parameters">Parameters</h2>${list.list(parameters, IN_REQUEST)}`}
${bodies.length === 0 ? NOTHING : html`<h2 id="body">Body</h2>${list.sets(bodies, IN_REQUEST)}`}
<h2 id="answers">Answers</h2>
<ul class="rows">${joinHtml(answers.map((answer) => answerOf(answer, say)))}</ul>
<h2 id="errors">Errors</h2>
${errorsOf(view, say)}`
}

function answerOf({ status, meaning, headers, bodies }: Answer, say: Say): Html {
  const types = bodies.map(({ type }) => html`<p>${say(type)}</p>`)
  const items = headers.map(
    (header) => html`<li>header <code>${header.name}</code>: ${say(header.meaning)}</li>`,
  )
  return html`<li><p class="head">${badge({ tone: 'ok', text: status })}<span>${say(meaning)}</span></p>${joinHtml(types)}<ul>${joinHtml(items)}</ul></li>`
}

function errorsOf({ errors, commonStatuses }: OperationView, say: Say): Html {
  const items = errors.map(
    ({ status, message, condition, remedy }) =>
      html`<li><p class="head">${badge({ tone: 'bad', text: status })}<code>${message}</code></p><p>${say(`${condition}.`)}${remedy === FINAL ? NOTHING : html` <strong>${say(remedy)}</strong>`}</p></li>`,
  )
  return html`${errors.length === 0 ? NOTHING : html`<ul class="rows">${joinHtml(items)}</ul>`}<p>${say(`An error without advice is final: a repeat gets the same answer. Errors of every operation, see [Errors](errors.md): ${commonStatuses.join(', ')}.`)}</p>`
}
