import type { Logo } from '../merchants/brand.js'
import type { CheckoutMessage, CheckoutPage, PagePreference } from '../orders/checkout.js'

/** The browser that asks for a page, and where it is. */
export interface LinkBrowser {
  /** Unguessable, and the same in all tabs. */
  readonly visitor: string
  /** Network address of the client. */
  readonly address: string
}

/** The fields that a payer filled in. */
export interface LinkForm {
  readonly network: string
  /** As it was typed; undefined without the field. */
  readonly amount: string | undefined
}

/** A page of a link as a browser gets it. */
export interface LinkPage {
  readonly kind: 'page'
  /** HTTP status. */
  readonly status: number
  readonly retryAfterSeconds?: number
  render(preference: PagePreference): CheckoutPage
}

export type LinkAnswer =
  | LinkPage
  /** The payer is led to the checkout page of an order. */
  | { readonly kind: 'order'; readonly checkoutToken: string }
  /** The page has changed since the form was shown. */
  | { readonly kind: 'page-again' }

/** The pages of payment links, as the HTTP layer uses them. Each call returns undefined for an unknown token. */
export interface LinkPages {
  open(token: string, visitor: string): Promise<LinkAnswer | undefined>
  pay(token: string, browser: LinkBrowser, form: LinkForm): Promise<LinkAnswer | undefined>
  logo(token: string): Promise<Logo | undefined>
  message(kind: CheckoutMessage, token: string, preference: PagePreference): CheckoutPage
}
