import { isDust, type RecordedTransfer } from './transfer.js'

/** What became of a transfer to one of our addresses. */
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
  /** For a person who was asked «where is my payment?». */
  readonly explanation: string
}

/** What became of a transfer, seen from the order that somebody asks about. */
export function explainTransfer(transfer: RecordedTransfer, orderId: string): ExplainedTransfer {
  const { orphanedAt, ignoredReason, attributedTo, confirmedAt } = transfer
  if (orphanedAt !== null) {
    return {
      outcome: 'orphaned',
      explanation:
        'is not on the chain: a reorganisation took it away, or it never was in its block; it counts for nothing',
    }
  }
  if (ignoredReason !== null) {
    return {
      outcome: 'ignored',
      explanation: 'together with what is there it is more money than there can be',
    }
  }
  if (transfer.orderId !== null && transfer.orderId !== orderId) {
    return { outcome: 'other_order', explanation: `the address was leased to order ${transfer.orderId} then` }
  }
  if (attributedTo !== null)
    return { outcome: 'attributed', explanation: `the operator gave it to ${attributedTo}` }
  if (transfer.screenedAt === null) {
    return {
      outcome: 'unscreened',
      explanation: `is not judged yet and counts once it is; orders screen judges it by hand${dustNote(transfer)}`,
    }
  }
  if (confirmedAt === null) {
    return { outcome: 'waiting', explanation: whenItCounts(transfer) }
  }
  return transfer.orderId === null ? inSuspense() : credited(transfer)
}

function whenItCounts(transfer: RecordedTransfer): string {
  const counts = `counts from block ${transfer.dueBlock} on`
  const late = `came after the window: ${counts}, once all that came in time is decided and its order has ended, or was paid`
  return `${transfer.isLate ? late : counts}${dustNote(transfer)}`
}

const dustNote = (transfer: RecordedTransfer): string =>
  isDust(transfer)
    ? '; below 1 USDT it waits for calls that nothing else needs, where a day has an end of them'
    : ''

const inSuspense = (): ExplainedTransfer => ({
  outcome: 'suspense',
  explanation: 'no order could take it at its block time; attribute it to give it to somebody',
})

const credited = ({ isLate }: RecordedTransfer): ExplainedTransfer =>
  isLate
    ? { outcome: 'credited_late', explanation: 'came after the window and was credited to this order' }
    : { outcome: 'credited', explanation: 'came in time and was credited to this order' }
