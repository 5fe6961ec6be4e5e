import { isDust, type RecordedTransfer, type UncountedReason } from '../chain/transfer.js'

/** The outcome of a transfer to one of our addresses. */
export type TransferOutcome =
  | 'waiting'
  | 'unscreened'
  | 'credited'
  | 'credited_late'
  | 'attributed'
  | 'other_order'
  | 'suspense'
  | 'ignored'
  | 'orphaned'

export interface ExplainedTransfer {
  readonly outcome: TransferOutcome
  /** Continues a sentence that starts with the transfer, for support staff. */
  readonly explanation: string
}

const IGNORED: Readonly<Record<UncountedReason, string>> = {
  over_cap: 'exceeds the custody cap and does not count',
}

/** Explains the outcome of a transfer from the point of view of an order. */
export function explainTransfer(transfer: RecordedTransfer, orderId: string): ExplainedTransfer {
  const { orphanedAt, ignoredReason, attributedTo, confirmedAt } = transfer
  if (orphanedAt !== null) {
    return {
      outcome: 'orphaned',
      explanation:
        'is not on the chain: a reorganisation removed it, or it was never in its block; it does not count',
    }
  }
  if (ignoredReason !== null) {
    return { outcome: 'ignored', explanation: IGNORED[ignoredReason] }
  }
  if (transfer.orderId !== null && transfer.orderId !== orderId) {
    return {
      outcome: 'other_order',
      explanation: `the address was leased to order ${transfer.orderId} at that time`,
    }
  }
  if (attributedTo !== null)
    return { outcome: 'attributed', explanation: `was attributed to ${attributedTo} by the operator` }
  if (transfer.screenedAt === null) {
    return {
      outcome: 'unscreened',
      explanation: `is not screened yet and counts once it is; orders screen sets the verdict by hand${dustNote(transfer)}`,
    }
  }
  if (confirmedAt === null) {
    return { outcome: 'waiting', explanation: whenItCounts(transfer) }
  }
  return transfer.orderId === null ? inSuspense() : credited(transfer)
}

function whenItCounts(transfer: RecordedTransfer): string {
  const counts = `counts from block ${transfer.dueBlock} on`
  const late = `came after the window: ${counts}, once the transfers in time are decided and the order has ended or was paid`
  return `${transfer.isLate ? late : counts}${dustNote(transfer)}`
}

const dustNote = (transfer: RecordedTransfer): string =>
  isDust(transfer) ? '; below 1 USDT it waits for spare calls if the nodes have a daily limit' : ''

const inSuspense = (): ExplainedTransfer => ({
  outcome: 'suspense',
  explanation: 'no order could take it at its block time; use ledger attribute to assign it',
})

const credited = ({ isLate }: RecordedTransfer): ExplainedTransfer =>
  isLate
    ? { outcome: 'credited_late', explanation: 'came after the window and was credited to this order' }
    : { outcome: 'credited', explanation: 'came in time and was credited to this order' }
