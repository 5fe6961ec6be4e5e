import type { BookedPosting } from '../domain/ledger.js'
import { formatUsdt } from '../domain/money.js'
import type { Order } from '../domain/orders.js'
import type { RecordedTransfer } from '../domain/payments.js'
import type { GivenVerdict } from '../domain/screening.js'
import type { LeaseTimes, Tx } from '../domain/tables.js'
import { explainTransfer } from '../domain/transfer-outcomes.js'
import { readBooks } from './books.js'
import type { Given } from './command.js'
import { transferName } from './ledger-entries.js'
import { cardOf, findOrder } from './orders.js'
import { card, jsonLine, type Row, table, timeCell } from './output.js'

/** «I paid, where is it?»: everything that came to an order's address, and what became of it. */
export async function why(given: Given): Promise<number> {
  const story = await readBooks(async (tx) => tellStory(tx, await findOrder(tx, given.operand('order-id'))))
  console.log(given.isJson ? jsonLine(story) : pageOf(story))
  return 0
}

interface Story {
  readonly order: Row
  readonly lease: Row | null
  readonly transfers: readonly Row[]
  readonly payments: readonly Row[]
  readonly postings: readonly Row[]
}

async function tellStory(tx: Tx, order: Order): Promise<Story> {
  const lease = await tx.addresses.findLease(order.id)
  const transfers = await transfersOf(tx, order)
  const payments = order.kind === 'app' ? await tx.appPayments.listByOrder(order.id) : []
  const rows: Row[] = []
  for (const transfer of transfers) {
    const verdicts = await tx.screeningVerdicts.list(transfer)
    rows.push({ ...transferRow(transfer, order.id), screening: screeningCell(verdicts) })
  }
  const postings: BookedPosting[] = []
  for (const { id } of [order, ...payments]) postings.push(...(await tx.ledger.listByReference(id)))
  return {
    order: cardOf(order),
    lease: lease ? leaseRow(lease) : null,
    transfers: rows,
    payments: payments.map(({ id, status, amount, payerReference, createdAt }) => ({
      at: timeCell(createdAt),
      id,
      status,
      amount: formatUsdt(amount),
      payer_reference: payerReference,
    })),
    postings: postings.map(postingRow),
  }
}

/** What came to its address, and what the operator gave it from elsewhere. */
async function transfersOf(tx: Tx, order: Order): Promise<RecordedTransfer[]> {
  if (order.kind === 'app') return []
  const atAddress = await tx.transfers.listByAddress(order, order.address.address)
  const ofOrder = await tx.transfers.listByOrder(order.id)
  const elsewhere = ofOrder.filter(({ to }) => to !== order.address.address)
  return [...atAddress, ...elsewhere].sort((a, b) => a.block.number - b.block.number)
}

function pageOf({ order, lease, transfers, payments, postings }: Story): string {
  const isOnChain = lease !== null
  return [
    card(order),
    ...(lease ? ['', 'Lease of its address', card(lease)] : []),
    ...(isOnChain ? ['', 'Transfers to its address', table(transfers)] : ['', 'Payments', table(payments)]),
    '',
    'Postings',
    table(postings),
  ].join('\n')
}

const leaseRow = ({ fromAt, releasedAt, untilAt }: LeaseTimes): Row => ({
  from_at: timeCell(fromAt),
  released_at: timeCell(releasedAt),
  until_at: timeCell(untilAt),
})

const transferRow = (transfer: RecordedTransfer, orderId: string): Row => ({
  at: timeCell(transfer.block.timeAt),
  amount: formatUsdt(transfer.value),
  ...explainTransfer(transfer, orderId),
  block: transfer.block.number,
  transfer: transferName(transfer),
  from: transfer.from,
})

const screeningCell = (verdicts: readonly GivenVerdict[]): string =>
  verdicts
    .map(
      ({ source, verdict, reference }) =>
        `${source}: ${verdict}${reference === null ? '' : ` (${reference})`}`,
    )
    .join(', ')

const postingRow = ({ bookedAt, kind, debit, credit, amount }: BookedPosting): Row => ({
  at: timeCell(bookedAt),
  kind,
  debit,
  credit,
  amount: formatUsdt(amount),
})
