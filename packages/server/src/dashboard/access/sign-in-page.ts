import { type Html, html } from '../../runtime/html.js'
import { codeBlock } from '../../ui/code-block.js'
import type { Words } from '../../ui/words.js'
import type { WordKey } from '../frame/texts.js'

/** The command that makes a link, and how long it works. */
export const waysToALink = (words: Words<WordKey>): Html =>
  html`${codeBlock({ id: 'call', label: words.plain('call_label'), code: 'merchantpay dashboard' })}
<p class="small">${words.plain('link_rules')}</p>`

/** How to sign in. @param asked path and query of the page that was asked for */
export const signIn = (words: Words<WordKey>, asked: string): Html =>
  html`<p>${words.plain('ask_owner_for_link')}</p>
<p>${words.plain('ask_for_link')}</p>
${waysToALink(words)}
<p class="small"><a href="${asked}">${words.plain('open_dashboard')}</a></p>`
