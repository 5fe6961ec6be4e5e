import type { Usdt } from '../shared/money.js'
import type { Environment, Instant } from '../shared/types.js'

/** A payment inside the client app: authorised by the payer, then settled or voided by the app's backend. */
export interface AppPayment {
  readonly id: string
  readonly orderId: string
  readonly environment: Environment
  readonly status: 'AUTHORISED' | 'SETTLED' | 'VOIDED'
  readonly amount: Usdt
  /** The client app's own reference of the payer or the payment. */
  readonly payerReference: string
  readonly remark: string | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}
