import type { LinkStatus, LinkUses, PaymentLink } from '../links/payment-link.js'
import type { Order } from '../orders/order.js'
import type { SearchStep, SearchWindow } from '../shared/search-window.js'
import type { Instant, ListTotal, Page, Scope } from '../shared/types.js'
import type { CountedCalls } from './shared-counters.js'

/** Selects links of a merchant's list. Undefined fields match every link. */
export interface LinkListFilter {
  /** Compared at `now`. */
  readonly status?: LinkStatus | undefined
  /** Created at or after it. */
  readonly from?: Instant | undefined
  /** Created before it. */
  readonly to?: Instant | undefined
  readonly now: Instant
}

/** Selects links of a merchant in a search. Undefined fields match every link. */
export interface LinkSearch extends Scope, LinkListFilter {
  readonly uses?: LinkUses | undefined
  /** A part of the id, the description or the metadata, in any letter case. */
  readonly text?: string | undefined
}

/** Number and confirmed payments of the links that match a search, in 1e-8 USDT. */
export interface LinkSums {
  readonly links: number
  readonly received: bigint
  /** Whether older links were not compared. */
  readonly isCut: boolean
}

/** Digests of the client that opened an order, kept until the order releases its address. */
export interface LinkVisitor {
  /** The browser. */
  readonly visitor: string
  /** The network address, which several browsers may share. */
  readonly address: string
}

/** Unfinished orders of links. */
export interface UnfinishedLinkOrders {
  readonly ofMerchant: number
  readonly ofLink: number
  /** Of this link, opened from one network address. */
  readonly ofAddress: number
}

/** How the payments of a link's orders change. */
export interface LinkTotals {
  readonly paidOrders: number
  readonly paid: bigint
  readonly credited: bigint
}

export interface PaymentLinkTable {
  insert(link: PaymentLink): Promise<void>
  find(id: string): Promise<PaymentLink | undefined>
  findByToken(token: string): Promise<PaymentLink | undefined>
  /** Lists payment links whose id has a beginning. */
  listByBeginning(text: string, limit: number): Promise<PaymentLink[]>
  /** Like `find`, and locks the link until the transaction ends: its orders are opened one after another. */
  lock(id: string): Promise<PaymentLink | undefined>
  list(scope: Scope, filter: LinkListFilter, page: Page): Promise<PaymentLink[]>
  count(scope: Scope, filter: LinkListFilter): Promise<ListTotal>
  /** Compares one window of the links of a merchant with a search, newest first. */
  search(search: LinkSearch, window: SearchWindow): Promise<SearchStep<PaymentLink>>
  /** Counts and sums the newest `most` links of a merchant that match, and says whether it has older ones. */
  sumFound(search: LinkSearch, most: number): Promise<LinkSums>
  close(id: string, at: Instant): Promise<void>
  /** Adds to the totals of a link. Locks them until the transaction ends. */
  addTotals(id: string, totals: LinkTotals): Promise<void>
  /** Records who opened an order, and counts the order. */
  insertLease(order: Order & { readonly paymentLinkId: string }, visitor: LinkVisitor): Promise<void>
  /** Forgets who opened an order that has released its address. */
  deleteLease(orderId: string): Promise<void>
  /** Counts an address that is leased for the first time, in the open day of the link, or opens one. */
  countNewAddress(id: string, dayMs: number, at: Instant): Promise<CountedCalls>
  countUnfinished(link: PaymentLink, address: string): Promise<UnfinishedLinkOrders>
  /** Lists the orders of a link, newest first. @param since of their creation; undefined for all */
  listOrders(id: string, page: Page, since?: Instant): Promise<Order[]>
  countOrdersSince(id: string, since: Instant): Promise<number>
  /** Lists the orders of a link that have not expired without a payment, newest first. */
  listStanding(id: string): Promise<Order[]>
  /** Lists the unfinished orders that a browser opened, newest first. */
  listOpenedBy(id: string, visitor: string): Promise<Order[]>
}
