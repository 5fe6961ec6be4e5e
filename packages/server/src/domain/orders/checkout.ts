import type { Logo } from '../merchants/brand.js'
import type { Instant } from '../shared/types.js'
import type { LeaveResult } from './refund-addresses.js'

/** How a browser asks for a page. */
export interface PagePreference {
  /** From `?lang=`. */
  readonly requested: string | undefined
  /** `Accept-Language`. */
  readonly accepted: string | undefined
  /** From `?stay`: the page does not lead back to the shop by itself. */
  readonly isStaying: boolean
}

export interface CheckoutPage {
  readonly html: string
  /** Content-Security-Policy of the page. */
  readonly policy: string
  /** Language tag of the page. */
  readonly language: string
}

/** Pages without an order. `not_done` answers a form that was not processed, and `refused` a simulated payment. */
export type CheckoutMessage = 'not_found' | 'too_large' | 'busy' | 'unavailable' | 'not_done' | 'refused'

/** An address for a refund that was typed on the page and not kept. */
export interface RefundAddressForm {
  readonly address: string
  readonly fault: 'invalid' | 'full'
}

/** A snapshot of an order for its checkout page. Later states of the page follow from the time alone. */
export interface CheckoutView {
  readonly orderId: string
  /** Changes whenever the stored order changes; changes of the merchant's brand do not count. */
  readonly revision: string
  /** Returns when time alone next changes the page; infinity if it never does. */
  changesAt(now: Instant): Instant
  /** Whether the page cannot change any more. */
  isFinal(now: Instant): boolean
  /** Whether the page may change with every block. */
  changesWithBlocks(now: Instant): boolean
  /** Returns the state of the page as JSON. */
  state(now: Instant): { readonly now: string }
  /** @param form shown again with its fault */
  page(now: Instant, preference: PagePreference, form?: RefundAddressForm): CheckoutPage
}

/** The hosted checkout, as the HTTP layer uses it. */
export interface Checkout {
  /** Finds the order with a checkout token. */
  find(token: string): Promise<CheckoutView | undefined>
  /** Returns the current revisions of orders by id, in one small read. */
  findRevisions(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Simulates a payment. @returns undefined if no test order has the token; false if the action is not possible now */
  simulate(token: string, action: string | undefined): Promise<boolean | undefined>
  /** Keeps an address for a refund. @returns undefined if no order has the token */
  leaveAddress(token: string, address: string): Promise<LeaveResult | undefined>
  logo(token: string): Promise<Logo | undefined>
  message(kind: CheckoutMessage, token: string, preference: PagePreference): CheckoutPage
}
