import { readConfig } from '../../config/config.js'
import { explorersOf } from '../../config/public-url.js'
import type { Config } from '../../config/settings.js'
import type { ForeignTransfer } from '../../domain/chain/chain.js'
import { siblingsOf } from '../../domain/chain/sibling-networks.js'
import type { IgnoredTransfer, RecordedTransfer } from '../../domain/chain/transfer.js'
import type { TreasuryTransfer } from '../../domain/chain/treasury-transfer.js'
import type { RecordedPosting } from '../../domain/ledger/ledger-entry.js'
import type { Order } from '../../domain/orders/order.js'
import { findNamed, searchOrders } from '../../domain/orders/order-search.js'
import { explainTransfer } from '../../domain/payments/transfer-outcomes.js'
import type { RecordedVerdict } from '../../domain/screening/screening.js'
import { formatUsdt } from '../../domain/shared/money.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { Found } from '../../domain/shared/search-window.js'
import type { LeaseTimes } from '../../domain/store/address-tables.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Refund } from '../../domain/withdrawals/withdrawal.js'
import { spellingsOf } from '../../networks/spellings.js'
import type { Args } from '../command.js'
import { transferName } from '../ledger/ledger-entries.js'
import { type ForeignFinding, findForeign } from '../networks/foreign-transfers.js'
import { card, jsonLine, printNote, printRows, printText, type Row, table, timeCell } from '../output.js'
import { readStore } from '../store-access.js'
import { cardOf, getOrder, noteEnd, rowOf } from './orders.js'

/** Maximum orders that are listed where a name finds several. */
const MOST_LISTED = 20
/** Maximum refunds of an order that are shown. */
const MOST_REFUNDS = 100

/** Shows all transfers to an order's address and how each was handled, for a payer who misses a payment. */
export async function explain(args: Args): Promise<number> {
  const link = linksOf(readConfig())
  const name = args.requiredOperand('order')
  const matching = await readStore((tx) => findOrders(tx, name))
  const [only, ...more] = matching.rows
  if (!only) {
    noteEnd(matching)
    throw new OperatorError(`there is no order ${name}`)
  }
  if (more.length > 0) {
    printRows(matching.rows.map(rowOf), args.isJson)
    printNote(`${name} names several orders: give the id or the number of one`)
    return 1
  }
  const { order, lease, cursor, recorded } = await readStore(async (tx) => {
    const found = await getOrder(tx, only.id)
    return {
      order: found,
      lease: await tx.addresses.findLease(found.id),
      cursor: found.kind === 'app' ? undefined : await tx.cursors.find(found),
      recorded: await recordedStory(tx, found, link),
    }
  })
  const isLeased = order.kind === 'on-chain' && lease !== undefined
  const foreign = isLeased ? await findForeign(order, lease, cursor) : undefined
  const story: Story = { ...recorded, ...foreignPart(foreign) }
  printText(args.isJson ? jsonLine(story) : pageOf(story))
  return 0
}

/** Finds orders by all that a payer or a merchant may know of them. */
async function findOrders(tx: Tx, name: string): Promise<Found<Order>> {
  const named = await findNamed(tx, name, spellingsOf(name))
  if (!named) return searchOrders(tx, { metadataValue: name }, MOST_LISTED)
  if (named.by === 'merchant') return searchOrders(tx, { merchantId: named.merchantId }, MOST_LISTED)
  return { rows: named.orders, comparedSince: undefined }
}

interface Story {
  readonly order: Row
  readonly lease: Row | null
  readonly transfers: readonly Row[]
  /** Transfers at its address that count for no order. */
  readonly ignored: readonly Row[]
  /** Number of ignored transfers by reason; includes transfers whose rows are no longer kept. */
  readonly ignored_counts: readonly Row[]
  /** Other tokens that its address received; null when no node answered, or when the rows above contain them. */
  readonly foreign_tokens: readonly Row[] | null
  /** The reason why no node answered, or a note that there are more transfers. */
  readonly foreign_tokens_note: string | null
  /** Treasury transfers to or from its address. */
  readonly movements: readonly Row[]
  readonly payments: readonly Row[]
  /** The newest refunds. */
  readonly refunds: readonly Row[]
  readonly postings: readonly Row[]
}

async function recordedStory(
  tx: Tx,
  order: Order,
  link: LinkOf,
): Promise<Omit<Story, 'foreign_tokens' | 'foreign_tokens_note'>> {
  const lease = await tx.addresses.findLease(order.id)
  const transfers = await transfersOf(tx, order)
  const payments = order.kind === 'app' ? await tx.appPayments.listByOrder(order.id) : []
  const rows: Row[] = []
  for (const transfer of transfers) {
    const verdicts = await tx.screeningVerdicts.list(transfer)
    rows.push({
      ...transferRow(transfer, order.id),
      screening: screeningCell(verdicts),
      link: link(transfer),
    })
  }
  const postings: RecordedPosting[] = []
  const refunds = await tx.withdrawals.listRefunds(order.id, { limit: MOST_REFUNDS, offset: 0 })
  for (const { id } of [order, ...payments, ...refunds])
    postings.push(...(await tx.ledger.listByReference(id)))
  return {
    order: cardOf(order),
    lease: lease ? leaseRow(lease) : null,
    transfers: rows,
    ...(await restOf(tx, order)),
    payments: payments.map(({ id, status, amount, payerReference, createdAt }) => ({
      at: timeCell(createdAt),
      id,
      status,
      amount: formatUsdt(amount),
      payer_reference: payerReference,
    })),
    refunds: refunds.map(refundRow),
    postings: postings.map(postingRow),
  }
}

function foreignPart(
  finding: ForeignFinding | undefined,
): Pick<Story, 'foreign_tokens' | 'foreign_tokens_note'> {
  if (!finding) return { foreign_tokens: null, foreign_tokens_note: null }
  if (finding.kind === 'unknown')
    return { foreign_tokens: null, foreign_tokens_note: `no node answered: ${finding.reason}` }
  return {
    foreign_tokens: finding.transfers.map(foreignRow),
    foreign_tokens_note: finding.isCut ? `the first ${finding.transfers.length} of more` : null,
  }
}

/** Transfers to its address, and transfers from elsewhere that the operator attributed to it. */
async function transfersOf(tx: Tx, order: Order): Promise<RecordedTransfer[]> {
  if (order.kind === 'app') return []
  const atAddress = []
  // A payer may have chosen another network on which the address exists.
  for (const id of [order, ...siblingsOf(order)])
    atAddress.push(...(await tx.transfers.listByAddress(id, order.address.address)))
  const ofOrder = await tx.transfers.listByOrder(order.id)
  const elsewhere = ofOrder.filter(({ to }) => to !== order.address.address)
  return [...atAddress, ...elsewhere].sort((a, b) => a.block.number - b.block.number)
}

/** Ignored transfers and treasury transfers at its address. */
async function restOf(
  tx: Tx,
  order: Order,
): Promise<Pick<Story, 'ignored' | 'ignored_counts' | 'movements'>> {
  if (order.kind === 'app') return { ignored: [], ignored_counts: [], movements: [] }
  const { address } = order.address
  const ignored = await tx.ignoredTransfers.listByAddress(order, address)
  const treasury = await tx.treasuryTransfers.listByAddress(order, address)
  return {
    ignored: ignored.map(ignoredRow),
    ignored_counts: (await tx.ignoredTransfers.listCounts(order, address)).map((count) => ({ ...count })),
    movements: treasury.map(treasuryRow),
  }
}

function pageOf(story: Story): string {
  const { order, lease, transfers, ignored, ignored_counts, movements, payments, refunds, postings } = story
  const { foreign_tokens: foreign, foreign_tokens_note: note } = story
  const isOnChain = lease !== null
  return [
    card(order),
    ...(lease ? ['', 'Lease of its address', card(lease)] : []),
    ...(isOnChain ? ['', 'Transfers to its address', table(transfers)] : ['', 'Payments', table(payments)]),
    ...(ignored.length > 0
      ? ['', 'Ignored at its address', table(ignored), '', 'Ignored, by reason', table(ignored_counts)]
      : []),
    ...(foreign !== null && foreign.length > 0 ? ['', 'Other tokens at its address', table(foreign)] : []),
    ...(note === null ? [] : ['', `Other tokens at its address: ${note}`]),
    ...(movements.length > 0 ? ['', 'Treasury transfers to or from its address', table(movements)] : []),
    ...(refunds.length > 0 ? ['', 'Refunds', table(refunds)] : []),
    '',
    'Postings',
    table(postings),
  ].join('\n')
}

const refundRow = (refund: Refund): Row => ({
  at: timeCell(refund.createdAt),
  id: refund.id,
  status: refund.status,
  review_reason: refund.reviewReason,
  amount: formatUsdt(refund.amount),
  to: refund.destinationAddress,
  tx_hash: refund.txHash,
})

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

const screeningCell = (verdicts: readonly RecordedVerdict[]): string =>
  verdicts
    .map(
      ({ source, verdict, reference }) =>
        `${source}: ${verdict}${reference === null ? '' : ` (${reference})`}`,
    )
    .join(', ')

const ignoredRow = ({ block, reason, value, txHash, logIndex, from, to }: IgnoredTransfer): Row => ({
  at: timeCell(block.timeAt),
  reason,
  // The token may be any, so the value is not an amount of USDT.
  units: `${value}`,
  block: block.number,
  transfer: `${txHash}/${logIndex}`,
  from,
  to,
})

const foreignRow = ({ block, token, value, txHash, logIndex, from }: ForeignTransfer): Row => ({
  at: timeCell(block.timeAt),
  token,
  units: `${value}`,
  block: block.number,
  transfer: `${txHash}/${logIndex}`,
  from,
})

const treasuryRow = (transfer: TreasuryTransfer): Row => ({
  at: timeCell(transfer.block.timeAt),
  kind: transfer.kind,
  amount: formatUsdt(transfer.value),
  is_confirmed: transfer.confirmedAt !== null,
  is_orphaned: transfer.orphanedAt !== null,
  block: transfer.block.number,
  transfer: transferName(transfer),
  from: transfer.from,
  to: transfer.to,
})

/** Returns the block explorer's URL of a live transaction. */
type LinkOf = (transfer: Pick<RecordedTransfer, 'environment' | 'network' | 'txHash'>) => string | null

function linksOf(config: Config): LinkOf {
  const templates = explorersOf(config)
  return ({ environment, network, txHash }) =>
    environment === 'live' ? templates[network].replace('{tx}', txHash) : null
}

const postingRow = ({ postedAt, kind, debit, credit, amount }: RecordedPosting): Row => ({
  at: timeCell(postedAt),
  kind,
  debit,
  credit,
  amount: formatUsdt(amount),
})
