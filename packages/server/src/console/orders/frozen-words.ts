import type { FrozenReason } from '../../domain/orders/order.js'

/** Why an order is frozen, in a sentence. */
export const FROZEN_WORDS: Readonly<Record<FrozenReason, string>> = {
  compliance: 'Screening flagged a transfer.',
  reorg: 'A payment left the chain.',
}
