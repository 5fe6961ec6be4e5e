import { merchantBalances } from '../../domain/ledger/ledger.js'
import { DomainError } from '../../domain/shared/errors.js'
import { subtract } from '../../domain/shared/money.js'
import { typedAmount } from '../../domain/shared/typed-amount.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Destination } from '../../domain/withdrawals/destination.js'
import { quoteWithdrawal, wholeWithdrawal } from '../../domain/withdrawals/withdrawal-quotes.js'
import { html } from '../../runtime/html.js'
import { button, buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { facts } from '../../ui/facts.js'
import { hiddenField } from '../../ui/fields.js'
import { amountOf, NETWORK_NAMES } from '../../ui/figures.js'
import { notice } from '../../ui/notice.js'
import { pageHead } from '../../ui/shell.js'
import { isReady, readyBadge } from '../destinations/readiness.js'
import type { DashboardPage, Submit } from '../page.js'
import type { Visit } from '../visit.js'
import { waitNotice } from './wait-notice.js'
import { USE_ALL, withdrawPageWith } from './withdraw-page.js'

/** Shows a withdrawal with its fee before it is made, or fills in all of the balance. Nothing is done yet. */
export const reviewForm: Submit = (visit) =>
  visit.services.store.read((tx) => (visit.field(USE_ALL) ? allFilledIn : reviewPage)(tx, visit))

/** @throws insufficient_balance where the balance less the fee is below the minimum */
async function allFilledIn(tx: Tx, visit: Visit): Promise<DashboardPage> {
  const { network } = await chosenDestination(tx, visit)
  const { available } = await merchantBalances(tx, visit.caller)
  const amount = wholeWithdrawal(visit.services.context, available, network)
  if (amount === undefined) throw new DomainError('insufficient_balance', { param: 'amount' })
  return withdrawPageWith(tx, visit, amount)
}

async function reviewPage(tx: Tx, visit: Visit): Promise<DashboardPage> {
  const destination = await chosenDestination(tx, visit)
  const { network, label, address } = destination
  const quote = quoteWithdrawal(visit.services.context, visit.caller, {
    amount: typedAmount(visit.field('amount')),
    network,
  })
  const { available } = await merchantBalances(tx, visit.caller)
  const isCovered = available >= quote.totalDebit
  const payment = { network, debit: quote.totalDebit, hasReadyDestination: isReady(visit, destination) }
  const note = isCovered
    ? await waitNotice(tx, visit, payment)
    : notice({ kind: 'bad', title: visit.text('error_balance'), isResult: true })
  const fields = ['amount', 'destination', 'note'].map(
    (name) => [name, visit.field(name) || undefined] as const,
  )
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
          value: html`<bdi>${label}</bdi> ${readyBadge(visit, destination)}<br><span class="mono">${visit.exact(address)}</span>`,
        },
        { label: visit.text('note'), value: html`<bdi>${visit.field('note') || '–'}</bdi>` },
      ])}${note}`,
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

/** @throws destination_not_found when none is chosen, or one that is not on the list any more */
async function chosenDestination(tx: Tx, visit: Visit): Promise<Destination> {
  const destinations = await tx.destinations.list(visit.caller)
  const chosen = destinations.find(({ id }) => id === visit.field('destination'))
  if (!chosen) throw new DomainError('destination_not_found', { param: 'destination_address' })
  return chosen
}

/** Withdraws, and leads to the withdrawal. The same form sent twice leads to the same one. */
export const withdrawForm: Submit = async (visit) => {
  const { store } = visit.services
  const destination = await store.read((tx) => chosenDestination(tx, visit))
  const { id } = await visit.repeatable('createWithdrawal', {
    body: {
      amount: typedAmount(visit.field('amount')),
      currency: 'USDT',
      network: destination.network,
      destination_address: destination.address,
      description: visit.field('note') || undefined,
      idempotency_key: visit.formKey,
    },
  })
  return { kind: 'redirect', to: visit.path(`/withdrawals/${id}`, { done: 'withdrawn' }) }
}
