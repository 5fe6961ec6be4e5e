import { html } from '../../runtime/html.js'
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
  const { holder } = visit.request.session
  const command = codeBlock({ id: 'command', label: 'Command', code: linkCommand(holder, visit.role) })
  return {
    kind: 'content',
    title: 'Sign in again',
    section,
    visit,
    status: 403,
    main: html`${notice({
      kind: 'warn',
      title: 'Sign in again.',
      text: 'Nothing was changed. Actions that move money or make keys need a sign-in that is younger than 15 minutes. Run this on the server, open its link, and come back to this page.',
    })}${command}`,
  }
}
