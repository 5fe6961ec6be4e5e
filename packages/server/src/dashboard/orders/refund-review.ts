import { merchantBalances } from '../../domain/ledger/ledger.js'
import { refundAllowance } from '../../domain/orders/refunds.js'
import { DomainError } from '../../domain/shared/errors.js'
import { add, CHAIN_DECIMALS, formatUsdt, subtract, type Usdt, usdt } from '../../domain/shared/money.js'
import { requirePositive } from '../../domain/shared/positive-amount.js'
import { typedAmount } from '../../domain/shared/typed-amount.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { requireDestination, requireMinimum } from '../../domain/withdrawals/withdrawal-opening.js'
import { isSameAddress } from '../../networks/spellings.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { button, buttonLink } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { type Check, checkList } from '../../ui/checks.js'
import { facts } from '../../ui/facts.js'
import { checkboxes, hiddenField } from '../../ui/fields.js'
import { amountOf, NETWORK_NAMES, percent } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { plainTable } from '../../ui/table.js'
import { COMPARED, wholeAddress } from '../../ui/whole-address.js'
import type { DashboardPage, Submit } from '../page.js'
import type { Visit } from '../visit.js'
import { waitNotice } from '../withdrawals/wait-notice.js'
import { limitText, OTHER, type Refundable, readRefundable } from './refund.js'

/** A refund that is valid in its form, before it is made. */
interface Planned extends Refundable {
  readonly amount: Usdt
  /** The part of the amount that is the fee on the order. */
  readonly returnedFee: Usdt
  readonly networkFee: Usdt
  readonly available: Usdt
  /** The rest of the limit of the person, fees included; undefined for one without a limit. */
  readonly allowance: Usdt | undefined
  /** In the spelling of the network. */
  readonly address: string
  readonly isToSender: boolean
}

/** Shows a refund with its costs before it is made. Nothing is done yet. */
export const refundReview: Submit = (visit) => visit.services.store.read((tx) => reviewPage(tx, visit))

async function reviewPage(tx: Tx, visit: Visit): Promise<DashboardPage> {
  const plan = await readPlan(tx, visit)
  const { order, amount, returnedFee } = plan
  const payment = { network: order.network, debit: debitOf(plan), hasReadyDestination: true }
  const note = plan.available >= payment.debit ? await waitNotice(tx, visit, payment) : NOTHING
  const back = { href: visit.href(`/orders/${order.id}`), text: visit.exact(order.orderNumber) }
  const main = html`${pageHead({
    path: {
      label: visit.plain('path'),
      link: { ...back, text: html`<span class="mono">${back.text}</span>` },
      here: visit.plain('refund'),
    },
    title: visit.plain('review_refund'),
    line: visit.text('review_text'),
  })}<div class="columns"><div>${card({
    id: 'review',
    isFlush: true,
    body: html`<div class="balance"><div><p class="dim">${visit.text('payer_gets')}</p><p class="available">${amountOf(amount)} <small>USDT</small></p></div>${returnedFee > 0n ? badge({ tone: 'info', icon: 'undo', text: visit.text('fee_returned') }) : NOTHING}</div><div class="card-body">${facts(
      [
        { label: visit.text('to'), value: wholeAddress(plan.address) },
        {
          label: visit.text('network'),
          value: visit.exact(`${NETWORK_NAMES[order.network]} · ${order.network}`),
        },
        { label: visit.text('for'), value: html`<bdi>${order.description ?? '–'}</bdi>` },
        { label: visit.text('note'), value: html`<bdi>${visit.field('note') || '–'}</bdi>` },
      ],
    )}</div>`,
  })}${costsCard(visit, plan)}</div><div>${card({
    id: 'checks',
    title: visit.plain('checks'),
    body: html`${checkList(checksOf(visit, plan), { passed: visit.plain('yes'), not: visit.plain('look') })}${note}${formOf(visit, plan)}`,
  })}</div></div>`
  return { kind: 'content', title: visit.plain('review_refund'), section: 'orders', main }
}

/** @throws the errors of the form that making the refund would have */
async function readPlan(tx: Tx, visit: Visit): Promise<Planned> {
  const { context } = visit.services
  const found = await readRefundable(tx, visit)
  const { order, credited, all } = found
  const chosen = visit.field('how_much')
  const amount = requirePositive(
    chosen === OTHER ? typedAmount(visit.field('amount')) : chosen,
    CHAIN_DECIMALS,
  )
  if (amount > all)
    throw new DomainError('invalid_amount', { param: 'amount', detail: `at most ${formatUsdt(all)} USDT` })
  requireMinimum(amount, context.policy.refundMinimum)
  const address = await requireDestination(tx, context, order, visit.field('address'), 'destination_address')
  const [sender, other] = await tx.transfers.listSenders(order.id, 2)
  const { available } = await merchantBalances(tx, visit.caller)
  return {
    ...found,
    amount,
    returnedFee: amount > credited ? subtract(amount, credited) : usdt(0n),
    networkFee: context.policy.withdrawals[order.network].fee,
    available,
    allowance: await refundAllowance(tx, visit.caller, visit.now),
    address,
    isToSender: sender !== undefined && other === undefined && isSameAddress(order.network, sender, address),
  }
}

const isAllowed = (plan: Planned): boolean => plan.allowance === undefined || plan.allowance >= debitOf(plan)

const debitOf = ({ amount, networkFee }: Planned): Usdt => add(amount, networkFee)

function costsCard(visit: Visit, plan: Planned): Html {
  const { order, amount, returnedFee, networkFee, available } = plan
  const debit = debitOf(plan)
  const rows: readonly (readonly [title: Html, amount: Html | string])[] = [
    [visit.text('credited_part'), amountOf(subtract(amount, returnedFee))],
    ...(returnedFee > 0n
      ? [[visit.text('returned_fee', { rate: percent(order.feeRate) }), amountOf(returnedFee)] as const]
      : []),
    [visit.text('fee_on', { network: NETWORK_NAMES[order.network] }), amountOf(networkFee)],
    [html`<b>${visit.text('taken')}</b>`, html`<b>${amountOf(debit)}</b>`],
    [visit.text('left_over'), available >= debit ? amountOf(subtract(available, debit)) : '–'],
  ]
  return card({
    id: 'costs',
    title: visit.plain('what_it_takes'),
    aside: 'USDT',
    isFlush: true,
    body: plainTable<(typeof rows)[number]>({
      caption: `${visit.plain('what_it_takes')}, USDT`,
      rows,
      columns: [
        { title: visit.text('line'), cell: ([title]) => title },
        { title: visit.text('amount'), cell: ([, cell]) => cell, isNumber: true },
      ],
    }),
  })
}

function checksOf(visit: Visit, plan: Planned): Check[] {
  const { order, available, allowance, refunded, all, isToSender } = plan
  const isCovered = available >= debitOf(plan)
  return [
    {
      isPassed: isCovered,
      title: visit.text(isCovered ? 'balance_covers' : 'error_balance'),
      text: visit.text('available_amount', { amount: amountOf(available) }),
    },
    ...(allowance === undefined
      ? []
      : [
          {
            isPassed: isAllowed(plan),
            title: visit.text(isAllowed(plan) ? 'within_limit' : 'above_limit'),
            text: limitText(visit, allowance),
          },
        ]),
    {
      isPassed: true,
      title: visit.text('address_is_valid'),
      text: visit.text('address_is_valid_text', { network: NETWORK_NAMES[order.network] }),
    },
    {
      isPassed: refunded === 0n,
      title:
        refunded === 0n
          ? visit.text('nothing_refunded')
          : visit.text('refunded_before', { amount: amountOf(refunded) }),
      text: visit.text('at_most_amount', { amount: amountOf(all) }),
    },
    {
      isPassed: isToSender,
      title: visit.text(isToSender ? 'to_the_sender' : 'not_the_sender'),
      text: visit.text(isToSender ? 'to_the_sender_text' : 'not_the_sender_text'),
    },
  ]
}

function formOf(visit: Visit, plan: Planned): Html {
  const { order, amount, returnedFee, address } = plan
  const kept = { how_much: visit.field('how_much'), amount: visit.field('amount') }
  const shared = { address, note: visit.field('note') }
  const path = `/orders/${order.id}/refund`
  const sent = { ...shared, amount: formatUsdt(amount), include_fee: returnedFee > 0n ? 'yes' : '' }
  const compared = html`${visit.text('compared_end')} <b>${visit.exact(address.slice(-COMPARED))}</b>`
  const isPossible = plan.available >= debitOf(plan) && isAllowed(plan)
  const back = buttonLink({ text: visit.plain('change'), href: visit.href(path, { ...kept, ...shared }) })
  return html`<form class="decide" method="post" action="${visit.href(path)}">${visit.hiddenFields}${joinHtml(
    Object.entries(sent).map(([name, value]) => hiddenField(name, value)),
  )}${
    isPossible
      ? html`${checkboxes('compared', visit.text('address'), [{ value: 'yes', title: compared, isRequired: true }])}${button({ text: html`<span>${visit.text('refund')} ${amountOf(amount)} USDT</span>`, kind: 'primary', icon: 'undo' })}`
      : NOTHING
  }${back}<p class="dim small">${visit.text('refund_is_final')}</p></form>`
}
