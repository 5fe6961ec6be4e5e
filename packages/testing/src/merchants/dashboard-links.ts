import type { Handlers } from '../http/handler.js'
import { countNew } from '../http/rate-limit.js'
import { Refusal } from '../http/refusal.js'
import { BASE64URL } from '../ids.js'
import { isoTime, type World } from '../world.js'

const LINK_MS = 600_000

/** Makes the handler of sign-in links. No page of this service opens them. */
export function dashboardLinkHandlers(world: World): Pick<Handlers, 'createDashboardLink'> {
  return {
    createDashboardLink({ body, caller: { key } }) {
      const { scopes = key.scopes } = body
      if (!scopes.every((scope) => key.scopes.includes(scope))) throw new Refusal('forbidden')
      countNew(world, key, 'links')
      const url = `${world.baseUrl}/dashboard/sign-in/${world.ids.text(BASE64URL, 43)}`
      const granted = key.scopes.filter((scope) => scopes.includes(scope))
      const expires_at = isoTime(world.clock.now() + LINK_MS)
      return { status: 201, body: { url, environment: key.environment, scopes: granted, expires_at } }
    },
  }
}
