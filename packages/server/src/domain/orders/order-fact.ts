import type { TransferIdentity } from '../chain/transfer.js'
import type { Usdt } from '../shared/money.js'
import type { AppPaymentRef } from './app-postings.js'

/** Whether an order has transfers in flight besides that of a fact. */
export interface InFlightState {
  /** Another canonical transfer with a block time in the window is unconfirmed. */
  readonly inFlight: boolean
}

export interface TransferFact {
  readonly transfer: TransferIdentity & { readonly value: Usdt }
}

/** An event in the life of an order, the input of {@link decide}. */
export type OrderFact =
  /** The payer authorised the payment in the client app, and its amount is valid. */
  | { kind: 'authorised'; payment: AppPaymentRef; remark: string | null; windowOver: boolean }
  | { kind: 'settled'; payment: AppPaymentRef }
  | { kind: 'voided'; payment: AppPaymentRef; windowOver: boolean }
  /** A transfer is in a canonical block. `isLate`: its block time is at or past the end of the window. */
  | ({ kind: 'transfer_seen'; isLate: boolean; isFlagged: boolean } & TransferFact)
  /** A transfer reached the required depth, or the operator attributed a confirmed transfer. */
  | ({ kind: 'transfer_confirmed'; isAttributed: boolean } & TransferFact & InFlightState)
  /** A transfer left the chain. */
  | ({ kind: 'transfer_orphaned'; wasConfirmed: boolean; isAttributed: boolean } & TransferFact &
      InFlightState)
  /** A transfer reached the required depth but the order cannot take it: it goes to suspense. */
  | ({ kind: 'transfer_declined' } & TransferFact)
  /** Screening flagged a recorded transfer. */
  | { kind: 'flagged' }
  /** The window ended. For an on-chain order, the balance check of the address has found no unrecorded payment. */
  | { kind: 'window_over' }
  /** The operator ended the review: `cleared` for the merchant, `rejected` against. `isLate`: only late transfers pay it. */
  | ({ kind: 'cleared'; isLate?: boolean } & InFlightState)
  | { kind: 'rejected' }
