import type { PageContent, Route as PageRoute, Read } from '../pages/route.js'
import type { Visit } from './visit.js'

/** The entries of the menu. */
export type Section =
  | 'attention'
  | 'orders'
  | 'withdrawals'
  | 'deliveries'
  | 'merchants'
  | 'ledger'
  | 'controls'
  | 'system'
  | 'audit'
  | 'operators'

export interface ConsolePage extends PageContent<Section> {
  /** The visit in the environment of the object that the page is about. */
  readonly visit: Visit
  /** The number of items that wait for a person, where the page has just counted it. */
  readonly waiting?: number
  /** Loads itself again without a script, after a minute. */
  readonly isRefreshed?: boolean
}

export type ReadPage = Read<Visit, ConsolePage>
export type Route = PageRoute<Visit, ConsolePage>
