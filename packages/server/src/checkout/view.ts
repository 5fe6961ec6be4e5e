import { DUST, type RecordedTransfer } from '../domain/chain/transfer.js'
import { type Brand, NO_BRAND } from '../domain/merchants/brand.js'
import { contactLink } from '../domain/merchants/contact.js'
import type { Merchant } from '../domain/merchants/merchant.js'
import { arrivedFor } from '../domain/orders/arrived.js'
import { type OnChainOrder, type OrderStatus, paysLink } from '../domain/orders/order.js'
import type { RefundAddresses } from '../domain/orders/refund-addresses.js'
import { type ConfirmationCount, confirmationCount } from '../domain/payments/confirmation-count.js'
import type { ConvertedPrice } from '../domain/rates/price.js'
import type { Simulation } from '../domain/sandbox/sandbox.js'
import { add, subtract, type Usdt, ZERO } from '../domain/shared/money.js'
import type { BlockRef, Instant, Network } from '../domain/shared/types.js'
import { descriptionOf } from '../networks/networks.js'

/** The stored facts about one order that concern its payer. */
export interface Facts {
  readonly order: OnChainOrder
  /** Its largest credited transfers, in chain order; empty where the page does not show transfers. */
  readonly transfers: readonly RecordedTransfer[]
  /** Its unconfirmed transfers that need the most blocks, at most as many as `transfers`. */
  readonly awaited: readonly RecordedTransfer[]
  /** The newest recorded block; undefined once it no longer affects the order. */
  readonly head: Pick<BlockRef, 'number' | 'timeAt'> | undefined
  /** A payment to its address might not be seen now, or not count. */
  readonly isClosed: boolean
  readonly merchant: Pick<Merchant, 'name' | 'email'>
  readonly brand: Brand | undefined
  /** Addresses for a refund that were left on the page. */
  readonly refundAddresses: RefundAddresses
  /** Token of the link that the order was opened from, while it takes payments. */
  readonly linkToken: string | undefined
  /** The order is on a sandbox network, so payments can be simulated. */
  readonly isPlayable: boolean
}

export interface ViewSettings {
  /** Shown instead of the merchants' own addresses. */
  readonly supportContact: string | undefined
  /** Explorer URLs for live transactions; `{tx}` stands for the hash. */
  readonly explorers: Readonly<Record<Network, string>>
}

/** The states of the page. Each state has one heading and one text. */
export type Row =
  | 'pay'
  | 'pay_rest'
  | 'paused'
  | 'checking'
  | 'confirming'
  | 'confirming_part'
  | 'final_check'
  | 'paid'
  | 'underpaid'
  | 'accepted'
  | 'expired'
  | 'late'
  | 'expired_paid'
  | 'frozen'
  | 'pending'

export type Play = Exclude<Simulation['action'], 'authorise'>
export const PLAYS: readonly Play[] = ['pay', 'underpay', 'overpay', 'late_pay', 'expire', 'freeze', 'reorg']

export interface Transaction {
  readonly hash: string
  readonly link: string | undefined
  /** The time of its block, and the number. */
  readonly seenAt: Instant
  readonly block: number
}

/** All that a payer sees of an order. The page, the stream and the JSON state are rendered from it alone. */
export interface View {
  readonly row: Row
  readonly status: OrderStatus
  readonly orderNumber: string
  readonly network: Network
  readonly amount: Usdt
  /** The price that the amount follows from; null without one. */
  readonly price: ConvertedPrice | null
  readonly received: Usdt
  /** Amount that is still to be sent; only while the payer should pay. */
  readonly remaining: Usdt | undefined
  readonly missing: Usdt | undefined
  /** Only while the payer should pay. */
  readonly address: string | undefined
  /** For the receipt on paper alone: the page of a paid order must not ask to be paid again. */
  readonly paidTo: string | undefined
  readonly description: string | null
  /** The window began when the order was created. */
  readonly startedAt: Instant
  readonly expireAt: Instant
  readonly paidAt: Instant | null
  /** The payer sent at least `DUST` too much, and may want it back. */
  readonly isOverpaid: boolean
  readonly refundAddresses: RefundAddresses
  readonly confirmations: ConfirmationCount | undefined
  /** Usual time between two blocks; undefined on the sandbox, whose operator chooses it. */
  readonly blockMs: number | undefined
  readonly transactions: readonly Transaction[]
  readonly returnUrl: string | null
  /** Token of the payment link on which the payer can start again. */
  readonly linkToken: string | undefined
  readonly merchant: string
  readonly contact: { readonly text: string; readonly link: string } | undefined
  readonly accent: string | null
  readonly hasLogo: boolean
  /** Tags of the languages that the merchant offers besides English; null for all. */
  readonly offeredLanguages: readonly string[] | null
  readonly isTest: boolean
  /** The payments that can be simulated now. */
  readonly plays: readonly Play[]
  /** The row never changes again. */
  readonly isFinal: boolean
  /** The page is a receipt: the order counts as paid. */
  readonly hasReceipt: boolean
  /** The later of our clock and the network's: payment windows end by the network's. */
  readonly now: Instant
}

const PAYABLE: ReadonlySet<Row> = new Set(['pay', 'pay_rest'])
const CONFIRMING: ReadonlySet<Row> = new Set(['confirming', 'confirming_part'])
const FINAL: ReadonlySet<Row> = new Set(['paid', 'expired_paid'])
/** A further payment changes what an accepted order has received. */
const RECEIPTS: ReadonlySet<Row> = new Set([...FINAL, 'accepted'])
const OF_STATUS = {
  PENDING: 'pending',
  PENDING_CONFIRM: 'pending', // of app-only orders, which have no page
  PAID: 'paid',
  EXPIRED_PAID: 'expired_paid',
  FROZEN: 'frozen',
} as const
/** Payments that pay an order only inside its window. */
const IN_TIME: ReadonlySet<Play> = new Set(['pay', 'underpay', 'overpay'])
/** The statuses of an order in which a simulated payment is possible. */
const PLAYABLE_IN: Readonly<Record<Play, readonly OrderStatus[]>> = {
  pay: ['OPEN', 'PAID'],
  underpay: ['OPEN'],
  overpay: ['OPEN'],
  late_pay: ['OPEN', 'EXPIRED', 'UNDERPAID'],
  expire: ['OPEN'],
  freeze: ['OPEN', 'CONFIRMING', 'PAID', 'EXPIRED', 'UNDERPAID', 'EXPIRED_PAID'],
  reorg: ['OPEN', 'CONFIRMING', 'PAID', 'UNDERPAID', 'EXPIRED_PAID', 'FROZEN'],
}

/** Derives the payer's view of an order at `clockNow`. */
export function viewOf(facts: Facts, settings: ViewSettings, clockNow: Instant): View {
  const { order, merchant, brand = NO_BRAND, head } = facts
  const now = Math.max(clockNow, head?.timeAt ?? clockNow)
  const row = rowOf(facts, now)
  const isPayable = PAYABLE.has(row)
  const contact = brand.support ?? settings.supportContact ?? merchant.email
  const link = contactLink(contact)
  const asked = facts.refundAddresses
  const isOverpaid = FINAL.has(row) && order.confirmed >= add(order.amount, DUST)
  return {
    row,
    status: order.status,
    orderNumber: order.orderNumber,
    network: order.network,
    amount: order.amount,
    price: order.price,
    received: order.received,
    remaining: isPayable ? subtract(order.amount, order.confirmed) : undefined,
    missing: row === 'underpaid' ? subtract(order.amount, order.received) : undefined,
    address: isPayable ? order.address.address : undefined,
    paidTo: RECEIPTS.has(row) ? order.address.address : undefined,
    description: order.description,
    startedAt: order.createdAt,
    expireAt: order.expireAt,
    paidAt: paidAtOf(order, row),
    isOverpaid,
    refundAddresses: { ...asked, isAsked: asked.isAsked && (row === 'underpaid' || isOverpaid) },
    confirmations: CONFIRMING.has(row) ? confirmationCount(order, facts.awaited, head) : undefined,
    blockMs: order.environment === 'live' ? descriptionOf(order.network).blockMs : undefined,
    transactions: transactionsOf(facts, settings),
    returnUrl: order.returnUrl,
    linkToken: row === 'expired' ? facts.linkToken : undefined,
    merchant: brand.name ?? merchant.name,
    contact: link === undefined ? undefined : { text: contact, link },
    accent: brand.accent,
    hasLogo: brand.hasLogo,
    offeredLanguages: brand.languages,
    isTest: order.environment === 'test',
    plays: facts.isPlayable ? PLAYS.filter((play) => isPossible(order, row, play)) : [],
    isFinal: FINAL.has(row),
    hasReceipt: RECEIPTS.has(row),
    now,
  }
}

/** An accepted order counts as paid from its acceptance on. */
function paidAtOf({ paidAt, acceptance }: OnChainOrder, row: Row): Instant | null {
  if (row === 'accepted') return acceptance?.at ?? null
  return FINAL.has(row) ? paidAt : null
}

/** Returns when time alone next changes the view: at the end of an open order's window. Infinity when it never does. */
export function changesAt({ order }: Facts, now: Instant): Instant {
  return order.status === 'OPEN' && now < order.expireAt ? order.expireAt : Number.POSITIVE_INFINITY
}

function rowOf(facts: Facts, now: Instant): Row {
  const { order } = facts
  switch (order.status) {
    case 'OPEN':
      return openRow(facts, now)
    case 'CONFIRMING':
      return confirmingRow(facts, now)
    case 'EXPIRED':
      return order.received > order.confirmed ? 'late' : 'expired'
    case 'UNDERPAID':
      if (order.received > order.confirmed) return 'late'
      return paysLink(order) ? 'accepted' : 'underpaid'
    default:
      return OF_STATUS[order.status]
  }
}

function openRow({ order, isClosed }: Facts, now: Instant): Row {
  // The watcher may be behind, and a payer with a payment under way must not pay twice. An unconfirmed transfer to an
  // open order came too late by the network's time.
  const isLateTransferSeen = order.status === 'OPEN' && subtract(order.received, order.confirmed) >= DUST
  if (now >= order.expireAt || isLateTransferSeen) return 'checking'
  if (isClosed) return 'paused'
  return order.confirmed === ZERO ? 'pay' : 'pay_rest'
}

function confirmingRow(facts: Facts, now: Instant): Row {
  switch (arrivedFor(facts.order)) {
    case 'nothing':
      // Dust must not remove the address from the page.
      return openRow(facts, now)
    case 'part':
      // A payer who closes the page now never learns that the rest is missing.
      return 'confirming_part'
    case 'all':
      return isDeepEnough(facts) ? 'final_check' : 'confirming'
  }
}

/** Every unconfirmed transfer has reached its depth, so that only screening or the finality check is missing. */
function isDeepEnough({ awaited, head }: Facts): boolean {
  return head !== undefined && awaited.length > 0 && awaited.every(({ dueBlock }) => dueBlock <= head.number)
}

function transactionsOf(facts: Facts, { explorers }: ViewSettings): Transaction[] {
  const { environment, network } = facts.order
  const seen = new Map([...facts.transfers, ...facts.awaited].map(({ txHash, block }) => [txHash, block]))
  const linkOf = (hash: string) =>
    environment === 'live' ? explorers[network].replace('{tx}', encodeURIComponent(hash)) : undefined
  return [...seen].map(([hash, { timeAt, number }]) => ({
    hash,
    link: linkOf(hash),
    seenAt: timeAt,
    block: number,
  }))
}

function isPossible(order: OnChainOrder, row: Row, play: Play): boolean {
  if (order.rejectedAt !== null || !PLAYABLE_IN[play].includes(order.status)) return false
  // Its window is over: a payment that is made now comes late.
  if (row === 'checking' && IN_TIME.has(play)) return false
  return play !== 'reorg' || order.received > ZERO
}
