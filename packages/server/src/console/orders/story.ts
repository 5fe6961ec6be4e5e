import type { IgnoredTransfer, RecordedTransfer } from '../../domain/chain/transfer.js'
import type { TreasuryTransfer } from '../../domain/chain/treasury-transfer.js'
import type { LedgerEntry, RecordedPosting } from '../../domain/ledger/ledger-entry.js'
import type { Order } from '../../domain/orders/order.js'
import type { AppPayment } from '../../domain/payments/app-payment.js'
import type { RecordedVerdict } from '../../domain/screening/screening.js'
import type { AuditEntry } from '../../domain/shared/audit-entry.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { DeliveryWithEvent } from '../../domain/webhooks/webhook.js'
import type { WebhookAttempt } from '../../domain/webhooks/webhook-attempt.js'
import type { Refund } from '../../domain/withdrawals/withdrawal.js'

const MOST = { deliveries: 50, refunds: 50, audit: 50 }
/** Clocks of blocks and of the server differ, so a transfer may seem older than its order. */
const CLOCK_SKEW_MS = 3_600_000

export interface TransferStory {
  readonly transfer: RecordedTransfer
  readonly verdicts: readonly RecordedVerdict[]
}

export interface DeliveryStory {
  readonly delivery: DeliveryWithEvent
  /** Where it goes; null for an endpoint that is deleted. */
  readonly url: string | null
  readonly attempts: readonly Omit<WebhookAttempt, 'endedAt'>[]
}

/** A ledger transaction with its postings. */
export interface EntryStory extends Pick<LedgerEntry, 'kind' | 'key'> {
  readonly id: string
  readonly postings: readonly [RecordedPosting, ...RecordedPosting[]]
}

/** Everything that is known about an order. */
export interface OrderStory {
  readonly order: Order
  readonly transfers: readonly TransferStory[]
  readonly ignored: readonly IgnoredTransfer[]
  /** The transfers that brought money of its address home. */
  readonly sweeps: readonly TreasuryTransfer[]
  readonly payments: readonly AppPayment[]
  readonly entries: readonly EntryStory[]
  readonly deliveries: readonly DeliveryStory[]
  /** The newest refunds. */
  readonly refunds: readonly Refund[]
  /** The sum of all refunds that did not fail. */
  readonly refunded: bigint
  /** Newest first. */
  readonly audit: readonly AuditEntry[]
}

/** Reads what chain, ledger, webhooks and operators have to do with an order. */
export async function readStory(tx: Tx, order: Order): Promise<OrderStory> {
  const payments = order.kind === 'app' ? await tx.appPayments.listByOrder(order.id) : []
  const refunds = await tx.withdrawals.listRefunds(order.id, { limit: MOST.refunds, offset: 0 })
  const postings: RecordedPosting[] = []
  for (const { id } of [order, ...payments, ...refunds])
    postings.push(...(await tx.ledger.listByReference(id)))
  return {
    order,
    transfers: await transfersOf(tx, order),
    ignored: await ignoredOf(tx, order),
    sweeps: await sweepsOf(tx, order),
    payments,
    entries: entriesOf(postings),
    deliveries: await deliveriesOf(tx, order.id),
    refunds,
    refunded: await tx.withdrawals.sumRefunds(order.id),
    audit: await tx.audit.list({ subject: order.id, limit: MOST.audit }),
  }
}

/** The transfers of the order. Its address may have had other orders of the merchant. */
async function transfersOf(tx: Tx, order: Order): Promise<TransferStory[]> {
  if (order.kind === 'app') return []
  const stories: TransferStory[] = []
  for (const transfer of await tx.transfers.listByOrder(order.id))
    stories.push({ transfer, verdicts: await tx.screeningVerdicts.list(transfer) })
  return stories
}

async function ignoredOf(tx: Tx, order: Order): Promise<IgnoredTransfer[]> {
  if (order.kind === 'app') return []
  const ignored = await tx.ignoredTransfers.listByAddress(order, order.address.address)
  return ignored.filter(({ block }) => block.timeAt >= order.createdAt - CLOCK_SKEW_MS)
}

async function sweepsOf(tx: Tx, order: Order): Promise<TreasuryTransfer[]> {
  if (order.kind === 'app') return []
  const { address } = order.address
  const treasury = await tx.treasuryTransfers.listByAddress(order, address)
  return treasury.filter(
    ({ from, block, orphanedAt }) =>
      from === address && orphanedAt === null && block.timeAt >= order.createdAt - CLOCK_SKEW_MS,
  )
}

async function deliveriesOf(tx: Tx, subject: string): Promise<DeliveryStory[]> {
  const stories: DeliveryStory[] = []
  const page = { limit: MOST.deliveries, offset: 0 }
  for (const delivery of await tx.webhookDeliveries.listBySubject(subject, page))
    stories.push({ delivery, ...(await readDelivery(tx, delivery)) })
  return stories
}

/** Reads where a delivery goes, and its attempts. */
export async function readDelivery(tx: Tx, { id, url, webhookId }: DeliveryWithEvent) {
  const endpoint = webhookId === null ? undefined : await tx.webhookHistory.findEndpoint(webhookId)
  return { url: url ?? endpoint?.url ?? null, attempts: await tx.webhookAttempts.list(id) }
}

function entriesOf(postings: readonly RecordedPosting[]): EntryStory[] {
  const entries = new Map<string, EntryStory>()
  for (const posting of postings) {
    const known = entries.get(posting.transactionId)
    const { kind, key, transactionId: id } = posting
    entries.set(
      id,
      known ? { ...known, postings: [...known.postings, posting] } : { id, kind, key, postings: [posting] },
    )
  }
  return [...entries.values()]
}
