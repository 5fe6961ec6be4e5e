import type { OnChainOrder } from '../../domain/orders/order.js'
import { getNamedOrder } from '../../domain/orders/orders.js'
import { DomainError } from '../../domain/shared/errors.js'
import type { Network } from '../../domain/shared/types.js'
import { errorAt, refusalNotice } from '../../pages/refusal.js'
import { type Html, html } from '../../runtime/html.js'
import { button, buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { copyField } from '../../ui/copy-field.js'
import { field } from '../../ui/fields.js'
import { amountOf, exactText, NETWORK_NAMES } from '../../ui/figures.js'
import { qrOf } from '../../ui/qr.js'
import { pageHead } from '../../ui/shell.js'
import { clockTime, day } from '../frame/times.js'
import type { DashboardPage, ReadPage, Submit } from '../page.js'
import { networkChoices, typedAmount } from '../payment-fields.js'
import type { Visit } from '../visit.js'

/** The member of the metadata that has the merchant's own number. */
const REFERENCE = 'reference'

export const newPaymentPage: ReadPage = async (_tx, visit) => {
  const main = html`${pageHead({ title: visit.plain('new_payment'), line: visit.text('new_payment_text') })}${refusalNotice(visit)}<div class="form">${card(
    { id: 'payment', body: paymentFields(visit) },
  )}</div>`
  return { kind: 'content', title: visit.plain('new_payment'), section: 'orders', main }
}

/** The form of a new payment link. */
function paymentFields(visit: Visit): Html {
  return html`<form method="post" action="${visit.href('/orders/new')}">${visit.hiddenFields}${field({
    name: 'amount',
    label: visit.text('amount'),
    unit: 'USDT',
    value: visit.field('amount'),
    hint: visit.text('amount_hint'),
    attributes: { required: true, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' },
    ...errorAt(visit, 'amount'),
  })}${field({
    name: 'description',
    label: visit.text('for'),
    value: visit.field('description'),
    hint: visit.text('for_hint'),
    attributes: { maxlength: 500, autocomplete: 'off', dir: 'auto' },
    ...errorAt(visit, 'description'),
  })}${field({
    name: 'reference',
    label: visit.text('reference'),
    note: visit.text('optional'),
    value: visit.field('reference'),
    attributes: { maxlength: 200, autocomplete: 'off', dir: 'auto' },
    ...errorAt(visit, 'metadata'),
  })}${networkChoices(visit)}${button({ text: visit.plain('create_link'), kind: 'primary', icon: 'link' })}</form>`
}

/** The same with the fewest fields, for the home page. */
export const quickPayment = (visit: Visit): Html =>
  html`<form method="post" action="${visit.href('/orders/new')}">${visit.hiddenFields}${field({
    name: 'amount',
    label: visit.text('amount'),
    unit: 'USDT',
    attributes: { required: true, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' },
  })}${field({
    name: 'description',
    label: visit.text('for'),
    attributes: { maxlength: 500, autocomplete: 'off', dir: 'auto' },
  })}${networkChoices(visit)}${button({ text: visit.plain('create_link'), kind: 'primary', icon: 'link' })}</form>`

/** Creates an order, and shows its link. A session that may not read gets the link in this answer only. */
export const createPaymentForm: Submit = async (visit) => {
  const reference = visit.field('reference') || undefined
  const order = await visit.repeatable('createOrder', {
    body: {
      amount: typedAmount(visit),
      currency: 'USDT',
      network: visit.field('network') as Network, // the contract checks it
      description: visit.field('description') || undefined,
      metadata: reference === undefined ? undefined : { [REFERENCE]: reference },
      idempotency_key: visit.formKey,
    },
  })
  if (visit.may('read')) return { kind: 'redirect', to: visit.path(`/orders/${order.id}/share`) }
  return linkPage(visit, {
    url: order.payment_url,
    amount: html`<bdi class="num" dir="ltr">${order.order_amount}</bdi>`,
    description: order.description ?? null,
    network: order.network,
    until: undefined,
  })
}

/** Shows the link of an order to share it. */
export const sharePage: ReadPage = async (tx, visit) => {
  const order = await getNamedOrder(tx, visit.caller, visit.param('id'))
  if (order.kind === 'app') throw new DomainError('order_not_found')
  return linkPage(visit, {
    url: `${visit.services.settings.publicUrl()}/pay/${order.checkoutToken}`,
    amount: amountOf(order.amount),
    description: order.description,
    network: order.network,
    until: order,
  })
}

interface Link {
  readonly url: string
  readonly amount: Html
  readonly description: string | null
  readonly network: Network
  /** The order, if the session may read it. */
  readonly until: OnChainOrder | undefined
}

function linkPage(visit: Visit, { url, amount, description, network, until }: Link): DashboardPage {
  const subject = `${visit.caller.merchant.name}: ${description ?? 'USDT'}`
  const mail = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(url)}`
  const words = { text: visit.plain('copy'), copied: visit.plain('copied') }
  const main = html`${pageHead({
    title: visit.plain('payment_link'),
    line: html`${visit.text('created_text', { amount, network: exactText(NETWORK_NAMES[network]) })}${description === null ? '' : html` · <bdi>${description}</bdi>`}`,
  })}${card({
    id: 'share',
    body: html`<div class="share"><div class="qr">${qrOf(url)}</div><div>${copyField('link', url, words)}${
      until
        ? html`<p class="dim">${visit.text('pay_until', { time: exactText(`${clockTime(visit, until.expireAt)} ${visit.zone.name}`), day: day(visit, until.expireAt) })}</p>`
        : ''
    }${buttons(
      buttonLink({ text: visit.plain('share_by_mail'), kind: 'primary', icon: 'mail', href: mail }),
      buttonLink({
        text: visit.plain('checkout_page'),
        icon: 'external',
        href: url,
        attributes: { rel: 'noreferrer', target: '_blank' },
      }),
      ...(until ? [buttonLink({ text: visit.plain('order'), href: visit.href(`/orders/${until.id}`) })] : []),
    )}</div></div>`,
  })}`
  return { kind: 'content', title: visit.plain('payment_link'), section: 'orders', main }
}
