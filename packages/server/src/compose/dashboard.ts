import { hasMailServer } from '../config/mail-settings.js'
import { explorersOf, isReachedPrivately } from '../config/public-url.js'
import { Dashboard } from '../dashboard/dashboard.js'
import { readLanguages } from '../dashboard/frame/texts.js'
import type { DashboardServices } from '../dashboard/visit.js'
import type { Context } from '../domain/context.js'
import { accessOf, sessionLengthOf } from '../domain/merchants/dashboard-access.js'
import { findInvited } from '../domain/merchants/invited.js'
import type { RewritePng } from '../domain/merchants/logo.js'
import { scopeName } from '../domain/shared/types.js'
import type { Calls } from '../http/handler.js'
import { hashOfReader } from '../http/sessions/mail-routes.js'
import type { PagesServices } from '../http/sessions/pages-services.js'
import { sampleNotice } from '../messages/notice-letter.js'
import { readLanguages as readMessageLanguages } from '../messages/words.js'
import { limitOfReaders, openMailServices } from './mail-services.js'
import { areaPathOf, openPages, type PagesParts } from './pages.js'
import { openPasskeySignIn } from './passkey-sign-in.js'

export type DashboardParts = PagesParts & {
  readonly context: Context
  readonly publicUrl: () => string
  readonly rewritePng: RewritePng
  /** All languages of the checkout. */
  readonly payerLanguages: DashboardServices['payerLanguages']
}

/**
 * Opens the dashboard of merchants. Undefined where the server leaves the API to others, and where its sessions would cross
 * the network in clear text.
 */
export function openDashboard(parts: DashboardParts, calls: Calls): PagesServices | undefined {
  const { config, store, staleReads, context, publicUrl, rewritePng } = parts
  if (!config.roles.has('api') || !isReachedPrivately(config)) return undefined
  const settings = { base: areaPathOf(config, 'dashboard'), publicUrl, explorers: explorersOf(config) }
  const hasMail = hasMailServer(config)
  const messageLanguages = readMessageLanguages()
  const noticeLanguages = context.policy.noticeChannels.length > 0 ? messageLanguages.all : []
  const mails = limitOfReaders(parts.limits)
  const payerLanguages = parts.payerLanguages.filter(({ tag }) => tag !== 'en')
  const services = { store, staleReads, context, settings, calls, languages: readLanguages(), rewritePng }
  const dashboard = new Dashboard({
    ...services,
    hasMail,
    noticeLanguages,
    noticeSample: (language) => sampleNotice(messageLanguages.choose(language, undefined)),
    countMessage: (reader) => mails.take(hashOfReader(reader)),
    payerLanguages,
  })
  return openPages(parts, dashboard, {
    ownerOf(session) {
      const access = accessOf(session)
      return access.kind === 'link' ? scopeName(access) : access.merchantId
    },
    lengthOf: sessionLengthOf,
    invitedBy: findInvited,
    passkeySignIn: openPasskeySignIn(parts, 'dashboard'),
    mail: hasMail ? openMailServices(parts, { dashboard, mails }) : undefined,
  })
}
