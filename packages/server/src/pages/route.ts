import { matchPath } from '../domain/sessions/page-path.js'
import type { PageReply } from '../domain/sessions/pages.js'
import { DomainError } from '../domain/shared/errors.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import type { Html } from '../runtime/html.js'
import type { Inline } from '../ui/inline.js'
import type { Visit } from './visit.js'

/** The content of a page, for the frame of its area. */
export interface PageContent<Section extends string = string> {
  readonly kind: 'content'
  readonly title: string
  /** The entry of the navigation; undefined for a page that none leads to. */
  readonly section: Section | undefined
  readonly main: Html
  readonly status?: number
  /** Rules of this page alone. */
  readonly style?: Inline
  /** In place of the script of the area, for a page that needs nothing else of it. It may call this server. */
  readonly script?: Inline
  /** The page shows pictures of this server. */
  readonly hasImages?: boolean
  /** The address whose answer changes when the page has something new. */
  readonly polls?: string
}

export type Read<V, P> = (tx: Tx, visit: V) => Promise<P | PageReply>

/** A page, or the form on it. */
export interface Route<V extends Visit = Visit, P = PageContent> {
  /** Parts that begin with a colon are variable. */
  readonly path: string
  /** The actions or scopes that page and form need. */
  readonly needs: Readonly<Parameters<V['may']>>
  /** Whether it needs a sign-in that is younger than 15 minutes. */
  readonly isGuarded?: boolean
  readonly read?: Read<V, P>
  /** The page is a list or a statement that may lack the commits of the last seconds. A form never does. */
  readonly mayBeStale?: true
  /** Does what a submitted form asks for. The errors that its area knows refuse the form. */
  readonly submit?: (visit: V) => Promise<P | PageReply>
  /** The page with the form that was refused; `read` by default. */
  readonly again?: Read<V, P>
}

/** Finds the first route that matches a path, with the variable parts of it. @throws not_found */
export function matchRoute<R extends Pick<Route, 'path'>>(
  routes: readonly R[],
  path: string,
): [R, ReadonlyMap<string, string>] {
  for (const route of routes) {
    const params = matchPath(route.path, path)
    if (params) return [route, params]
  }
  throw new DomainError('not_found')
}
