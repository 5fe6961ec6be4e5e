import type { RecordedTransfer } from '../chain/transfer.js'
import type { OnChainOrder } from '../orders/order.js'
import type { BlockRef } from '../shared/types.js'

export interface ConfirmationCount {
  readonly count: number
  readonly required: number
}

/**
 * Counts the confirmations of the transfer of an order that has the fewest.
 *
 * @param awaited unconfirmed transfers, with the one that needs the most blocks among them
 * @param head the newest recorded block
 */
export function confirmationCount(
  { depth: required }: Pick<OnChainOrder, 'depth'>,
  awaited: readonly Pick<RecordedTransfer, 'dueBlock'>[],
  head: Pick<BlockRef, 'number'> | undefined,
): ConfirmationCount {
  const lacking = awaited.map(({ dueBlock }) => dueBlock - (head?.number ?? 0))
  const count = required - Math.max(0, ...lacking)
  return { count: Math.min(required, Math.max(0, count)), required }
}
