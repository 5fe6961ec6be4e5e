import type { Notice, Page, PageRequest } from '../domain/sessions/pages.js'
import { DomainError } from '../domain/shared/errors.js'
import { OperatorError } from '../domain/shared/operator-error.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { Area } from '../pages/area.js'
import { noticePage } from '../pages/notice-page.js'
import { RefusedForm } from '../pages/refusal.js'
import type { Refusal } from '../pages/visit.js'
import { barrierTo } from './access/barrier.js'
import { signIn, spent } from './access/sign-in-page.js'
import { consoleFrame } from './frame/frame.js'
import { consoleStyle } from './frame/frame-assets.js'
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
    const { languages, settings } = this.services
    const { base } = settings
    const words = languages.choose(undefined, undefined)
    return noticePage(notice, { words, style: consoleStyle(), base, signIn: signIn(base), spent })
  }

  protected async enter(request: PageRequest, params: ReadonlyMap<string, string>): Promise<Visit> {
    return new Visit(this.services, request, params)
  }

  protected async barrier(visit: Visit, route: Route): Promise<ConsolePage | undefined> {
    return barrierTo(visit, route)
  }

  protected refusalBy(error: unknown): Refusal | undefined {
    if (error instanceof RefusedForm) return error.refusal
    if (error instanceof OperatorError) return { status: 409, text: error.message }
    if (!(error instanceof DomainError)) return undefined
    const { detail } = error.details
    return {
      status: 409,
      text: `${error.code.replaceAll('_', ' ')}${detail === undefined ? '' : `: ${detail}`}`,
    }
  }

  protected async frame(tx: Tx, page: ConsolePage): Promise<Page> {
    return consoleFrame(page, await readFrame(tx, page.visit))
  }

  /** A refusal of a page or of a question means that it is about something that does not exist. */
  protected override missing(visit: Visit, error: unknown): ConsolePage {
    if (!(error instanceof OperatorError)) throw error
    return notFoundPage(visit, 'attention', error.message, visit.param('id') || undefined)
  }
}
