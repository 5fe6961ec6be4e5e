import type { Usdt } from '@merchantpay/sdk/money'
import type { Network } from '../chain/addresses.js'
import type { Scope } from '../scope.js'
import type { BusinessFields } from '../validation/business-fields.js'

/** Every status an order can have. */
export type OrderStatus =
  | 'PENDING'
  | 'OPEN'
  | 'PENDING_CONFIRM'
  | 'CONFIRMING'
  | 'PAID'
  | 'EXPIRED'
  | 'EXPIRED_PAID'
  | 'UNDERPAID'
  | 'FROZEN'

interface BaseOrder extends Scope, BusinessFields {
  readonly id: string
  readonly orderNumber: string
  readonly createdAt: number
  status: OrderStatus
  /** Sum of seen transfers, confirmed or not. */
  received: Usdt
  confirmed: Usdt
  expireAt: number
  remark: string | null
  /** Set while the order is FROZEN. */
  frozenReason: 'compliance' | 'reorg' | undefined
  paidAt: number | null
  updatedAt: number
  /** Grows by one with each change; the event id in streams. */
  version: number
}

/** A token transfer to an order's address. */
export interface Transfer {
  readonly txHash: string
  readonly value: Usdt
  readonly blockNumber: number
  /** The time of its block. */
  readonly blockAt: number
  /** Whether screening flags the sender. */
  readonly isFlagged: boolean
  state: 'sent' | 'seen' | 'confirmed' | 'dropped'
}

/** A price that a request has. */
export interface GivenPrice {
  /** 1e-4 of the currency. */
  readonly amount: bigint
  readonly currency: string
}

/** The price of an order, with the rate by which it became USDT. */
export interface OrderPrice extends GivenPrice {
  /** 1e-12 USDT. */
  readonly rate: bigint
  readonly rateAt: number
}

/** Paid to a blockchain address. */
export interface OnChainOrder extends BaseOrder {
  readonly kind: 'on-chain'
  readonly amount: Usdt
  /** The price that the amount follows from. */
  readonly price: OrderPrice | undefined
  readonly network: Network
  readonly address: string
  readonly addressId: string
  readonly checkoutToken: string
  /** A fraction as text. */
  readonly tolerance: string
  readonly minDue: Usdt
  readonly transfers: Transfer[]
  /** The link that a payer opened it from. */
  readonly paymentLinkId: string | undefined
  /** The amount that the merchant accepted; undefined until then. */
  acceptance: { readonly amount: Usdt; readonly at: number } | undefined
}

/** Paid inside the client app. */
export interface AppOrder extends BaseOrder {
  readonly kind: 'app'
  readonly amountMode: 'FIXED' | 'CUSTOM'
  /** Null for CUSTOM until it is paid. */
  amount: Usdt | null
  readonly scale: number
  /** The authorised amount until it is settled. */
  authorised: Usdt | null
}

/** An order of either kind. */
export type Order = OnChainOrder | AppOrder
