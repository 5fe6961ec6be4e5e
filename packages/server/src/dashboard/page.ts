import type { KeyScope } from '../domain/merchants/key-scope.js'
import type { PageReply } from '../domain/sessions/pages.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import type { Html } from '../runtime/html.js'
import type { Visit } from './visit.js'

/** The entries of the navigation. */
export const SECTIONS = [
  'home',
  'orders',
  'withdraw',
  'developers',
  'deliveries',
  'destinations',
  'settings',
] as const
export type Section = (typeof SECTIONS)[number]

/** The content of a page, for the frame. */
export interface DashboardPage {
  readonly kind: 'content'
  readonly title: string
  readonly section: Section
  readonly main: Html
  readonly status?: number
}

export type Shown = DashboardPage | PageReply
export type ReadPage = (tx: Tx, visit: Visit) => Promise<Shown>

/** A page, or the form on it. */
export interface Route {
  /** Parts that begin with a colon are variable. */
  readonly path: string
  /** The scopes that the session needs, for the page and for its form. */
  readonly scopes: readonly KeyScope[]
  /** Whether its form asks for a link that is younger than 15 minutes. */
  readonly isGuarded?: boolean
  readonly read?: ReadPage
  /** Does what a submitted form asks for, with the path to a page or a page. */
  readonly submit?: (visit: Visit) => Promise<Shown>
}
