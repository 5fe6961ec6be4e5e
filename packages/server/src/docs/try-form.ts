import { existsSync, readFileSync } from 'node:fs'
import { type Html, html, joinHtml, NOTHING } from '../runtime/html.js'
import type { Operation, Reader } from './contract.js'
import { requestLine } from './operations.js'

/** The script lies beside this file in the sources, and in a folder beside the chunks of the build. */
const HERE = new URL('.', import.meta.url)
const FILE = existsSync(new URL('try.js', HERE)) ? new URL('try.js', HERE) : new URL('docs/try.js', HERE)

/** An interactive part of a page: its markup and its script. */
export interface Tool {
  readonly markup: Html
  readonly script: string
}

/**
 * Renders a form that signs a call in the browser and sends it. It takes test keys only, and they stay in its fields.
 */
export function tryForm(reader: Reader): Tool {
  const options = joinHtml(reader.operations().map((operation) => optionOf(reader, operation)))
  return { script: readFileSync(FILE, 'utf8'), markup: form(options) }
}

function optionOf(reader: Reader, operation: Operation): Html {
  const { method, path, operationId, security } = operation
  const body = reader.bodyOf(operation)
  const example = body && JSON.stringify(reader.follow(body).example, null, 2)
  const headers = reader
    .parametersOf(operation)
    .filter((parameter) => parameter.in === 'header' && parameter.name === 'Idempotency-Key')
    .map(({ name }) => `${name}: my-order-1`)
  const isPublic = security?.length === 0 ? html` data-is-public=""` : NOTHING
  const withBody = example === undefined ? NOTHING : html` data-body="${example}"`
  return html`<option data-method="${method}" data-path="${path}" data-headers="${headers.join('\n')}"${isPublic}${withBody}>${operationId}: ${requestLine(operation)}</option>
`
}

const form = (
  options: Html,
): Html => html`<noscript><p>This form needs a script. The samples of each operation do not.</p></noscript>
<form id="try" autocomplete="off" hidden>
<p><label for="operation">Operation</label> <select id="operation">
${options}</select></p>
<p><label for="key-id">Key id, a test key</label> <input id="key-id" spellcheck="false" placeholder="mk_test_…"></p>
<p><label for="secret">Its secret</label> <input id="secret" type="password" autocomplete="off" placeholder="sk_test_…"></p>
<p><label for="target">Target, after <code id="method"></code></label> <input id="target" spellcheck="false"></p>
<p><label for="headers">Further headers, one a line</label> <textarea id="headers" rows="2" spellcheck="false"></textarea></p>
<p id="with-body"><label for="body">Body</label> <textarea id="body" rows="9" spellcheck="false"></textarea></p>
<p><button id="send">Sign and send</button> <button id="stop" type="button" disabled>Stop</button></p>
</form>
<p id="status" role="status"></p>
<h2 id="signed-text">Signed text</h2>
<pre id="signed" tabindex="0"></pre>
<h2 id="the-answer">The answer</h2>
<pre id="answer" tabindex="0"></pre>
`
