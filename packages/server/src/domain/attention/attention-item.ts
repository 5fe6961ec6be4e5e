import { CHAIN_CONDITIONS } from '../chain/chain-conditions.js'
import type { FrozenReason } from '../orders/order.js'
import type { Usdt } from '../shared/money.js'
import type { Environment, Instant, Network } from '../shared/types.js'
import type { ReviewReason } from '../withdrawals/withdrawal.js'

/** Kinds of items. Conditions of networks keep their names. */
export const ATTENTION_KINDS = [
  'withdrawal_review',
  /** Withdrawals that the server tries again by itself have waited for long. */
  'withdrawal_waiting',
  /** A payment is in no block fifteen minutes after it was signed. */
  'withdrawal_stuck',
  /** A payment is in a block and moved another amount than its own. */
  'payment_mismatch',
  'hot_wallet_short',
  /** The remote signer gives no usable signature. */
  'signer_unavailable',
  /** The hot wallet has signed as much as it may in a day. */
  'wallet_limit',
  /** A merchant added an address to its list of destinations less than 24 hours ago. */
  'new_destination',
  /** A merchant has an owner since less than 24 hours. */
  'new_owner',
  /** People of a merchant changed its name or its logo less than 24 hours ago. */
  'brand_changed',
  /** The rate of a currency is its first one, or jumped. */
  'rate_review',
  /** The source of rates gives no usable answer. */
  'rates_stale',
  'order_frozen',
  'suspense',
  ...CHAIN_CONDITIONS,
  'deliveries_failed',
  'endpoint_failing',
  'no_secret',
  'recovering',
  /** A merchant has not borne a lost withdrawal completely. */
  'recovery_shortfall',
  'ledger_violation',
  'backup_overdue',
  /** The operator chose to work alone. */
  'single_operator',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** Whether an item waits for a person. The others remind of a choice that a setting makes. */
export const isWaiting = ({ kind }: Pick<AttentionItem, 'kind'>): boolean =>
  kind !== 'single_operator' && kind !== 'node_alone'

/** Facts of single items, for surfaces that have words of their own. */
export interface ItemFacts {
  readonly merchantId?: string
  readonly network?: Network
  readonly orderNumber?: string
  readonly frozenReason?: FrozenReason
  readonly reviewReason?: ReviewReason
}

/** One thing that waits for a person. */
export interface AttentionItem {
  /** Its identity for as long as it waits. */
  readonly key: string
  readonly kind: AttentionKind
  /** Id or name of what waits, such as an order's id or `live/ERC20`. */
  readonly subject: string
  /** Where it waits; null where that is in both environments or in neither. */
  readonly environment: Environment | null
  readonly sinceAt: Instant
  /** 1e-8 USDT; null where no amount waits. */
  readonly amount: Usdt | null
  readonly facts?: ItemFacts
  /** One line for the operator. It may quote nodes and other sources that are not trusted. */
  readonly text: string
  /** Says which other commands there are, for surfaces of the shell. */
  readonly hint?: string
  /** The command that resolves it, or that shows it where no command does. */
  readonly command: string
}

/** Returns the line of an item where its commands can be run: the command line, the log and alerts. */
export const shellText = ({ text, hint }: Pick<AttentionItem, 'text' | 'hint'>): string =>
  hint === undefined ? text : `${text}; ${hint}`

/** An item that an earlier comparison found, with its text for the shell. */
export interface StoredItem extends Omit<AttentionItem, 'environment' | 'facts' | 'hint'> {
  /** Id of this occurrence; the next one has another. */
  readonly id: string
  /** Whether the receiver of alerts was told, or will be. */
  readonly isAlerted: boolean
}

/** Items of a kind that are listed one by one. One line stands for the rest. */
export const SINGLE_ITEMS = 20

/** Returns the key of the line that stands for the rest of a kind. */
export const restKey = (kind: AttentionKind): string => `${kind}/more`
