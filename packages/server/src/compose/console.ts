import { hasMailServer } from '../config/mail-settings.js'
import { explorersOf } from '../config/public-url.js'
import type { Config } from '../config/settings.js'
import { Console } from '../console/console.js'
import { readLanguages } from '../console/frame/texts.js'
import type { NetworkView } from '../console/visit.js'
import type { Context } from '../domain/context.js'
import { PERSON_SESSION_MS } from '../domain/people/person-access.js'
import { readPersonGrants } from '../domain/people/person-grants.js'
import { SESSION_MS } from '../domain/sessions/sessions.js'
import type { PagesServices } from '../http/sessions/pages-services.js'
import { areaPathOf, openPages, type PagesParts } from './pages.js'
import { openPasskeySignIn } from './passkey-sign-in.js'

type ConsoleParts = PagesParts & {
  readonly context: Context
  readonly networks: NetworkView
  /** Base of the checkout pages. */
  readonly publicUrl: () => string
}

/** Whether this process serves the console: not where it is switched off, and not in processes without the API. */
export const hasConsole = ({ isConsoleServed, roles }: Config): boolean => isConsoleServed && roles.has('api')

/** Opens the operator console, where this process has one. */
export function openConsole({ networks, publicUrl, ...parts }: ConsoleParts): PagesServices | undefined {
  const { config, store, staleReads, context } = parts
  if (!hasConsole(config)) return undefined
  const explorers = explorersOf(config)
  const settings = { base: areaPathOf(config, 'console'), publicUrl, explorers }
  const hasMail = hasMailServer(config)
  const languages = readLanguages()
  return openPages(
    parts,
    new Console({ store, staleReads, context, settings, networks, languages, hasMail }),
    {
      lengthOf: ({ grants }) => (readPersonGrants(grants) ? PERSON_SESSION_MS : SESSION_MS),
      passkeySignIn: openPasskeySignIn({ store, context, publicUrl }, 'console'),
    },
  )
}
