import type { Notice, Page, Reader } from '../../domain/sessions/pages.js'
import { type Html, html } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { centred } from '../../ui/centred.js'
import { codeBlock } from '../../ui/code-block.js'
import { documentOf, policyFor } from '../../ui/document.js'
import type { Languages, Words } from '../../ui/words.js'
import { signInPageStyle } from '../frame/frame-style.js'
import type { WordKey } from '../frame/texts.js'

/** Renders a page for people who are not signed in, or a failure. @param base path of the dashboard */
export function noticePage(
  notice: Notice,
  { accepted }: Reader,
  { base, languages }: { base: string; languages: Languages<WordKey> },
): Page {
  const words = languages.choose(undefined, accepted)
  const show = (title: WordKey, body: Html, status = 200) => pageOf(words, words.plain(title), body, status)
  switch (notice.kind) {
    case 'sign_in':
      return show('merchant_dashboard', signIn(words, base), 401)
    case 'link':
      return show('merchant_dashboard', linkForm(words))
    case 'link_refused':
      return show('link_spent', signIn(words, base), 403)
    case 'signed_out':
      return show('signed_out', signIn(words, base))
    case 'failed':
      return show(HEADINGS[notice.status] ?? 'failed_other', failure(words, notice, base), notice.status)
  }
}

function pageOf(words: Words<WordKey>, title: string, body: Html, status: number): Page {
  const style = signInPageStyle()
  const text = documentOf({
    language: words.tag,
    direction: words.direction,
    title: `${title} · MerchantPay`,
    styles: [style],
    body: centred(title, body),
  })
  return { status, html: text, policy: policyFor({ styles: [style], hasForms: true }) }
}

/** The command that makes a link, and how long it works. */
export const waysToALink = (words: Words<WordKey>): Html =>
  html`${codeBlock({ id: 'call', label: words.plain('call_label'), code: 'merchantpay dashboard' })}
<p class="small">${words.plain('link_rules')}</p>`

const signIn = (words: Words<WordKey>, base: string): Html =>
  html`<p>${words.plain('ask_for_link')}</p>
${waysToALink(words)}
<p class="small"><a href="${base}">${words.plain('open_dashboard')}</a></p>`

/** Without `action` the form goes to the address of the page, which has the token. */
const linkForm = (words: Words<WordKey>): Html =>
  html`<p>${words.plain('link_signs_in')}</p><form method="post">${button({ text: words.plain('sign_in'), kind: 'primary' })}</form>`

const HEADINGS: Readonly<Record<number, WordKey>> = {
  401: 'failed_401',
  403: 'failed_403',
  404: 'failed_404',
  429: 'failed_429',
  503: 'failed_503',
}

const failure = (words: Words<WordKey>, { requestId }: { requestId: string }, base: string): Html =>
  html`<p>${words.plain('nothing_done')} <a href="${base}">${words.plain('back_home')}</a></p>
<p class="small">${words.plain('request_id')} <code dir="ltr">${requestId}</code></p>`
