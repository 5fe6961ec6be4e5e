import { NO_BRAND } from '../domain/merchants/brand.js'
import { findDashboardCaller } from '../domain/merchants/dashboard-access.js'
import { isUseDue, noteUse } from '../domain/people/person-access.js'
import { PersonRefusal } from '../domain/people/person-refusal.js'
import type { MailNotice, Notice, Page, PageRequest, Reader } from '../domain/sessions/pages.js'
import { DomainError } from '../domain/shared/errors.js'
import { ENVIRONMENTS } from '../domain/shared/types.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { Area } from '../pages/area.js'
import { messagePage, noticePage } from '../pages/notice-page.js'
import { signInByPasskey } from '../pages/passkey-sign-in.js'
import type { Refusal } from '../pages/visit.js'
import { html, NOTHING } from '../runtime/html.js'
import { barrierTo } from './access/barrier.js'
import { aboutInvitation } from './access/invitation.js'
import { askForMail, mailNoticeOf } from './access/mail-form.js'
import { resetNotices } from './access/reset-notices.js'
import { signIn } from './access/sign-in-page.js'
import { BRAND_ROUTES } from './brand/brand-routes.js'
import { dashboardFrame } from './frame/frame.js'
import { noticeScript, noticeStyle } from './frame/frame-style.js'
import { zoneOf } from './frame/times.js'
import type { DashboardPage, Route } from './page.js'
import { PEOPLE_ROUTES } from './people/people-routes.js'
import { refusalBy } from './refusal.js'
import { ROUTES } from './routes.js'
import { type DashboardServices, Visit } from './visit.js'

/** The dashboard: pages about one merchant in one environment, and the actions of its people. */
export class Dashboard extends Area<Visit, DashboardPage> {
  readonly area = 'dashboard'
  protected readonly routes: readonly Route[] = [...ROUTES, ...BRAND_ROUTES, ...PEOPLE_ROUTES]

  constructor(protected override readonly services: DashboardServices) {
    super(services)
  }

  notice(notice: Notice, { accepted }: Reader): Page {
    const { context, hasMail, languages, settings } = this.services
    const words = languages.choose(undefined, accepted)
    const { base, publicUrl } = settings
    const to = notice.kind === 'sign_in' ? notice.to : ''
    const byPasskey = signInByPasskey({ words, base, context, publicUrl }, to)
    const or = byPasskey === NOTHING ? NOTHING : html`<p class="or">${words.plain('or_by_mail')}</p>`
    const byMail = hasMail ? html`${or}${askForMail({ words, base }, to)}<hr>` : NOTHING
    const others = hasMail
      ? html`<details><summary>${words.plain('other_ways')}</summary>${signIn(words, `${base}${to}`)}</details>`
      : signIn(words, `${base}${to}`)
    const body = html`${byPasskey}${byMail}${others}`
    const options = { words, style: noticeStyle(), script: noticeScript(), base, signIn: body, spent: body }
    const invited = notice.kind === 'link' ? notice.invited : undefined
    return noticePage(notice, invited ? { ...options, aboutLink: aboutInvitation(words, invited) } : options)
  }

  /** A page of people who follow a link in a mail. */
  mailNotice(notice: MailNotice, { accepted }: Reader): Page {
    const words = this.services.languages.choose(undefined, accepted)
    const { heading: title, body } = mailNoticeOf(notice, { words, base: this.services.settings.base })
    const options = { words, style: noticeStyle(), script: noticeScript() }
    return messagePage(options, { title, body, status: notice.kind.endsWith('refused') ? 403 : 200 })
  }

  /** Finds the merchant of a session and its time zone. */
  protected async enter(
    request: PageRequest,
    params: ReadonlyMap<string, string>,
  ): Promise<Visit | undefined> {
    const { store, context } = this.services
    const { session, query } = request
    const environment = ENVIRONMENTS.find((each) => each === query.get('env'))
    const now = context.clock.real()
    const visit = await store.read(async (tx) => {
      const caller = await findDashboardCaller(tx, { session, environment, now })
      if (!caller) return undefined
      const brand = (await tx.merchantBrands.find(caller.merchantId)) ?? NO_BRAND
      const zone = zoneOf(brand)
      return new Visit(this.services, request, params, caller, brand, zone)
    })
    const person = visit?.person
    if (person && isUseDue(person, session, now)) await store.write((tx) => noteUse(tx, person, session, now))
    return visit
  }

  protected barrier(visit: Visit, route: Route): Promise<DashboardPage | undefined> {
    return barrierTo(visit, route)
  }

  protected refusalBy(error: unknown, visit: Visit): Refusal | undefined {
    return refusalBy(error, visit)
  }

  /** A person that does not exist, or of another merchant. */
  protected override missing(_visit: Visit, error: unknown): never {
    throw error instanceof PersonRefusal ? new DomainError('not_found') : error
  }

  protected async frame(tx: Tx, page: DashboardPage, visit: Visit): Promise<Page> {
    return dashboardFrame(page, visit, await resetNotices(tx, visit))
  }
}
