import type { Usdt } from '@merchantpay/sdk/money'
import type { Network } from '../chain/addresses.js'
import type { GivenPrice } from '../orders/order.js'
import type { Scope } from '../scope.js'
import type { BusinessFields } from '../validation/business-fields.js'

/** A page that gives each payer an order. */
export interface PaymentLink extends Scope, BusinessFields {
  readonly id: string
  readonly token: string
  readonly uses: 'ONCE' | 'MANY'
  readonly amountMode: 'FIXED' | 'CUSTOM'
  /** Null for CUSTOM, and for a link with a price. */
  readonly amount: Usdt | null
  /** Each order of a FIXED link converts it. Null for a link with an amount. */
  readonly price: GivenPrice | null
  readonly amountMin: Usdt | null
  readonly amountMax: Usdt | null
  /** Undefined for all. */
  readonly networks: readonly Network[] | undefined
  /** A fraction as text. */
  readonly tolerance: string
  readonly expiresAt: number | null
  readonly createdAt: number
  closedAt: number | null
}
