import type { Logo } from '../merchants/brand.js'
import type { Instant } from '../shared/types.js'

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
  /** Another one once the books say something else of the order; what its merchant changes about itself is not in it. */
  readonly mark: string
  /** When time alone changes what its payer sees next; infinite where it never does. */
  changesAt(now: Instant): Instant
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
  /** The marks that sights of these orders would have now, by order: one small read for many of them. */
  marks(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Plays a payment. @returns undefined where no order that can be played has the token; false when it cannot be done now */
  play(token: string, action: string | undefined): Promise<boolean | undefined>
  logo(token: string): Promise<Logo | undefined>
  notice(kind: CheckoutNotice, token: string, wish: LanguageWish): CheckoutPage
}
