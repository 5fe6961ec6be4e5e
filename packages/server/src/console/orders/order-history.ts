import type { IgnoredReason, RecordedTransfer } from '../../domain/chain/transfer.js'
import type { TransactionKind } from '../../domain/ledger/ledger-entry.js'
import type { FrozenReason, Order } from '../../domain/orders/order.js'
import { explainTransfer } from '../../domain/payments/transfer-outcomes.js'
import { type Dated, history } from '../../pages/views/history.js'
import { transactionLink } from '../../pages/views/transaction-link.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { STATUSES } from '../../ui/badge.js'
import { exact } from '../../ui/copy-field.js'
import { money, NETWORK_NAMES, number } from '../../ui/figures.js'
import { answerOf, bodyOf, isDelivered, tookOf } from '../deliveries/attempts.js'
import { clockTime, counted, day } from '../formats.js'
import { ENTRY_NAMES, entryTable } from '../ledger/entry-table.js'
import type { Visit } from '../visit.js'
import { FROZEN_WORDS, holdsNothing } from './frozen-words.js'
import type { DeliveryStory, EntryStory, OrderStory, TransferStory } from './story.js'

const IGNORED: Readonly<Record<IgnoredReason, string>> = {
  zero_value: 'Zero value, does not count.',
  below_unit: 'Less than 0.00000001 USDT, does not count.',
  failed: 'The transaction failed, does not count.',
  internal: 'Between our own addresses, does not count.',
  over_cap: 'Above the custody cap, does not count.',
  foreign_token: 'Another token, does not count.',
}

const REFUND_NAMES: Partial<Record<TransactionKind, string>> = {
  withdrawal_hold: 'Held for a refund',
  withdrawal_settle: 'Refund paid out',
  withdrawal_release: 'Hold of a refund released',
  withdrawal_difference: 'Difference of a refund',
}

/** Everything that happened to an order, oldest first. */
export function historyOf(story: OrderStory, visit: Visit): Html {
  const all: Dated[] = [
    created(story),
    ...story.ignored.map(
      (each): Dated => ({
        at: each.block.timeAt,
        tone: 'grey',
        icon: 'info',
        title: 'Ignored transfer',
        text: html`From ${exact(each.from)} in block ${number(each.block.number)}. ${IGNORED[each.reason]}`,
      }),
    ),
    ...story.transfers.flatMap((each) => transfer(each, story, visit)),
    ...story.sweeps.map(
      (each): Dated => ({
        at: each.block.timeAt,
        tone: 'grey',
        icon: 'arrow-out',
        title: `Swept: ${money(each.value)} USDT`,
        text: html`${each.to === null ? NOTHING : html`To ${exact(each.to)} in`} block ${number(each.block.number)}, ${transactionLink(visit, each)}.`,
      }),
    ),
    ...story.payments.map(
      (each): Dated => ({
        at: each.createdAt,
        tone: 'info',
        icon: 'arrow-in',
        title: `Payment in the app: ${money(each.amount)} USDT`,
        text: `By ${each.payerReference}, ${each.status.toLowerCase()}.`,
      }),
    ),
    ...turns(story),
    ...story.entries.map((each) => entry(each, story)),
    ...story.deliveries.flatMap((each) => delivery(each, visit)),
    ...story.audit.map(
      (each): Dated => ({
        at: each.createdAt,
        tone: 'grey',
        icon: 'eye',
        title: each.action,
        text: `By ${each.actor}${reasonIn(each.details)}`,
      }),
    ),
  ]
  const first = day(story.order.createdAt)
  return history(all, {
    timeOf: (at) => (day(at) === first ? clockTime(at) : `${day(at)}, ${clockTime(at)}`),
  })
}

function created({ order }: OrderStory): Dated {
  const until = `until ${clockTime(order.expireAt)}`
  const base = { at: order.createdAt, tone: 'grey', icon: 'plus', title: 'Created' } as const
  if (order.kind === 'app') return { ...base, text: `To be paid in the app, ${until}.` }
  return {
    ...base,
    text: html`${money(order.amount)} USDT on ${NETWORK_NAMES[order.network]}, address ${exact(order.address.address)} ${until}.`,
  }
}

function transfer({ transfer: each, verdicts }: TransferStory, { order }: OrderStory, visit: Visit): Dated[] {
  const { block, value, from, confirmedAt, orphanedAt } = each
  const seen: Dated = {
    at: block.timeAt,
    tone: each.isFlagged ? 'ice' : 'info',
    icon: each.isFlagged ? 'snowflake' : 'arrow-in',
    title: `Transfer seen: ${money(value)} USDT`,
    text: html`From ${exact(from)} in block ${number(block.number)}, ${transactionLink(visit, each)}. It ${outcomeOf(each, order)}.`,
  }
  const screening = verdicts.map(
    ({ source, verdict, reference }) => `${source}: ${verdict}${reference === null ? '' : ` (${reference})`}`,
  )
  const confirmed: Dated[] =
    confirmedAt === null
      ? []
      : [
          {
            at: confirmedAt,
            tone: 'info',
            icon: 'loop',
            title: `${order.kind === 'on-chain' ? `${counted(order.depth, 'confirmation')}` : 'Confirmed'}`,
            text: `Deep enough at block ${number(each.dueBlock)}. Screening: ${screening.length === 0 ? 'no source' : screening.join(', ')}.`,
          },
        ]
  const orphaned: Dated[] =
    orphanedAt === null
      ? []
      : [
          {
            at: orphanedAt,
            tone: 'bad',
            icon: 'undo',
            title: 'Left the chain',
            text: 'It does not count any more.',
          },
        ]
  return [seen, ...confirmed, ...orphaned]
}

/** The outcome of a transfer. The money of a frozen order is not the merchant's, though its transfers are credited to it. */
function outcomeOf(each: RecordedTransfer, order: Order): string {
  const { outcome, explanation } = explainTransfer(each, order.id)
  if (order.status !== 'FROZEN' || (outcome !== 'credited' && outcome !== 'credited_late')) return explanation
  const came = outcome === 'credited' ? 'came in time' : 'came after the window'
  return `${came}, and ${order.rejectedAt === null ? 'is on hold' : 'the operator keeps the money'}`
}

/** The instants at which the order changed that are stored, without amounts, which may have changed since. */
function turns({ order, deliveries }: OrderStory): Dated[] {
  const { paidAt, windowEndedAt, rejectedAt } = order
  const found: Dated[] = []
  if (windowEndedAt !== null)
    found.push({
      at: windowEndedAt,
      tone: 'grey',
      icon: 'clock',
      title: 'The window ended',
      text: 'Not paid in full in time.',
    })
  if (paidAt !== null) {
    const { tone, icon, word } = STATUSES[windowEndedAt === null ? 'PAID' : 'EXPIRED_PAID']
    found.push({ at: paidAt, tone, icon, title: word, text: 'Enough was confirmed.' })
  }
  // The order keeps no time of its freeze. The event was stored with it.
  const freezes = deliveries
    .map(({ delivery: { event } }) => event)
    .filter(({ event }) => event === 'payment.frozen')
  for (const { createdAt, body } of new Map(freezes.map((event) => [event.id, event])).values())
    found.push({ at: createdAt, tone: 'ice', icon: 'snowflake', title: 'Frozen', text: freezeReason(body) })
  if (rejectedAt !== null)
    found.push({
      at: rejectedAt,
      tone: 'bad',
      icon: 'cross-circle',
      title: 'Rejected',
      text: holdsNothing(order)
        ? 'It held no money. This is final.'
        : 'The operator keeps the money. This is final.',
    })
  return found
}

function entry(each: EntryStory, { order }: OrderStory): Dated {
  const [first] = each.postings
  const look = lookOf(each)
  return {
    at: first.postedAt,
    ...look,
    text: html`Ledger transaction <code>${each.key}</code>`,
    more: entryTable(each, look.title, order.merchantId),
  }
}

/** Why an order was frozen, as its event says. */
function freezeReason(body: string): string {
  const { reason } = (JSON.parse(body) as { data: { reason: FrozenReason } }).data // rendered by this server
  return FROZEN_WORDS[reason]
}

/** In the list of an order, each withdrawal is a refund, and a deposit may have gone to money on hold or to the operator. */
function lookOf({
  kind,
  postings: [{ credit }],
}: EntryStory): Pick<Dated, 'tone' | 'icon'> & { title: string } {
  const owner = credit.split('/').at(-1) ?? ''
  if (kind === 'freeze') return { tone: 'ice', icon: 'book', title: 'Credited money put on hold' }
  if (kind === 'reject') return { tone: 'bad', icon: 'book', title: 'Money on hold moved to the operator' }
  if ((kind === 'deposit' || kind === 'attribute') && owner === 'frozen')
    return { tone: 'ice', icon: 'book', title: 'Received, on hold' }
  return { tone: 'ok', icon: 'book', title: REFUND_NAMES[kind] ?? ENTRY_NAMES[kind] }
}

function delivery({ delivery: each, url, attempts }: DeliveryStory, visit: Visit): Dated[] {
  const { event, id, status, nextAttemptAt, isHeld } = each
  const link = html`<a href="${visit.href('/deliveries', { open: id })}">Show request and answer</a>`
  const tried = attempts.map((attempt): Dated => {
    const isLast = attempt.number === each.attempts
    const next =
      isLast && status === 'PENDING' && nextAttemptAt !== null
        ? html` Next attempt at ${clockTime(nextAttemptAt)}.`
        : NOTHING
    return {
      at: attempt.startedAt,
      tone: isDelivered(attempt) ? 'ok' : 'bad',
      icon: 'antenna',
      title: `${event.event}, attempt ${attempt.number}: ${answerOf(attempt)}`,
      text: html`${url ?? 'Deleted endpoint'} after ${tookOf(attempt)}.${next} ${isLast ? link : NOTHING}`,
      more: bodyOf(attempt),
    }
  })
  if (tried.length > 0) return tried
  return [
    {
      at: each.createdAt,
      tone: 'grey',
      icon: 'antenna',
      title: `${event.event}: ${isHeld ? 'waits for a webhook secret' : STATUSES[status].word.toLowerCase()}`,
      text: html`To ${url ?? 'a deleted endpoint'}. ${link}`,
    },
  ]
}

/** The reason in the details of an audit entry, which are JSON of this server. */
function reasonIn(details: string): string {
  const { reason } = JSON.parse(details) as { reason?: unknown } // checked below
  return typeof reason === 'string' ? `: ${reason}` : ''
}
