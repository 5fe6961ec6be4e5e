import { Console } from '../console/console.js'
import type { Context } from '../domain/context.js'
import type { PagesServices } from '../http/sessions/pages-router.js'
import { openPages, type PagesParts } from './pages.js'

/** Opens the operator console. Undefined where it is switched off. */
export function openConsole(parts: PagesParts & { readonly context: Context }): PagesServices | undefined {
  if (!parts.config.isConsoleServed) return undefined
  return openPages(parts, 'console', (base) => new Console(parts.store, parts.context, { base }))
}
