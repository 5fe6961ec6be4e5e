import type { Person } from '../../domain/people/person.js'
import { scopeOfRight } from '../../domain/people/person-roles.js'
import { linkButton } from '../../pages/parts.js'
import { signInByPasskey } from '../../pages/passkey-sign-in.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { notice } from '../../ui/notice.js'
import { pageHead } from '../../ui/shell.js'
import type { DashboardPage, Route } from '../page.js'
import type { Visit } from '../visit.js'
import { askForOwnMail } from './mail-form.js'
import { waysToALink } from './sign-in-page.js'

/** Returns the page in place of one that needs other scopes, or a younger link. */
export async function barrierTo(
  visit: Visit,
  { needs, isGuarded }: Route,
): Promise<DashboardPage | undefined> {
  if (!visit.may(...needs))
    return refusedPage(visit, {
      title: visit.plain('not_allowed'),
      text:
        visit.person || needs.some((need) => scopeOfRight(need) === undefined)
          ? (waitText(visit) ?? visit.text('not_allowed_role'))
          : visit.text('not_allowed_text', { scopes: visit.exact(scopesOf(needs)) }),
    })
  if (!isGuarded || visit.isFresh) return undefined
  return refusedPage(visit, {
    title: visit.plain('sign_in_again'),
    text: visit.text(visit.person ? 'passkey_again_text' : 'sign_in_again_text'),
    ways: visit.person
      ? await personAgain(visit, visit.person)
      : card({ id: 'ways', body: html`<p>${visit.text('ask_for_link')}</p>${waysToALink(visit.words)}` }),
  })
}

/** When a person opens the page again whose passkeys were reset; undefined for one who does not wait. */
function waitText(visit: Visit): Html | undefined {
  const waitsUntil = visit.person?.waitsUntil ?? 0
  return visit.services.context.clock.real() < waitsUntil
    ? visit.text('you_wait', { time: visit.time(waitsUntil) })
    : undefined
}

/** The scopes of a link that would open a page. */
const scopesOf = (needs: Route['needs']): string =>
  [...new Set(needs.map((need) => scopeOfRight(need)))].join(', ')

/**
 * Leads back to the page that was asked for; a form is filled in again. A person without a passkey signs in by mail, or with
 * another link where the server sends none.
 */
async function personAgain(visit: Visit, { id, mail }: Person): Promise<Html> {
  const { services, request, words } = visit
  const { base, publicUrl } = services.settings
  const to = visit.path(request.path, Object.fromEntries(request.query))
  const passkeys = await services.store.read((tx) => tx.passkeys.list(id))
  if (passkeys.length > 0) {
    const place = { words, base, publicUrl, context: services.context, session: request.session }
    return html`${signInByPasskey(place, to)}<p>${visit.text('passkey_lost')}</p>`
  }
  return services.hasMail
    ? askForOwnMail({ words, base }, mail, to)
    : html`<p>${visit.text('ask_owner_for_link')}</p>`
}

function refusedPage(
  visit: Visit,
  { title, text, ways = NOTHING }: { title: string; text: Html; ways?: Html },
): DashboardPage {
  const links = [linkButton(visit, 'back_home', '')]
  // A session that may move no money any more still reads its withdrawals.
  if (visit.request.path === '/withdraw' && visit.may('read'))
    links.push(linkButton(visit, 'all_withdrawals', '/withdrawals'))
  const main = html`${pageHead({ title })}${notice({ kind: 'warn', title: text, more: buttons(...links) })}<div class="form">${ways}</div>`
  return { kind: 'content', title, section: 'home', status: 403, main }
}
