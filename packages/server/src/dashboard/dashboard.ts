import { findDashboardCaller } from '../domain/merchants/dashboard-access.js'
import type { Notice, Page, PageReply, PageRequest, Pages, Reader } from '../domain/sessions/pages.js'
import { DomainError } from '../domain/shared/errors.js'
import { findTimeZone, UTC } from '../domain/shared/time-zone.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { guardedPage, missingScopePage } from './access/limits-page.js'
import { noticePage } from './access/sign-in-page.js'
import { framed } from './frame/frame.js'
import { readLanguages } from './frame/texts.js'
import type { Route, Shown } from './page.js'
import { matchRoute } from './routes.js'
import { type DashboardServices, Visit, type VisitServices } from './visit.js'

/** The dashboard: pages about one merchant in one environment, and the actions of its people. */
export class Dashboard implements Pages {
  readonly area = 'dashboard'
  private readonly services: VisitServices

  constructor(services: DashboardServices) {
    this.services = { ...services, languages: readLanguages() }
  }

  notice(notice: Notice, reader: Reader): Page {
    const { settings, languages } = this.services
    return noticePage(notice, reader, { base: settings.base, languages })
  }

  async answer(request: PageRequest): Promise<PageReply> {
    const { store, languages } = this.services
    const [route, params] = matchRoute(request.path)
    const found = await store.read((tx) => findVisitor(tx, request))
    if (!found) return { kind: 'ended' }
    const { caller, zone } = found
    const words = languages.choose(request.session.language ?? undefined, request.reader.accepted)
    const visit = new Visit(this.services, request, caller, words, zone, params)
    const shown = await this.show(route, visit)
    return shown.kind === 'content' ? { kind: 'page', ...framed(shown, visit) } : shown
  }

  private async show({ read, submit, scopes, isGuarded }: Route, visit: Visit): Promise<Shown> {
    if (!visit.may(...scopes)) return missingScopePage(visit, scopes)
    if (isGuarded && !visit.isFresh) return guardedPage(visit)
    if (visit.request.form) {
      if (!submit) throw new DomainError('not_found')
      return submit(visit)
    }
    if (!read) throw new DomainError('not_found')
    return this.services.store.read((tx) => read(tx, visit))
  }
}

/** Finds the merchant of a session and its time zone: UTC too where this server does not know the zone any more. */
async function findVisitor(tx: Tx, { session }: PageRequest) {
  const caller = await findDashboardCaller(tx, session)
  if (!caller) return undefined
  const brand = await tx.merchantBrands.find(caller.merchantId)
  return { caller, zone: findTimeZone(brand?.timeZone ?? UTC.name) ?? UTC }
}
