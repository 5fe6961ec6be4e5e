import type { AttentionItem, AttentionKind, ItemFacts } from '../../domain/attention/attention-item.js'
import type { Query } from '../../pages/visit.js'
import { NETWORK_NAMES } from '../../ui/figures.js'
import type { IconName } from '../../ui/icons.js'
import type { Tone } from '../../ui/tokens.js'
import { FROZEN_WORDS } from '../orders/frozen-words.js'
import { REASON_WORDS } from '../withdrawals/review-reasons.js'

/** The parts of the list, as its tabs. */
export const PARTS = ['money', 'delivery', 'server'] as const
export type Part = (typeof PARTS)[number]

/** How the items of a kind are shown. */
export interface KindLook {
  readonly part: Part
  /** Money is stopped until a person decides. */
  readonly isUrgent: boolean
  readonly tone: Tone
  readonly icon: IconName
  readonly title: string
  /** Words of the console in place of the item's own text; undefined where the facts are not known. */
  readonly text?: (facts: ItemFacts, merchant: string) => string | undefined
  readonly button: string
  /** The page where a person resolves it, or reads more. */
  readonly page: (item: AttentionItem) => readonly [path: string, query?: Query]
}

type Page = KindLook['page']
const SYSTEM: Page = () => ['/system']
const CONTROLS: Page = () => ['/controls']
const LEDGER: Page = () => ['/ledger']
const WITHDRAWALS: Page = () => ['/withdrawals', { status: 'REVIEW' }]

/** A line for the rest of a kind has no subject of its own. */
const each =
  (list: string, page: (subject: string) => readonly [string, Query?]): Page =>
  ({ subject }) =>
    subject === 'more' ? [list] : page(subject)

/** A page about the merchant of an item. */
const ofMerchant =
  (path: (id: string) => string): Page =>
  ({ facts }) => [facts?.merchantId === undefined ? '/merchants' : path(facts.merchantId)]

/** The subject of a single transfer. */
const TRANSFER = /^(?:live|test)\/(\w+)\/(\w+)\/(\d+)$/
const attributePath = (subject: string): string => subject.replace(TRANSFER, '/ledger/attribute/$1.$2.$3')

const urgent = (look: Omit<KindLook, 'isUrgent'>): KindLook => ({ ...look, isUrgent: true })
const today = (look: Omit<KindLook, 'isUrgent'>): KindLook => ({ ...look, isUrgent: false })

const condition = (title: string, isUrgent = false): KindLook => ({
  part: 'server',
  isUrgent,
  tone: isUrgent ? 'bad' : 'warn',
  icon: 'pulse',
  title,
  button: 'Show network',
  page: SYSTEM,
})

export const KIND_LOOKS: Readonly<Record<AttentionKind, KindLook>> = {
  ledger_violation: urgent({
    part: 'money',
    tone: 'bad',
    icon: 'book',
    title: 'The ledger is violated',
    button: 'Show ledger',
    page: LEDGER,
  }),
  recovering: urgent({
    part: 'money',
    tone: 'bad',
    icon: 'database',
    title: 'The database is recovering',
    button: 'Show system',
    page: SYSTEM,
  }),
  recovery_shortfall: today({
    part: 'money',
    tone: 'warn',
    icon: 'database',
    title: 'A lost withdrawal is not borne completely',
    button: 'Show system',
    page: SYSTEM,
  }),
  signer_paused: urgent({
    part: 'money',
    tone: 'bad',
    icon: 'wallet',
    title: 'Signer paused',
    button: 'Review signer',
    page: ({ subject }) => [`/system/signer/${subject}/resume`],
  }),
  payouts_stopped: today({
    part: 'money',
    tone: 'warn',
    icon: 'pause',
    title: 'Payouts are stopped',
    button: 'Show controls',
    page: CONTROLS,
  }),
  orders_paused: today({
    part: 'server',
    tone: 'warn',
    icon: 'pause',
    title: 'New orders are paused',
    button: 'Show controls',
    page: CONTROLS,
  }),
  halted: condition('Network halted', true),
  token_paused: condition('Token paused', true),
  token_deprecated: condition('Token deprecated', true),
  addresses_scarce: condition('Addresses are scarce'),
  token_fee: condition('The token takes a fee'),
  transfer_mismatch: condition('Nodes disagree on a transfer'),
  block_mismatch: condition('Nodes disagree on blocks', true),
  token_mismatch: condition('Nodes disagree on the token'),
  node_failing: condition('A node cannot be used'),
  node_alone: condition('One node alone'),
  confirmation_stuck: condition('A confirmation is stuck'),
  late_payment_stuck: condition('A late payment is stuck'),
  recording_stuck: condition('Blocks cannot be recorded', true),
  screening_stuck: condition('Screening gives no answer'),
  address_blacklisted: condition('An address is blacklisted', true),
  balance_mismatch: condition('An address holds more than is recorded'),
  withdrawal_review: urgent({
    part: 'money',
    tone: 'warn',
    icon: 'arrow-out',
    title: 'Withdrawal to review',
    text: ({ reviewReason, network }) =>
      reviewReason && network && `${REASON_WORDS[reviewReason]}, on ${NETWORK_NAMES[network]}.`,
    button: 'Review',
    page: each('/withdrawals', (subject) => ['/withdrawals', { open: subject }]),
  }),
  withdrawal_waiting: today({
    part: 'money',
    tone: 'warn',
    icon: 'clock',
    title: 'Withdrawals wait',
    button: 'Show withdrawals',
    page: WITHDRAWALS,
  }),
  withdrawal_stuck: urgent({
    part: 'money',
    tone: 'warn',
    icon: 'clock',
    title: 'Payment is stuck',
    button: 'Show withdrawal',
    page: each('/withdrawals', (subject) => ['/withdrawals', { open: subject }]),
  }),
  payment_mismatch: urgent({
    part: 'money',
    tone: 'bad',
    icon: 'arrow-out',
    title: 'Payment moved another amount',
    button: 'Show withdrawal',
    page: each('/withdrawals', (subject) => ['/withdrawals', { open: subject }]),
  }),
  hot_wallet_short: today({
    part: 'money',
    tone: 'warn',
    icon: 'wallet',
    title: 'Hot wallet is short',
    button: 'Show wallet',
    page: SYSTEM,
  }),
  signer_unavailable: urgent({
    part: 'money',
    tone: 'bad',
    icon: 'wallet',
    title: 'Remote signer does not work',
    button: 'Show withdrawals',
    page: WITHDRAWALS,
  }),
  wallet_limit: today({
    part: 'money',
    tone: 'warn',
    icon: 'wallet',
    title: 'Daily limit of a hot wallet is reached',
    button: 'Show withdrawals',
    page: WITHDRAWALS,
  }),
  hot_wallet_low: today({
    part: 'money',
    tone: 'warn',
    icon: 'wallet',
    title: 'Hot wallet is low',
    button: 'Show wallet',
    page: SYSTEM,
  }),
  new_destination: today({
    part: 'money',
    tone: 'grey',
    icon: 'info',
    title: 'New destination of withdrawals',
    button: 'Show merchant',
    page: ofMerchant((id) => `/merchants/${id}`),
  }),
  new_owner: today({
    part: 'money',
    tone: 'grey',
    icon: 'info',
    title: 'New owner of a merchant',
    button: 'Show merchant',
    page: ofMerchant((id) => `/merchants/${id}`),
  }),
  brand_changed: today({
    part: 'server',
    tone: 'grey',
    icon: 'store',
    title: 'New name or logo of a merchant',
    button: 'Show merchant',
    page: ofMerchant((id) => `/merchants/${id}`),
  }),
  rate_review: today({
    part: 'money',
    tone: 'warn',
    icon: 'info',
    title: 'Exchange rate to confirm',
    button: 'Show rates',
    page: SYSTEM,
  }),
  rates_stale: today({
    part: 'server',
    tone: 'warn',
    icon: 'clock',
    title: 'Exchange rates are too old',
    button: 'Show rates',
    page: SYSTEM,
  }),
  order_frozen: urgent({
    part: 'money',
    tone: 'ice',
    icon: 'snowflake',
    title: 'Frozen order',
    text: ({ frozenReason }, merchant) =>
      frozenReason && `${FROZEN_WORDS[frozenReason]} It is an order of ${merchant}.`,
    button: 'Review order',
    page: each('/orders', (subject) => [`/orders/${subject}`]),
  }),
  suspense: today({
    part: 'money',
    tone: 'grey',
    icon: 'info',
    title: 'Payment without an order',
    button: 'Attribute',
    page: ({ subject }) => [TRANSFER.test(subject) ? attributePath(subject) : '/ledger'],
  }),
  deliveries_failed: today({
    part: 'delivery',
    tone: 'bad',
    icon: 'antenna',
    title: 'Deliveries failed',
    button: 'Show deliveries',
    page: each('/deliveries', (subject) => ['/deliveries', { status: 'FAILED', target: subject }]),
  }),
  endpoint_failing: today({
    part: 'delivery',
    tone: 'bad',
    icon: 'antenna',
    title: 'Endpoint fails',
    button: 'Show deliveries',
    page: each('/deliveries', (subject) => ['/deliveries', { status: 'PENDING', target: subject }]),
  }),
  no_secret: today({
    part: 'delivery',
    tone: 'warn',
    icon: 'key',
    title: 'No webhook secret',
    button: 'Make secret',
    page: ofMerchant((id) => `/merchants/${id}/secret`),
  }),
  backup_overdue: today({
    part: 'server',
    tone: 'warn',
    icon: 'database',
    title: 'Backup overdue',
    button: 'How to back up',
    page: SYSTEM,
  }),
  single_operator: today({
    part: 'server',
    tone: 'grey',
    icon: 'info',
    title: 'One operator makes and approves',
    button: 'Show audit log',
    page: () => ['/audit'],
  }),
}
