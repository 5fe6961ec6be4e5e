import { findOperator } from '../domain/people/operators.js'
import { isUseDue, noteUse } from '../domain/people/person-access.js'
import { readPersonGrants } from '../domain/people/person-grants.js'
import type { Notice, Page, PageRequest } from '../domain/sessions/pages.js'
import { DomainError } from '../domain/shared/errors.js'
import { OperatorError } from '../domain/shared/operator-error.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { Area } from '../pages/area.js'
import { noticePage } from '../pages/notice-page.js'
import { signInByPasskey } from '../pages/passkey-sign-in.js'
import { RefusedForm } from '../pages/refusal.js'
import type { Refusal } from '../pages/visit.js'
import { html } from '../runtime/html.js'
import { barrierTo } from './access/barrier.js'
import { roleOf } from './access/roles.js'
import { signIn, spent } from './access/sign-in-page.js'
import { consoleFrame } from './frame/frame.js'
import { consoleStyle, noticeScript } from './frame/frame-assets.js'
import { readFrame } from './frame/frame-facts.js'
import type { ConsolePage, Route } from './page.js'
import { ROUTES } from './routes.js'
import { notFoundPage } from './search/not-found-page.js'
import { type ConsoleServices, Visit } from './visit.js'

/** The operator console: pages about all merchants, and the actions of operators. */
export class Console extends Area<Visit, ConsolePage> {
  readonly area = 'console'
  protected readonly routes: readonly Route[] = ROUTES

  constructor(protected override readonly services: ConsoleServices) {
    super(services)
  }

  notice(notice: Notice): Page {
    const { context, languages, settings } = this.services
    const { base, publicUrl } = settings
    const words = languages.choose(undefined, undefined)
    const to = notice.kind === 'sign_in' ? notice.to : ''
    const ways = html`${signInByPasskey({ words, base, context, publicUrl }, to)}${signIn(`${base}${to}`)}`
    return noticePage(notice, {
      words,
      style: consoleStyle(),
      script: noticeScript(),
      base,
      signIn: ways,
      spent,
    })
  }

  /** Reads the person of a session. The session of a link has its role and its name. */
  protected async enter(
    request: PageRequest,
    params: ReadonlyMap<string, string>,
  ): Promise<Visit | undefined> {
    const { store, context } = this.services
    const { session } = request
    const access = readPersonGrants(session.grants)
    if (!access)
      return new Visit(this.services, request, params, { name: session.holder, role: roleOf(session.grants) })
    const now = context.clock.real()
    const person = await store.read((tx) => findOperator(tx, access, session, now))
    if (!person) return undefined
    if (isUseDue(person, session, now)) await store.write((tx) => noteUse(tx, person, session, now))
    return new Visit(this.services, request, params, { name: person.mail, role: person.role, person })
  }

  protected async barrier(visit: Visit, route: Route): Promise<ConsolePage | undefined> {
    return barrierTo(visit, route)
  }

  protected refusalBy(error: unknown): Refusal | undefined {
    if (error instanceof RefusedForm) return error.refusal
    if (error instanceof OperatorError) return { status: 409, text: error.message }
    if (!(error instanceof DomainError)) return undefined
    if (error.code === 'request_body_too_large')
      return { status: 413, text: 'This text is too long. Shorten it.' }
    const { detail } = error.details
    return {
      status: 409,
      text: `${error.code.replaceAll('_', ' ')}${detail === undefined ? '' : `: ${detail}`}`,
    }
  }

  protected async frame(tx: Tx, page: ConsolePage): Promise<Page> {
    return consoleFrame(page, await readFrame(tx, page))
  }

  /** A refusal of a page or of a question means that it is about something that does not exist. */
  protected override missing(visit: Visit, error: unknown): ConsolePage {
    if (!(error instanceof OperatorError)) throw error
    return notFoundPage(visit, 'attention', error.message, visit.param('id') || undefined)
  }
}
