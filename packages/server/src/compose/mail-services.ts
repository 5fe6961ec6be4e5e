import type { Dashboard } from '../dashboard/dashboard.js'
import type { Context } from '../domain/context.js'
import { findShownMerchant } from '../domain/merchants/shown-merchant.js'
import { stopNotice } from '../domain/notices/notice-stop.js'
import {
  type MailLink,
  peopleOfLink,
  readMailToken,
  requestMailLink,
  signInByMail,
} from '../domain/people/mail-links.js'
import type { Choice } from '../domain/sessions/pages.js'
import type { Store } from '../domain/store/store.js'
import type { RateLimit, RateLimits } from '../http/limits/rate-limit.js'
import type { MailServices } from '../http/sessions/pages-services.js'
import { readLanguages } from '../messages/words.js'

const WINDOW_SECONDS = 15 * 60
/** Mails that one address of a browser asks for, in a window. */
const REQUESTS = 20
/** Mails to one reader, in a window. */
const MAILS = 5

interface MailParts {
  readonly store: Store
  readonly context: Context
  readonly limits: RateLimits
}

/** The messages that one reader asks for, by mail or in a chat. */
export const limitOfReaders = (limits: RateLimits): RateLimit =>
  limits({ name: 'mails to a reader', points: MAILS, windowSeconds: WINDOW_SECONDS })

/** Builds how people sign in to the dashboard by mail, and stop notices. */
export function openMailServices(
  { store, context, limits }: MailParts,
  { dashboard, mails }: { readonly dashboard: Dashboard; readonly mails: RateLimit },
): MailServices {
  const languages = readLanguages()
  const choicesOf = (link: MailLink): Promise<Choice[]> =>
    store.read(async (tx) => {
      const choices: Choice[] = []
      for (const { person } of await peopleOfLink(tx, context, link)) {
        const { name } = await findShownMerchant(tx, person.merchantId)
        choices.push({ personId: person.id, name })
      }
      return choices
    })
  return {
    requests: limits({
      name: 'mails that an address asks for',
      points: REQUESTS,
      windowSeconds: WINDOW_SECONDS,
    }),
    mails,
    page: (notice, reader) => dashboard.mailNotice(notice, reader),
    request({ reader, ...asked }) {
      const { tag: language } = languages.choose(undefined, reader.accepted)
      return store.write((tx) => requestMailLink(tx, context, { ...asked, language }))
    },
    stop: (token) => store.write((tx) => stopNotice(tx, context, token)),
    async open({ token, browser, device, session, personId }) {
      const link = browser === undefined ? undefined : readMailToken(context, token, browser)
      if (!link) return undefined
      const choices = await choicesOf(link)
      const [only] =
        choices.length === 1 ? choices : choices.filter((each) => each.personId === session?.holder)
      const chosen = personId ?? only?.personId
      if (chosen === undefined) return choices.length === 0 ? undefined : choices
      const signedIn = await store.write((tx) =>
        signInByMail(tx, context, link, { personId: chosen, device }),
      )
      return signedIn && { ...signedIn, path: link.path }
    },
  }
}
