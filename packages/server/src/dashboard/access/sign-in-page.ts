import type { Notice, Page } from '../../domain/sessions/pages.js'
import { type Html, html } from '../../runtime/html.js'
import { pageOf } from '../document.js'

/** Renders a page for people who are not signed in, or a failure. @param base path of the dashboard */
export function noticePage(notice: Notice, base: string): Page {
  switch (notice.kind) {
    case 'sign_in':
      return pageOf('Sign in', card('Merchant dashboard', signIn(base)), 401)
    case 'link':
      return pageOf('Sign in', card('Merchant dashboard', linkForm))
    case 'link_refused':
      return pageOf('Sign in', card('This link does not work any more', spent), 403)
    case 'signed_out':
      return pageOf('Signed out', card('You are signed out', signIn(base)))
    case 'failed':
      return pageOf('Not done', card(failureHeading(notice.status), failure(notice, base)), notice.status)
  }
}

const card = (heading: string, body: Html): Html => html`<main><h1>${heading}</h1>${body}</main>`

const command = html`<pre><code>POST /v1/merchants/dashboard-links</code></pre>`

const signIn = (base: string): Html =>
  html`<p>Ask your provider for a link, or make one with an API key. It signs you in once, within 10 minutes.</p>
${command}
<p>Never type an API secret into a web page.</p>
<p><a href="${base}">Signed in already? Open the dashboard</a></p>`

/** Without `action` the form goes to the address of the page, which has the token. */
const linkForm = html`<p>This link signs you in once.</p><form method="post"><button>Sign in</button></form>`

const spent = html`<p>A link works once and for 10 minutes. Make a new one:</p>${command}`

const HEADINGS: Readonly<Record<number, string>> = {
  403: 'This form cannot be used any more',
  404: 'There is no such page',
  429: 'Too many attempts',
  503: 'The server is busy',
}

const failureHeading = (status: number): string => HEADINGS[status] ?? 'This did not work'

const failure = ({ requestId }: { requestId: string }, base: string): Html =>
  html`<p>Nothing was changed. <a href="${base}">Back to the dashboard</a></p>
<p>Request id <code>${requestId}</code></p>`
