import { merchantBalances } from '../../domain/ledger/ledger.js'
import type { Usdt } from '../../domain/shared/money.js'
import { amountForField } from '../../domain/shared/typed-amount.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Destination } from '../../domain/withdrawals/destination.js'
import { autoLimit } from '../../domain/withdrawals/withdrawal-limits.js'
import { listWithdrawals } from '../../domain/withdrawals/withdrawals.js'
import { linkButton, postForm } from '../../pages/parts.js'
import { errorAt, refusalNotice } from '../../pages/refusal.js'
import { type Html, html } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { facts } from '../../ui/facts.js'
import { type Choice, choices, field } from '../../ui/fields.js'
import { amountOf, NETWORK_NAMES } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { destinationRule, isReady, readyBadge } from '../destinations/readiness.js'
import { entered, noteField } from '../frame/money-form.js'
import type { DashboardPage, ReadPage } from '../page.js'
import { servedNetworks } from '../payment-fields.js'
import type { Visit } from '../visit.js'
import { noWithdrawals, recentWithdrawals } from './withdrawal-table.js'

const RECENT = 6

/** The name of the button that fills in all of the balance, less the fee of the chosen destination. */
export const USE_ALL = 'all'

/** Asks for amount and destination. The review page comes before anything is done. */
export const withdrawPage: ReadPage = (tx, visit) => withdrawPageWith(tx, visit)

/** @param amount fills the field, in place of what was typed */
export async function withdrawPageWith(tx: Tx, visit: Visit, amount?: Usdt): Promise<DashboardPage> {
  const { available } = await merchantBalances(tx, visit.caller)
  const destinations = await tx.destinations.list(visit.caller)
  const recent = await listWithdrawals(tx, visit.caller, {}, { limit: RECENT, offset: 0 })
  const main = html`${pageHead({ title: visit.plain('withdraw'), line: html`${visit.text('withdraw_text')} ${visit.timesIn}` })}${refusalNotice(visit)}<div class="columns"><div>${card(
    {
      id: 'withdraw',
      body:
        destinations.length === 0
          ? noDestination(visit)
          : withdrawFields(visit, { available, destinations, amount }),
    },
  )}</div><div>${feesCard(visit)}${card({
    id: 'recent',
    title: visit.plain('recent'),
    aside: html`<a href="${visit.href('/withdrawals')}">${visit.plain('all_withdrawals')}</a>`,
    isFlush: true,
    body: recent.rows.length === 0 ? noWithdrawals(visit) : recentWithdrawals(visit, recent.rows),
  })}</div></div>`
  return { kind: 'content', title: visit.plain('withdraw'), section: 'withdraw', main }
}

const noDestination = (visit: Visit): Html =>
  html`<p>${visit.text('no_destination')}</p><p class="dim">${visit.text(destinationRule(visit))}</p><p>${linkButton(visit, 'add_destination', '/destinations/new', { kind: 'primary', icon: 'plus' })}</p>`

function withdrawFields(
  visit: Visit,
  {
    available,
    destinations,
    amount,
  }: {
    available: bigint
    destinations: readonly Destination[]
    amount: Usdt | undefined
  },
): Html {
  const chosen = entered(visit, 'destination') ?? destinations.find((each) => isReady(visit, each))?.id
  const rows = destinations.map(
    (each): Choice => ({
      value: each.id,
      title: html`<bdi>${each.label}</bdi>`,
      text: html`<span class="mono">${visit.exact(each.address)}</span> ${NETWORK_NAMES[each.network]}`,
      aside: readyBadge(visit, each),
      isChosen: each.id === chosen,
    }),
  )
  return postForm(
    visit,
    '/withdraw/review',
    html`${defaultButton(visit.plain('review_withdrawal'))}${field({
      name: 'amount',
      label: visit.text('amount'),
      unit: 'USDT',
      value: amount === undefined ? (entered(visit, 'amount') ?? '') : amountForField(amount),
      hint: html`${visit.text('available_amount', { amount: amountOf(available) })} ${useAll(visit)}`,
      attributes: { required: true, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' },
      ...errorAt(visit, 'amount'),
    })}${choices(
      'destination',
      visit.text('destination'),
      rows,
      errorAt(visit, 'destination_address').error,
    )}<p>${linkButton(visit, 'add_destination', '/destinations/new', { kind: 'quiet', icon: 'plus' })}</p>${noteField(visit)}${button({ text: visit.plain('review_withdrawal'), kind: 'primary' })}`,
    'withdraw',
  )
}

/** A form that is sent from a field, by Enter, is sent by its first button. */
const defaultButton = (text: string): Html =>
  html`<button class="only-read" tabindex="-1" aria-hidden="true">${text}</button>`

/** Without an amount yet, so the browser must not ask for one. */
const useAll = (visit: Visit): Html =>
  button({
    text: visit.plain('use_all'),
    kind: 'quiet',
    attributes: { name: USE_ALL, value: '1', formnovalidate: true },
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
    body: html`${facts(rows)}<p class="dim small">${visit.text('review_limit', { amount: amountOf(autoLimit(policy)) })}</p>`,
  })
}
