import type { Usdt } from '../../domain/shared/money.js'
import type { Network } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { isPayoutStopped } from '../../domain/withdrawals/payout-stops.js'
import { autoLimit } from '../../domain/withdrawals/withdrawal-limits.js'
import { type Html, NOTHING } from '../../runtime/html.js'
import { notice } from '../../ui/notice.js'
import type { Visit } from '../visit.js'

interface Payment {
  readonly network: Network
  readonly debit: Usdt
  /** A destination that is too young, or not on the list any more, needs a person. */
  readonly hasReadyDestination: boolean
}

/** Says that a payment waits once it is made, for a person or for payouts that are stopped. */
export async function waitNotice(
  tx: Tx,
  visit: Visit,
  { network, debit, hasReadyDestination }: Payment,
): Promise<Html> {
  if (debit > autoLimit(visit.services.context.policy) || !hasReadyDestination)
    return notice({ kind: 'info', title: visit.text('in_review') })
  const isStopped = await isPayoutStopped(tx, { ...visit.caller, network })
  return isStopped ? notice({ kind: 'info', title: visit.text('in_review_until') }) : NOTHING
}
