import type { Operator } from '../../domain/people/operators.js'
import { signInByPasskey } from '../../pages/passkey-sign-in.js'
import { type Html, html } from '../../runtime/html.js'
import { codeBlock } from '../../ui/code-block.js'
import { notice } from '../../ui/notice.js'
import type { ConsolePage, Route, Section } from '../page.js'
import type { Visit } from '../visit.js'
import { sectionOf } from './action-route.js'
import { ACTIONS, type Action } from './roles.js'
import { inviteCommand, linkCommand } from './sign-in-page.js'

/** Returns the page that replaces an action; undefined where the person may do it now. */
export async function barrierTo(
  visit: Visit,
  { path, needs, isGuarded }: Route,
): Promise<ConsolePage | undefined> {
  const section = sectionOf(path)
  const missing = needs.find((need) => !visit.may(need))
  if (missing) return forbiddenPage(visit, section, missing)
  return isGuarded && !visit.isFresh ? signInAgainPage(visit, section) : undefined
}

const forbiddenPage = (visit: Visit, section: Section, action: Action): ConsolePage => ({
  kind: 'content',
  title: 'Your role cannot do this',
  section,
  visit,
  status: 403,
  main: notice({
    kind: 'warn',
    title: 'Your role cannot do this.',
    text: `You are signed in as ${visit.role}. This needs ${ACTIONS[action]}: ask a person with that role${visit.operator.person ? '' : ', or make another sign-in link'}.`,
  }),
})

async function signInAgainPage(visit: Visit, section: Section): Promise<ConsolePage> {
  const { person } = visit.operator
  const way = person
    ? await personAgain(visit, person)
    : command(linkCommand(visit.operator.name, visit.role))
  return {
    kind: 'content',
    title: 'Sign in again',
    section,
    visit,
    status: 403,
    main: html`${notice({
      kind: 'warn',
      title: 'Sign in again.',
      text: 'Nothing was changed. Actions that move money or make keys need a sign-in that is younger than 15 minutes. Sign in again, and come back to this page.',
    })}${way}`,
  }
}

/** Run on the server. */
const command = (code: string): Html => codeBlock({ id: 'command', label: 'Command', code })

/** A person without a passkey needs another link. */
async function personAgain(visit: Visit, { id, mail }: Operator): Promise<Html> {
  const passkeys = await visit.services.store.read((tx) => tx.passkeys.list(id))
  return passkeys.length > 0 ? passkeyAgain(visit) : command(inviteCommand(mail))
}

/** Leads back to the page that was asked for; a form is filled in again. */
function passkeyAgain(visit: Visit): Html {
  const { services, request, words } = visit
  const { base, publicUrl } = services.settings
  const to = visit.path(request.path, Object.fromEntries(request.query))
  return signInByPasskey({ words, base, publicUrl, context: services.context, session: request.session }, to)
}
