import type { Environment, Instant, Network } from '../shared/types.js'

/** A payment that came in, with amounts in USDT as the API writes them. */
export interface OrderNotice {
  readonly kind: 'paid' | 'underpaid' | 'overpaid' | 'refund_needed'
  readonly orderId: string
  readonly orderNumber: string
  /** Null for an order whose payer chose the amount. */
  readonly amount: string | null
  readonly received: string
  /** Missing, or paid too much; null where neither is. */
  readonly difference: string | null
}

export interface WithdrawalNotice {
  readonly kind: 'withdrawal'
  readonly withdrawalId: string
  readonly isSent: boolean
  readonly amount: string
  readonly network: Network
  readonly address: string
}

export interface DestinationNotice {
  readonly kind: 'new_destination'
  readonly label: string
  readonly network: Network
  readonly address: string
  /** Null where withdrawals to it need no review from the beginning. */
  readonly usableAt: Instant | null
}

export interface EndpointNotice {
  readonly kind: 'endpoint_failing'
  /** Null for the own URLs of orders. */
  readonly webhookId: string | null
  readonly sinceAt: Instant
}

export interface SummaryNotice {
  readonly kind: 'summary'
  /** `2026-10-25`, in the time zone of the merchant. */
  readonly day: string
  readonly payments: number
  /** In USDT. */
  readonly sum: string
}

/** The facts of a notice. */
export type NoticeFacts = OrderNotice | WithdrawalNotice | DestinationNotice | EndpointNotice | SummaryNotice

/** Tells a person that something has happened. */
export interface NoticeMessage {
  readonly kind: 'notice'
  readonly personId: string
  readonly environment: Environment
  readonly notice: NoticeFacts
}

/** A notice as its reader gets it, with facts that are made up. */
export interface NoticeSample {
  /** Language and direction of the text. */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  readonly subject: string
  readonly text: string
  /** On the button. */
  readonly open: string
  /** The link that stops such mails. */
  readonly stop: string
}
