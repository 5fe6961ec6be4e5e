import type { Config } from '../config/settings.js'
import { Console } from '../console/console.js'
import type { Context } from '../domain/context.js'
import type { Store } from '../domain/store/store.js'
import type { RateLimits } from '../http/rate-limit.js'
import type { PagesServices } from '../http/sessions/pages-router.js'

const MINUTE_SECONDS = 60
/** Links and sessions that are not valid, per minute and address. */
const MISSES = 30

type ConsoleParts = Pick<PagesServices, 'addressOf' | 'isStopping'> & {
  readonly config: Config
  readonly context: Context
  readonly store: Store
  readonly limits: RateLimits
}

/** Opens the operator console. Undefined where it is switched off. */
export function openConsole({
  config,
  context,
  store,
  limits,
  ...parts
}: ConsoleParts): PagesServices | undefined {
  if (!config.isConsoleServed) return undefined
  const url = config.publicUrl === undefined ? undefined : new URL(config.publicUrl)
  const base = `${url?.pathname.replace(/\/$/, '') ?? ''}/console`
  return {
    ...parts,
    store,
    context,
    base,
    isSecure: url?.protocol === 'https:',
    pages: new Console(store, context, { base }),
    misses: limits({ name: 'console misses of an address', points: MISSES, windowSeconds: MINUTE_SECONDS }),
  }
}
