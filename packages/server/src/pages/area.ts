import type { Notice, Page, PageReply, PageRequest, Pages, Reader } from '../domain/sessions/pages.js'
import { DomainError } from '../domain/shared/errors.js'
import type { Store } from '../domain/store/store.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { matchRoute, type PageContent, type Read, type Route } from './route.js'
import type { Refusal, Visit } from './visit.js'

type Params = ReadonlyMap<string, string>

/** The pages of one audience: finds the route of a request, checks what it needs, and puts the page into its frame. */
export abstract class Area<V extends Visit, P extends PageContent> implements Pages {
  abstract readonly area: Pages['area']
  protected abstract readonly routes: readonly Route<V, P>[]

  constructor(protected readonly services: { readonly store: Store }) {}

  abstract notice(notice: Notice, reader: Reader): Page

  /** Reads who is visiting; undefined for a session that is over. */
  protected abstract enter(request: PageRequest, params: Params): Promise<V | undefined>

  /** The page in place of one that the person may not open; undefined where nothing is in the way. */
  protected abstract barrier(visit: V, route: Route<V, P>): Promise<P | undefined>

  /** Returns the fault that an error finds in a form; undefined for an error of another kind. */
  protected abstract refusalBy(error: unknown, visit: V): Refusal | undefined

  protected abstract frame(tx: Tx, page: P, visit: V): Promise<Page>

  /** The page in place of one that cannot be read. @throws the error, unless the area has such a page */
  protected missing(_visit: V, error: unknown): P {
    throw error
  }

  async answer(request: PageRequest): Promise<PageReply> {
    const [route, params] = matchRoute(this.routes, request.path)
    const visit = await this.enter(request, params)
    if (!visit) return { kind: 'ended' }
    const barrier = await this.barrier(visit, route)
    if (barrier) return this.show(visit, async () => barrier)
    if (request.form || request.excess) return this.submit(visit, route)
    if (!route.read) throw new DomainError('not_found')
    return this.show(visit, route.read, route.mayBeStale)
  }

  /** Does what a form asks for. A refused form is shown again with the reason. */
  private async submit(visit: V, { read, submit, again = read }: Route<V, P>): Promise<PageReply> {
    if (!submit) throw new DomainError('not_found')
    try {
      if (visit.request.excess) throw new DomainError('request_body_too_large')
      const reply = await submit(visit)
      return reply.kind === 'content' ? this.show(visit, async () => reply) : reply
    } catch (error) {
      const refusal = this.refusalBy(error, visit)
      if (!refusal || !again) throw error
      visit.refusal = refusal
      return this.show(visit, async (tx) => {
        const page = await again(tx, visit)
        return page.kind === 'content' ? { ...page, status: refusal.status } : page
      })
    }
  }

  /** Reads a page and its frame in one transaction. */
  private show(visit: V, read: Read<V, P>, mayBeStale = false): Promise<PageReply> {
    const work = async (tx: Tx): Promise<PageReply> => {
      const page = await read(tx, visit).catch((error: unknown) => this.missing(visit, error))
      return page.kind === 'content' ? { kind: 'page', ...(await this.frame(tx, page, visit)) } : page
    }
    return mayBeStale ? visit.readStale(work) : this.services.store.read(work)
  }
}
