import type { Notice, Page } from '../../domain/sessions/pages.js'
import { type Html, html } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { centred } from '../../ui/centred.js'
import { codeBlock } from '../../ui/code-block.js'
import { documentOf, policyFor } from '../../ui/document.js'
import { frameStyle } from '../frame/frame-assets.js'
import { DEFAULT_ROLE, type Role } from './roles.js'

/** Renders a page for people who are not signed in, or a failure. @param base path of the console */
export function noticePage(notice: Notice, base: string): Page {
  switch (notice.kind) {
    case 'sign_in':
      return pageOf('Operator console', signIn(base), 401)
    case 'link':
      return pageOf('Operator console', linkForm)
    case 'link_refused':
      return pageOf('This link does not work any more', spent, 403)
    case 'signed_out':
      return pageOf('You are signed out', signIn(base))
    case 'failed':
      return pageOf(HEADINGS[notice.status] ?? 'This did not work', failure(notice, base), notice.status)
  }
}

function pageOf(title: string, body: Html, status = 200): Page {
  const style = frameStyle()
  const text = documentOf({
    language: 'en',
    direction: 'ltr',
    title: `${title} · MerchantPay`,
    styles: [style],
    body: centred(title, body),
  })
  return { status, html: text, policy: policyFor({ styles: [style], hasForms: true }) }
}

/** The command that makes a link for a person. The default role is left out. */
export const linkCommand = (name: string, role: Role = DEFAULT_ROLE): string =>
  `merchantpay-server console --as ${name}${role === DEFAULT_ROLE ? '' : ` --role ${role}`}`

const command = codeBlock({ id: 'command', label: 'Command', code: linkCommand('mira.k') })

const signIn = (base: string): Html =>
  html`<p>Run this on the server. It prints a link that signs you in once, within 10 minutes.</p>
${command}
<p class="small">The name stands in the audit log for everything you do. The session can only read; add <code>--role support</code>, <code>finance</code> or <code>admin</code> for one that can act.</p>
<p class="small"><a href="${base}">Signed in already? Open the console</a></p>`

/** Without `action` the form goes to the address of the page, which has the token. */
const linkForm = html`<p>This link signs you in once.</p><form method="post">${button({ text: 'Sign in', kind: 'primary' })}</form>`

const spent = html`<p>A link works once and for 10 minutes. Make a new one on the server:</p>${command}`

const HEADINGS: Readonly<Record<number, string>> = {
  403: 'This form cannot be used any more',
  404: 'There is no such page',
  429: 'Too many attempts',
  503: 'The server is busy',
}

const failure = ({ requestId }: { requestId: string }, base: string): Html =>
  html`<p>Nothing was changed. <a href="${base}">Back to the console</a></p>
<p class="small">Request id <code>${requestId}</code></p>`
