import { merchantBalances } from '../../domain/ledger/ledger.js'
import { DomainError } from '../../domain/shared/errors.js'
import { subtract } from '../../domain/shared/money.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Destination } from '../../domain/withdrawals/destination.js'
import { needsListing } from '../../domain/withdrawals/destinations.js'
import { listWithdrawals, quoteWithdrawal } from '../../domain/withdrawals/withdrawals.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { button, buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { facts } from '../../ui/facts.js'
import { type Choice, choices, field, hiddenField } from '../../ui/fields.js'
import { amountOf, NETWORK_NAMES } from '../../ui/figures.js'
import { notice } from '../../ui/notice.js'
import { pageHead } from '../../ui/shell.js'
import { timeUntil } from '../frame/times.js'
import type { ReadPage, Shown } from '../page.js'
import { servedNetworks, typedAmount } from '../payment-fields.js'
import { errorAt, type Refusal, refusalNotice, submitOrRefuse } from '../refusal.js'
import { exactText, pathWith, type Visit } from '../visit.js'
import { withdrawalTable } from './withdrawal-table.js'

const RECENT = 6

/** Asks for amount and destination. The review page comes before anything is done. */
export const withdrawPage: ReadPage = (tx, visit) => withdrawPageWith(undefined)(tx, visit)

const withdrawPageWith =
  (refusal: Refusal | undefined): ReadPage =>
  async (tx, visit) => {
    const { available } = await merchantBalances(tx, visit.caller)
    const destinations = await tx.destinations.list(visit.caller)
    const recent = await listWithdrawals(tx, visit.caller, { limit: RECENT, offset: 0 })
    const main = html`${pageHead({ title: visit.plain('withdraw'), line: html`${visit.text('withdraw_text')} ${visit.text('utc')}` })}${refusalNotice(visit, refusal)}<div class="columns"><div>${card(
      {
        id: 'withdraw',
        body:
          destinations.length === 0
            ? noDestination(visit)
            : withdrawFields(visit, { available, destinations, refusal }),
      },
    )}</div><div>${feesCard(visit)}${
      recent.rows.length === 0
        ? ''
        : card({
            id: 'recent',
            title: visit.plain('recent'),
            isFlush: true,
            body: withdrawalTable(visit, recent.rows),
          })
    }</div></div>`
    return { kind: 'content', title: visit.plain('withdraw'), section: 'withdraw', main }
  }

const noDestination = (visit: Visit): Html =>
  html`<p>${visit.text('no_destination')}</p><p class="dim">${visit.text(destinationRule(visit))}</p><p>${buttonLink({ text: visit.plain('add_destination'), kind: 'primary', icon: 'plus', href: visit.href('/destinations/new') })}</p>`

function withdrawFields(
  visit: Visit,
  {
    available,
    destinations,
    refusal,
  }: { available: bigint; destinations: readonly Destination[]; refusal: Refusal | undefined },
): Html {
  const chosen = entered(visit, 'destination') ?? destinations.find((each) => isReady(visit, each))?.id
  const rows = destinations.map(
    (each): Choice => ({
      value: each.id,
      title: html`<bdi>${each.label}</bdi>`,
      text: html`<span class="mono">${exactText(each.address)}</span> ${NETWORK_NAMES[each.network]}`,
      aside: readyBadge(visit, each),
      isChosen: each.id === chosen,
    }),
  )
  return html`<form method="post" action="${visit.href('/withdraw/review')}">${visit.hiddenFields}${field({
    name: 'amount',
    label: visit.text('amount'),
    unit: 'USDT',
    value: entered(visit, 'amount') ?? '',
    hint: visit.text('available_amount', { amount: amountOf(available) }),
    attributes: { required: true, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' },
    ...errorAt(visit, refusal, 'amount'),
  })}${choices(
    'destination',
    visit.text('destination'),
    rows,
    errorAt(visit, refusal, 'destination_address').error,
  )}<p><a href="${visit.href('/destinations/new')}">${visit.text('add_destination')}</a></p>${field({
    name: 'note',
    label: visit.text('note'),
    note: visit.text('optional'),
    value: entered(visit, 'note') ?? '',
    attributes: { maxlength: 500, autocomplete: 'off', dir: 'auto' },
    ...errorAt(visit, refusal, 'description'),
  })}${button({ text: visit.plain('review_withdrawal'), kind: 'primary' })}</form>`
}

/** A value of the form, or of the link that leads back to it from the review. */
const entered = (visit: Visit, name: string): string | undefined => visit.field(name) ?? visit.query(name)

/** Whether withdrawals to a destination go out without a review of it. */
const isReady = ({ services, caller, now }: Visit, { usableAt }: Destination): boolean =>
  !needsListing(services.context, caller) || usableAt <= now

/** The rule of destinations that is in force, as the key of its text. */
export const destinationRule = ({ services, caller }: Visit): 'destination_delay' | 'destination_list' =>
  needsListing(services.context, caller) ? 'destination_delay' : 'destination_list'

export const readyBadge = (visit: Visit, destination: Destination): Html =>
  isReady(visit, destination)
    ? badge({ tone: 'ok', icon: 'check-circle', text: visit.text('ready') })
    : badge({
        tone: 'warn',
        icon: 'clock',
        text: visit.text('ready_in', { time: timeUntil(visit, destination.usableAt) }),
      })

function feesCard(visit: Visit): Html {
  const { policy } = visit.services.context
  const rows = servedNetworks(visit).flatMap((network) => {
    const { fee, minimum } = policy.withdrawals[network]
    const name = NETWORK_NAMES[network]
    return [
      { label: visit.text('fee_on', { network: name }), value: amountOf(fee) },
      { label: visit.text('minimum_on', { network: name }), value: amountOf(minimum) },
    ]
  })
  return card({
    id: 'fees',
    title: visit.plain('fees'),
    body: html`${facts(rows)}<p class="dim small">${visit.text('review_limit', { amount: amountOf(policy.withdrawalAutoLimit) })}</p>`,
  })
}

/** Shows a withdrawal with its fee before it is made. Nothing is done yet. */
export const reviewForm = (visit: Visit): Promise<Shown> =>
  submitOrRefuse(visit, () => visit.services.store.read((tx) => reviewPage(tx, visit)), withdrawPageWith)

async function reviewPage(tx: Tx, visit: Visit): Promise<Shown> {
  const destination = await chosenDestination(tx, visit)
  const { network, label, address } = destination
  const quote = quoteWithdrawal(visit.services.context, visit.caller, {
    amount: typedAmount(visit),
    network,
  })
  const { available } = await merchantBalances(tx, visit.caller)
  const { withdrawalAutoLimit } = visit.services.context.policy
  const isReviewed = quote.amount > withdrawalAutoLimit || !isReady(visit, destination)
  const isCovered = available >= quote.totalDebit
  const fields = ['amount', 'destination', 'note'].map((name) => [name, visit.field(name)] as const)
  const kept = fields.map(([name, value]) => hiddenField(name, value ?? ''))
  const main = html`${pageHead({ title: visit.plain('review_withdrawal'), line: visit.text('review_text') })}<div class="form">${card(
    {
      id: 'review',
      body: html`${facts([
        { label: visit.text('amount'), value: html`${amountOf(quote.amount)} USDT` },
        { label: visit.text('fee_on', { network: NETWORK_NAMES[network] }), value: amountOf(quote.fee) },
        { label: visit.text('taken'), value: html`<b>${amountOf(quote.totalDebit)}</b>` },
        {
          label: visit.text('left_over'),
          value: isCovered ? amountOf(subtract(available, quote.totalDebit)) : '–',
        },
        {
          label: visit.text('destination'),
          value: html`<bdi>${label}</bdi> ${readyBadge(visit, destination)}<br><span class="mono">${exactText(address)}</span>`,
        },
        { label: visit.text('note'), value: html`<bdi>${visit.field('note') ?? '–'}</bdi>` },
      ])}${reviewNotice(visit, isCovered, isReviewed)}`,
    },
  )}<form method="post" action="${visit.href('/withdraw')}">${visit.hiddenFields}${kept.reduce((row, one) => html`${row}${one}`, html``)}${buttons(
    buttonLink({
      text: visit.plain('change'),
      href: visit.href('/withdraw', Object.fromEntries(fields)),
    }),
    ...(isCovered ? [button({ text: visit.plain('withdraw_now'), kind: 'primary', icon: 'arrow-out' })] : []),
  )}</form></div>`
  return { kind: 'content', title: visit.plain('review_withdrawal'), section: 'withdraw', main }
}

/** Says why a withdrawal cannot go out, or that a person reviews it first. */
function reviewNotice(visit: Visit, isCovered: boolean, isReviewed: boolean): Html {
  if (!isCovered) return notice({ kind: 'bad', title: visit.text('error_balance'), isResult: true })
  return isReviewed ? notice({ kind: 'info', title: visit.text('will_be_reviewed') }) : NOTHING
}

/** @throws destination_not_found when none is chosen, or one that is not on the list any more */
async function chosenDestination(tx: Tx, visit: Visit): Promise<Destination> {
  const destinations = await tx.destinations.list(visit.caller)
  const chosen = destinations.find(({ id }) => id === visit.field('destination'))
  if (!chosen) throw new DomainError('destination_not_found', { param: 'destination_address' })
  return chosen
}

/** Withdraws, and leads to the withdrawal. The same form sent twice leads to the same one. */
export const withdrawForm = (visit: Visit): Promise<Shown> =>
  submitOrRefuse(
    visit,
    async () => {
      const { store } = visit.services
      const destination = await store.read((tx) => chosenDestination(tx, visit))
      const { id } = await visit.repeatable('createWithdrawal', {
        body: {
          amount: typedAmount(visit),
          currency: 'USDT',
          network: destination.network,
          destination_address: destination.address,
          description: visit.field('note'),
          idempotency_key: visit.formKey,
        },
      })
      return { kind: 'redirect', to: pathWith(`/withdrawals/${id}`, { done: 'withdrawn' }) }
    },
    withdrawPageWith,
  )
