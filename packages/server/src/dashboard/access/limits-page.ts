import type { KeyScope } from '../../domain/merchants/key-scope.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { notice } from '../../ui/notice.js'
import { pageHead } from '../../ui/shell.js'
import type { DashboardPage } from '../page.js'
import { exactText, type Visit } from '../visit.js'
import { waysToALink } from './sign-in-page.js'

/** Stands in the place of a page whose scopes the session lacks. */
export const missingScopePage = (visit: Visit, scopes: readonly KeyScope[]): DashboardPage =>
  refusedPage(visit, {
    title: visit.plain('not_allowed'),
    text: visit.text('not_allowed_text', { scopes: exactText(scopes.join(', ')) }),
  })

/** Stands in the place of a form that asks for a younger link. */
export const guardedPage = (visit: Visit): DashboardPage =>
  refusedPage(visit, {
    title: visit.plain('sign_in_again'),
    text: visit.text('sign_in_again_text'),
    ways: card({ id: 'ways', body: html`<p>${visit.text('ask_for_link')}</p>${waysToALink(visit.words)}` }),
  })

function refusedPage(
  visit: Visit,
  { title, text, ways = NOTHING }: { title: string; text: Html; ways?: Html },
): DashboardPage {
  const links = [buttonLink({ text: visit.plain('back_home'), href: visit.href('') })]
  // A session that may move no money any more still reads its withdrawals.
  if (visit.request.path === '/withdraw' && visit.may('read'))
    links.push(buttonLink({ text: visit.plain('all_withdrawals'), href: visit.href('/withdrawals') }))
  const main = html`${pageHead({ title })}${notice({ kind: 'warn', title: text, more: buttons(...links) })}<div class="form">${ways}</div>`
  return { kind: 'content', title, section: 'home', status: 403, main }
}
