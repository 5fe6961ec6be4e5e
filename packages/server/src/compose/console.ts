import { spellingsOf } from '../chain/wallet/spellings.js'
import { Console } from '../console/console.js'
import type { NetworkView } from '../console/visit.js'
import type { Context } from '../domain/context.js'
import type { PagesServices } from '../http/sessions/pages-router.js'
import { openPages, type PagesParts } from './pages.js'

type ConsoleParts = PagesParts & {
  readonly context: Context
  readonly networks: NetworkView
  /** Base of the checkout pages. */
  readonly publicUrl: () => string
}

/** Opens the operator console. Undefined where it is switched off, and in processes without the API. */
export function openConsole({ networks, publicUrl, ...parts }: ConsoleParts): PagesServices | undefined {
  const { config, store, context } = parts
  if (!config.isConsoleServed || !config.roles.has('api')) return undefined
  const explorers = { TRC20: config.explorerTrc20, ERC20: config.explorerErc20 }
  return openPages(parts, 'console', (base) => {
    const settings = { base, publicUrl, explorers }
    return new Console({ store, context, settings, networks, spellingsOf })
  })
}
