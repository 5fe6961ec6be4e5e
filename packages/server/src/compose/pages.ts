import { basePathOf, isHttps } from '../config/public-url.js'
import type { Config } from '../config/settings.js'
import type { Pages } from '../domain/sessions/pages.js'
import type { Area } from '../domain/sessions/session.js'
import type { RateLimits } from '../http/rate-limit.js'
import type { PagesServices } from '../http/sessions/pages-router.js'

const MINUTE_SECONDS = 60
/** Links and sessions that are not valid, per minute and address. */
const MISSES = 30
/** Pages and forms of one session per minute. */
const REQUESTS = 240

export type PagesParts = Pick<PagesServices, 'addressOf' | 'isStopping' | 'store' | 'context'> & {
  readonly config: Config
  readonly limits: RateLimits
}

/** Builds what the router of an area needs. @param open makes the pages, which are below the path `base` */
export function openPages(
  { config, limits, ...parts }: PagesParts,
  area: Area,
  open: (base: string) => Pages,
): PagesServices {
  const perMinute = (name: string, points: number) => limits({ name, points, windowSeconds: MINUTE_SECONDS })
  const base = `${basePathOf(config)}/${area}`
  return {
    ...parts,
    base,
    isSecure: isHttps(config),
    pages: open(base),
    misses: perMinute(`${area} misses of an address`, MISSES),
    requests: perMinute(`${area} pages of a session`, REQUESTS),
  }
}
