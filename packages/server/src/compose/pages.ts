import { basePathOf, isHttps } from '../config/public-url.js'
import type { Config } from '../config/settings.js'
import type { Pages } from '../domain/sessions/pages.js'
import type { Area, Session } from '../domain/sessions/session.js'
import { SESSION_MS } from '../domain/sessions/sessions.js'
import type { RateLimits } from '../http/limits/rate-limit.js'
import type { PagesServices } from '../http/sessions/pages-services.js'

const MINUTE_SECONDS = 60
/** Links and sessions that are not valid, per minute and address. */
const MISSES = 30
/** Pages and forms of one session per minute. */
const REQUESTS = 240
/** Pages and forms of all sessions of one owner per minute. */
const OWNER_REQUESTS = 600

export type PagesParts = Pick<
  PagesServices,
  'addressOf' | 'isStopping' | 'store' | 'staleReads' | 'context'
> & {
  readonly config: Config
  readonly limits: RateLimits
}

interface SessionRules {
  /** Names what the sessions of several people belong to, such as a merchant. */
  readonly ownerOf?: (session: Session) => string
  readonly lengthOf?: PagesServices['lengthOf']
  readonly invitedBy?: PagesServices['invitedBy']
  readonly passkeySignIn?: PagesServices['passkeySignIn']
  readonly mail?: PagesServices['mail']
}

/** Returns the path of an area. */
export const areaPathOf = (config: Config, area: Area): string => `${basePathOf(config)}/${area}`

/** Builds what the router of an area needs. */
export function openPages(
  { config, limits, ...parts }: PagesParts,
  pages: Pages,
  { ownerOf, lengthOf = () => SESSION_MS, ...signIns }: SessionRules = {},
): PagesServices {
  const { area } = pages
  const perMinute = (name: string, points: number) => limits({ name, points, windowSeconds: MINUTE_SECONDS })
  const requests = perMinute(`${area} pages of a session`, REQUESTS)
  const ownerRequests = perMinute(`${area} pages of an owner`, OWNER_REQUESTS)
  return {
    ...parts,
    base: areaPathOf(config, area),
    isSecure: isHttps(config),
    pages,
    lengthOf,
    ...signIns,
    misses: perMinute(`${area} misses of an address`, MISSES),
    async countRequest(session) {
      await requests.take(session.id)
      if (ownerOf) await ownerRequests.take(ownerOf(session))
    },
  }
}
