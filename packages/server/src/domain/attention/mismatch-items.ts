import { ALL_CHAINS, type Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from '../withdrawals/withdrawal.js'
import type { AttentionItem } from './attention-item.js'
import { amountText, chainName, command, countText, oneByOne, READ_ROWS, REASON, sum } from './item-lists.js'

interface Mismatch {
  readonly withdrawal: Withdrawal
  readonly sinceAt: Instant
  /** The amount that its payment moved. */
  readonly moved: string
}

/** Lists withdrawals whose payments moved another amount than theirs: they stay BROADCAST until a person settles them. */
export async function mismatchItems(tx: Tx): Promise<AttentionItem[]> {
  const mismatches = await listMismatches(tx)
  mismatches.sort(
    (one, other) => one.sinceAt - other.sinceAt || (one.withdrawal.id < other.withdrawal.id ? -1 : 1),
  )
  return oneByOne(
    'payment_mismatch',
    mismatches,
    ({ withdrawal, sinceAt, moved }) => {
      const { id, environment, network, amount, destinationAddress, merchantId } = withdrawal
      return {
        ...{ subject: id, environment, sinceAt, amount },
        text: `a payment of ${amountText(amount)} to ${destinationAddress} on ${chainName(withdrawal)} moved ${moved}`,
        hint: '`--as unpaid` returns the money',
        facts: { merchantId, network },
        command: command(`withdrawals settle ${id} --as paid ${REASON}`),
      }
    },
    ({ sinceAt }, rest) => ({
      sinceAt,
      amount: sum(rest.map(({ withdrawal }) => withdrawal.amount)),
      text: `${countText(rest.length)} more payments moved another amount`,
      command: command('withdrawals list --status BROADCAST'),
    }),
  )
}

async function listMismatches(tx: Tx): Promise<Mismatch[]> {
  const found: Mismatch[] = []
  for (const id of ALL_CHAINS) {
    const sent = await tx.withdrawals.listByStatus({ ...id, status: 'BROADCAST', limit: READ_ROWS })
    for (const withdrawal of sent) {
      const [payment] = await tx.signedTransactions.listByWithdrawal(withdrawal.id)
      if (typeof payment?.moved !== 'bigint') continue
      const { moved, alarmedAt, createdAt } = payment
      found.push({ withdrawal, sinceAt: alarmedAt ?? createdAt, moved: amountText(moved) })
    }
  }
  return found
}
