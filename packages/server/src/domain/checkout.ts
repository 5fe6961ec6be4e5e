import type { Logo } from './merchant-brands.js'
import type { Instant } from './ports.js'

/** What a browser says about the language it wants. */
export interface LanguageWish {
  /** From `?lang=`. */
  readonly asked: string | undefined
  /** `Accept-Language`. */
  readonly accepted: string | undefined
}

export interface CheckoutPage {
  readonly html: string
  /** Its Content-Security-Policy. */
  readonly policy: string
  /** Tag of the language that it is in. */
  readonly language: string
}

/** Pages about no order, or about none any more that one may look at; the last two answer what was played on a page. */
export type CheckoutNotice = 'not_found' | 'busy' | 'unavailable' | 'not_done' | 'refused'

/** An order as it stood at one look; what its payer sees later follows from the time alone. */
export interface CheckoutSight {
  readonly orderId: string
  /** Its payer needs to look no more. */
  isFinal(now: Instant): boolean
  /** What its payer sees may change with every block. */
  isMoving(now: Instant): boolean
  /** JSON of what the page shows. */
  state(now: Instant): { readonly now: string }
  page(now: Instant, wish: LanguageWish): CheckoutPage
}

/** The hosted checkout, for those who serve it. */
export interface Checkout {
  /** Undefined for a token that no order has. */
  look(token: string): Promise<CheckoutSight | undefined>
  /** Plays a payment. @returns undefined where no order that can be played has the token; false when it cannot be done now */
  play(token: string, action: string | undefined): Promise<boolean | undefined>
  logo(token: string): Promise<Logo | undefined>
  notice(kind: CheckoutNotice, token: string, wish: LanguageWish): CheckoutPage
}
