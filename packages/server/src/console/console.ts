import { matchPath } from '../domain/sessions/page-path.js'
import type { Notice, Page, PageReply, PageRequest, Pages } from '../domain/sessions/pages.js'
import { DomainError } from '../domain/shared/errors.js'
import { OperatorError } from '../domain/shared/operator-error.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { askPage } from './access/ask.js'
import { perform } from './access/perform.js'
import { noticePage } from './access/sign-in-page.js'
import { framed } from './frame/frame.js'
import { readFrame } from './frame/frame-facts.js'
import type { ConsolePage, ReadPage } from './page.js'
import { OPERATOR_ACTIONS, PAGES } from './routes.js'
import { notFoundPage } from './search/not-found-page.js'
import { type ConsoleServices, Visit } from './visit.js'

/** The operator console: pages about all merchants, and the actions of operators. */
export class Console implements Pages {
  readonly area = 'console'

  constructor(private readonly services: ConsoleServices) {}

  notice(notice: Notice): Page {
    return noticePage(notice, this.services.settings.base)
  }

  async answer(request: PageRequest): Promise<PageReply> {
    for (const action of OPERATOR_ACTIONS) {
      const params = matchPath(action.path, request.path)
      if (!params) continue
      const visit = new Visit(this.services, request, params)
      if (!request.form) return this.read(visit, (tx) => askPage(tx, visit, action))
      const reply = await perform(visit, action).catch((error: unknown) => missing(visit, error))
      return reply.kind === 'content' ? this.show(reply) : reply
    }
    if (request.form) throw new DomainError('not_found')
    for (const [pattern, page] of Object.entries(PAGES)) {
      const params = matchPath(pattern, request.path)
      if (params) return this.read(new Visit(this.services, request, params), page)
    }
    throw new DomainError('not_found')
  }

  /** Reads a page and its frame in one transaction. */
  private read(visit: Visit, page: ReadPage): Promise<PageReply> {
    return this.services.store.read(async (tx) => {
      const reply = await pageOrRefusal(tx, visit, page)
      return reply.kind === 'content' ? frameOf(tx, reply) : reply
    })
  }

  private show(page: ConsolePage): Promise<PageReply> {
    return this.services.store.read((tx) => frameOf(tx, page))
  }
}

const frameOf = async (tx: Tx, page: ConsolePage): Promise<PageReply> => ({
  kind: 'page',
  ...framed(page, await readFrame(tx, page.visit)),
})

const pageOrRefusal = (tx: Tx, visit: Visit, page: ReadPage): Promise<PageReply | ConsolePage> =>
  page(tx, visit).catch((error: unknown) => missing(visit, error))

/** A refusal of a page or of a question means that it is about something that does not exist. */
function missing(visit: Visit, error: unknown): ConsolePage {
  if (!(error instanceof OperatorError)) throw error
  return notFoundPage(visit, 'attention', error.message, visit.param('id') || undefined)
}
