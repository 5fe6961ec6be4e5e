import type { SimulatedNetwork } from './networks/network.js'
import type { Plan } from './plans.js'
import type { PriceTag } from './rates.js'

/** An order that a payer pays on a network. */
export interface SoldOrder {
  readonly id: string
  /** The idempotency key of the call. Payers of links send none. */
  readonly key?: string
  readonly network: SimulatedNetwork
  readonly plan: Plan | 'by link'
  /** 1e-6 USDT. */
  readonly amount: bigint
  /** 40 hex digits in lower case. */
  readonly address: string
  readonly soldAt: number
  /** Earlier once it is given up. */
  expireAt: number
}

/** An order that a payer opened. */
export interface LinkOrder extends SoldOrder {
  /** Of its checkout page. */
  readonly token: string
}

/** A payment link that a merchant made. */
export interface SoldLink {
  readonly id: string
  readonly path: string
  readonly uses: 'ONCE' | 'MANY'
  readonly price: PriceTag | undefined
  readonly expiresAt: number | undefined
  /** Undefined until its merchant closes it. */
  closedAt: number | undefined
  /** The most orders that its visitors may have opened. */
  visits: number
  /** By id. */
  readonly orders: Map<string, LinkOrder>
}
