import type { PageContent, Route as PageRoute, Read } from '../pages/route.js'
import type { Visit } from './visit.js'

/** The entries of the menu. */
export type Section =
  | 'home'
  | 'orders'
  | 'links'
  | 'withdraw'
  | 'statement'
  | 'developers'
  | 'deliveries'
  | 'destinations'
  | 'brand'
  | 'people'

export type DashboardPage = PageContent<Section>
export type ReadPage = Read<Visit, DashboardPage>
export type Route = PageRoute<Visit, DashboardPage>
/** Does what a submitted form asks for, with the path to a page or a page. */
export type Submit = NonNullable<Route['submit']>
