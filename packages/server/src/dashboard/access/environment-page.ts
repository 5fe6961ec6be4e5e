import { html, NOTHING } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { pageHead } from '../../ui/shell.js'
import type { ReadPage } from '../page.js'
import { waysToALink } from './sign-in-page.js'

/**
 * Says which environment the session is of, and how to open the other. A session of a link cannot change; a person comes here
 * while there is no live environment.
 */
export const environmentPage: ReadPage = async (_tx, visit) => {
  const { environment, merchant } = visit.caller
  const title = visit.plain('other_environment')
  const waits = environment === 'test' && merchant.status === 'PENDING_KYB'
  const main = html`${pageHead({ title, line: visit.text(environment === 'test' ? 'is_test' : 'is_live') })}<div class="form">${card(
    {
      id: 'other',
      body: html`${visit.person ? NOTHING : html`<p>${visit.text('other_environment_text')}</p>${waysToALink(visit.words)}`}${
        waits ? html`<p class="dim">${visit.text('live_after_activation')}</p>` : NOTHING
      }`,
    },
  )}</div>`
  return { kind: 'content', title, section: 'home', main }
}
