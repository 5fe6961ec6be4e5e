import type { PageReply } from '../domain/sessions/pages.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import type { Html } from '../runtime/html.js'
import type { Visit } from './visit.js'

/** The entries of the navigation. */
export const SECTIONS = [
  'attention',
  'orders',
  'withdrawals',
  'deliveries',
  'merchants',
  'ledger',
  'system',
  'audit',
] as const
export type Section = (typeof SECTIONS)[number]

/** The content of a page, for the frame. */
export interface ConsolePage {
  readonly kind: 'content'
  readonly title: string
  readonly section: Section | undefined
  readonly main: Html
  /** The visit in the environment of the object that the page is about. */
  readonly visit: Visit
  readonly status?: number
  /** The number of items that wait for a person, where the page has just counted it. */
  readonly waiting?: number
  /** Loads itself again without a script, after a minute. */
  readonly isRefreshed?: boolean
  /** The address whose answer changes when the page has something new. */
  readonly polls?: string
}

export type ReadPage = (tx: Tx, visit: Visit) => Promise<ConsolePage | PageReply>
