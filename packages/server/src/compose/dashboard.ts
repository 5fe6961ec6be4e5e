import { Dashboard } from '../dashboard/dashboard.js'
import type { Context } from '../domain/context.js'
import type { PagesServices } from '../http/sessions/pages-router.js'
import { openPages, type PagesParts } from './pages.js'

/** Opens the dashboard of merchants. Undefined where the server leaves the API to others. */
export function openDashboard(parts: PagesParts & { readonly context: Context }): PagesServices | undefined {
  if (!parts.config.roles.has('api')) return undefined
  return openPages(parts, 'dashboard', (base) => new Dashboard(parts.store, { base }))
}
