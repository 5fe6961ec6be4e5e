import type { TransferIdentity } from '../payments/transfer.js'
import type { Usdt } from '../shared/money.js'
import type { AppPaymentRef } from './order-postings.js'

/** How an order stands on its network beside the fact itself. */
export interface Surroundings {
  /** Another canonical transfer with a block time in the window is not confirmed yet. */
  readonly inFlight: boolean
}

export interface TransferFact {
  readonly transfer: TransferIdentity & { readonly value: Usdt }
}

/** What can happen to an order. */
export type OrderFact =
  /** The payer authorised the payment in the client app; its amount was checked. */
  | { kind: 'authorised'; payment: AppPaymentRef; remark: string | null; windowOver: boolean }
  | { kind: 'settled'; payment: AppPaymentRef }
  | { kind: 'voided'; payment: AppPaymentRef; windowOver: boolean }
  /** A transfer is in a canonical block. `isLate`: its block time is at or past the end of the window. */
  | ({ kind: 'transfer_seen'; isLate: boolean; isFlagged: boolean } & TransferFact)
  /** A transfer reached the required depth, or the operator attributed one that had. */
  | ({ kind: 'transfer_confirmed'; isAttributed: boolean } & TransferFact & Surroundings)
  /** A transfer left the chain. */
  | ({ kind: 'transfer_orphaned'; wasConfirmed: boolean; isAttributed: boolean } & TransferFact &
      Surroundings)
  /** A transfer that was seen reached its depth and is not credited: it is the operator's to give. */
  | ({ kind: 'transfer_declined' } & TransferFact)
  /** Screening flagged a transfer that was seen before. */
  | { kind: 'flagged' }
  /** A look at its address showed nothing unknown; the clock alone ends the window of an app-only order. */
  | { kind: 'window_over' }
  /** The operator ended the review: for the merchant, or against. */
  | ({ kind: 'cleared' } & Surroundings)
  | { kind: 'rejected' }
