import { type Html, NOTHING } from '../../runtime/html.js'
import { tabs } from '../../ui/tabs.js'
import type { Visit } from '../visit.js'

const PATHS = { profile: '/me', notices: '/me/notices' } as const
type OwnTab = keyof typeof PATHS

/** The pages of the person who is signed in; nothing where no channel makes a second one of them. */
export function ownTabs(visit: Visit, here: OwnTab): Html {
  if (visit.services.context.policy.noticeChannels.length === 0) return NOTHING
  const each = (Object.keys(PATHS) as OwnTab[]).map((tab) => ({
    href: visit.href(PATHS[tab]),
    text: visit.plain(tab),
    isHere: tab === here,
  }))
  return tabs(visit.plain('pages'), each)
}
