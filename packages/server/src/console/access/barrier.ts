import { signInByPasskey } from '../../pages/passkey-sign-in.js'
import { type Html, html } from '../../runtime/html.js'
import { codeBlock } from '../../ui/code-block.js'
import { notice } from '../../ui/notice.js'
import type { ConsolePage, Route, Section } from '../page.js'
import type { Visit } from '../visit.js'
import { sectionOf } from './action-route.js'
import { ACTIONS, type Action } from './roles.js'
import { linkCommand } from './sign-in-page.js'

/** Returns the page that replaces an action; undefined where the person may do it now. */
export function barrierTo(visit: Visit, { path, needs, isGuarded }: Route): ConsolePage | undefined {
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
    text: `You are signed in as ${visit.role}. This needs ${ACTIONS[action]}: ask a person with that role, or make another sign-in link.`,
  }),
})

function signInAgainPage(visit: Visit, section: Section): ConsolePage {
  const way = visit.operator.person ? passkeyAgain(visit) : commandFor(visit)
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
const commandFor = (visit: Visit): Html =>
  codeBlock({ id: 'command', label: 'Command', code: linkCommand(visit.operator.name, visit.role) })

/** Leads back to the page that was asked for; a form is filled in again. */
function passkeyAgain(visit: Visit): Html {
  const { services, request, words } = visit
  const { base, publicUrl } = services.settings
  const to = visit.path(request.path, Object.fromEntries(request.query))
  return signInByPasskey({ words, base, publicUrl, context: services.context, session: request.session }, to)
}
