import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { button, buttons } from '../../ui/button.js'
import { field, fieldRules, textArea } from '../../ui/fields.js'
import { rules } from '../../ui/style-sheet.js'
import type { Operation, Reader } from '../contract.js'
import { renderMarkdown } from '../markdown.js'
import { requestLine } from '../operation-view.js'
import type { CodeBlocks } from './code-column.js'
import type { PageBody } from './page-body.js'

export const tryRules = rules(
  `
#try{margin-block-start:20px}
#try textarea,#try [name=target]{font-family:ui-monospace,monospace;font-size:.8125rem}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(200px,1fr));gap:0 16px}
.try .code pre{min-block-size:60px;white-space:pre-wrap;overflow-wrap:anywhere}
`,
  fieldRules,
)

/**
 * A form that signs a call in the browser and sends it. It takes test keys only, and they stay in its fields.
 */
export function tryPage(reader: Reader, text: string, blocks: CodeBlocks): PageBody {
  return {
    className: 'try',
    lead: html`<article>${renderMarkdown(text, blocks)}</article>${form(reader)}`,
    column: html`${output('signed', 'Signed text')}${output('answer', 'Answer')}`,
  }
}

const output = (id: string, title: string): Html =>
  html`<div class="code"><div class="code-head"><h2>${title}</h2></div><pre id="${id}" tabindex="0" role="region" aria-label="${title}"></pre></div>`

function optionOf(reader: Reader, operation: Operation): Html {
  const { method, path, operationId, security } = operation
  const body = reader.bodyOf(operation)
  const example = body && JSON.stringify(reader.follow(body).example, null, 2)
  const headers = reader
    .parametersOf(operation)
    .filter((parameter) => parameter.in === 'header' && parameter.name === 'Idempotency-Key')
    .map(({ name }) => `${name}: cart-A-1001/1`)
  const isPublic = security?.length === 0 ? html` data-is-public=""` : NOTHING
  const withBody = example === undefined ? NOTHING : html` data-body="${example}"`
  return html`<option id="${operationId}" value="${operationId}" data-method="${method}" data-path="${path}" data-headers="${headers.join('\n')}"${isPublic}${withBody}>${operationId}: ${requestLine(operation)}</option>
`
}

function form(reader: Reader): Html {
  const plain = { spellcheck: 'false', autocomplete: 'off' }
  const options = joinHtml(reader.operations().map((operation) => optionOf(reader, operation)))
  return html`<noscript><p>This form needs a script. The samples of each operation do not.</p></noscript>
<form id="try" autocomplete="off" hidden>
<div class="field"><label for="operation">Operation</label><div class="frame"><select id="operation">
${options}</select></div></div>
<div class="two">${field({ name: 'key-id', label: 'Key id, a test key', attributes: { ...plain, placeholder: 'mk_test_…' } })}${field({ name: 'secret', label: 'Its secret', attributes: { ...plain, type: 'password', placeholder: 'sk_test_…' } })}</div>
${field({ name: 'target', label: html`Target, after <code id="method"></code>`, attributes: plain })}
${textArea({ name: 'headers', label: 'Further headers, one a line', attributes: { rows: 2, spellcheck: 'false' } })}
<div id="with-body">${textArea({ name: 'body', label: 'Body', attributes: { rows: 9, spellcheck: 'false' } })}</div>
${buttons(button({ text: 'Sign and send', kind: 'primary', attributes: { id: 'send' } }), button({ text: 'Stop', attributes: { id: 'stop', type: 'button', disabled: true } }))}
</form>
<p id="status" role="status"></p>`
}
