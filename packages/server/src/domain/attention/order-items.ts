import { findIntended, type IntendedOrder } from '../chain/sibling-networks.js'
import { DUST } from '../chain/transfer.js'
import { ZERO } from '../shared/money.js'
import { ENVIRONMENTS } from '../shared/types.js'
import type { SuspendedTransfer } from '../store/attention-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import type { AttentionItem } from './attention-item.js'
import {
  amountText,
  chainName,
  command,
  counted,
  countText,
  oneByOne,
  READ_ROWS,
  REASON,
  sum,
} from './item-lists.js'

/** Lists frozen orders that are not rejected. */
export async function orderItems(tx: Tx): Promise<AttentionItem[]> {
  const rows = await tx.attention.listFrozen(READ_ROWS)
  return oneByOne(
    'order_frozen',
    rows,
    ({ id, orderNumber, merchantId, environment, received, frozenReason, sinceAt }) => ({
      subject: id,
      environment,
      sinceAt,
      amount: received,
      text:
        received === ZERO
          ? `an order in ${environment} is frozen and holds no money, since its payment left the chain`
          : `an order that received ${amountText(received)} in ${environment} is frozen: ${frozenReason}`,
      hint: received === ZERO ? '`orders reject` ends it for good' : '`orders reject` keeps the money',
      facts: { merchantId, orderNumber, frozenReason },
      command: command(`orders clear ${id} ${REASON}`),
    }),
    ({ sinceAt }, rest) => ({
      sinceAt,
      amount: sum(rest.map(({ received }) => received)),
      text: `${countText(rest.length)} more orders are frozen`,
      command: command('orders list --status FROZEN'),
    }),
  )
}

/** Names the order of a payer who chose the wrong network. */
const intendedText = (intended: IntendedOrder | undefined): string =>
  intended ? `; its address is that of ${intended.orderId ?? 'no order'} on ${intended.network}` : ''

/** Lists transfers in suspense. Dust shares a line, because any sender can make it. */
export async function suspenseItems(tx: Tx): Promise<AttentionItem[]> {
  const payments: (SuspendedTransfer & { readonly intended: IntendedOrder | undefined })[] = []
  const dustItems: AttentionItem[] = []
  for (const environment of ENVIRONMENTS) {
    const rows = await tx.attention.listInSuspense(environment, READ_ROWS)
    for (const row of rows.filter(({ value }) => value >= DUST))
      payments.push({ ...row, intended: await findIntended(tx, row, { to: row.to, at: row.minedAt }) })
    const dust = rows.filter(({ value }) => value < DUST)
    const [first] = dust
    if (!first) continue
    dustItems.push({
      key: `suspense/dust/${environment}`,
      kind: 'suspense',
      subject: `dust in ${environment}`,
      environment,
      sinceAt: first.sinceAt,
      amount: sum(dust.map(({ value }) => value)),
      text: `${counted(dust.length, 'transfer')} below 1 USDT in ${environment} without an order`,
      command: command(`ledger suspense --environment ${environment}`),
    })
  }
  const single = oneByOne(
    'suspense',
    payments,
    ({ txHash, logIndex, value, isFlagged, sinceAt, intended, ...chain }) => {
      const name = `${chainName(chain)}/${txHash}/${logIndex}`
      return {
        subject: name,
        environment: chain.environment,
        sinceAt,
        amount: value,
        text: `a transfer of ${amountText(value)} belongs to no order${isFlagged ? ' and is flagged' : ''}${intendedText(intended)}`,
        hint: intended
          ? '`--to merchant:<id>` credits it'
          : '`--to order:<id>` or `merchant:<id>` credits it',
        command: command(`ledger attribute ${name} --to operator ${REASON}`),
      }
    },
    ({ environment, sinceAt }, rest) => ({
      sinceAt,
      amount: sum(rest.map(({ value }) => value)),
      text: `${countText(rest.length)} more transfers belong to no order`,
      command: command(`ledger suspense --environment ${environment}`),
    }),
  )
  return [...single, ...dustItems]
}
