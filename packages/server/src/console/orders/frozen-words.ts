import type { FrozenReason, Order } from '../../domain/orders/order.js'
import { ZERO } from '../../domain/shared/money.js'

/** Why an order is frozen, in a sentence. */
export const FROZEN_WORDS: Readonly<Record<FrozenReason, string>> = {
  compliance: 'Screening flagged a transfer.',
  reorg: 'A payment left the chain.',
}

/** Whether a frozen order holds no money, because every payment of it left the chain. */
export const holdsNothing = ({ received }: Order): boolean => received === ZERO
