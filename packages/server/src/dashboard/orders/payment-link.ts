import type { OnChainOrder } from '../../domain/orders/order.js'
import { getNamedOrder } from '../../domain/orders/orders.js'
import { DomainError } from '../../domain/shared/errors.js'
import type { Network } from '../../domain/shared/types.js'
import { formField, linkButton, postForm } from '../../pages/parts.js'
import { type Html, html } from '../../runtime/html.js'
import { button, buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { copyField } from '../../ui/copy-field.js'
import { field } from '../../ui/fields.js'
import { amountOf, NETWORK_NAMES } from '../../ui/figures.js'
import { qrOf } from '../../ui/qr.js'
import { pageHead } from '../../ui/shell.js'
import { formPage } from '../form-page.js'
import { clockTime, day } from '../frame/times.js'
import type { DashboardPage, ReadPage, Submit } from '../page.js'
import { networkChoices, typedAmount } from '../payment-fields.js'
import type { Visit } from '../visit.js'

/** The member of the metadata that has the merchant's own number. */
const REFERENCE = 'reference'

export const newPaymentPage: ReadPage = async (_tx, visit) => {
  const amount = formField(visit, {
    name: 'amount',
    label: visit.text('amount'),
    unit: 'USDT',
    hint: visit.text('amount_hint'),
    attributes: { required: true, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' },
  })
  const description = formField(visit, {
    name: 'description',
    label: visit.text('for'),
    hint: visit.text('for_hint'),
    attributes: { maxlength: 500, autocomplete: 'off', dir: 'auto' },
  })
  const reference = formField(
    visit,
    {
      name: 'reference',
      label: visit.text('reference'),
      note: visit.text('optional'),
      attributes: { maxlength: 200, autocomplete: 'off', dir: 'auto' },
    },
    'metadata',
  )
  return formPage(visit, {
    id: 'payment',
    section: 'orders',
    title: 'new_payment',
    line: visit.text('new_payment_text'),
    path: '/orders/new',
    fields: html`${amount}${description}${reference}${networkChoices(visit)}`,
    submit: { text: 'create_link', icon: 'link' },
  })
}

/** The same with the fewest fields, for the home page. */
export const quickPayment = (visit: Visit): Html =>
  postForm(
    visit,
    '/orders/new',
    html`${field({
      name: 'amount',
      label: visit.text('amount'),
      unit: 'USDT',
      attributes: { required: true, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' },
    })}${field({
      name: 'description',
      label: visit.text('for'),
      attributes: { maxlength: 500, autocomplete: 'off', dir: 'auto' },
    })}${networkChoices(visit)}${button({ text: visit.plain('create_link'), kind: 'primary', icon: 'link' })}`,
  )

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
    line: html`${visit.text('created_text', { amount, network: visit.exact(NETWORK_NAMES[network]) })}${description === null ? '' : html` · <bdi>${description}</bdi>`}`,
  })}${card({
    id: 'share',
    body: html`<div class="share"><div class="qr">${qrOf(url)}</div><div>${copyField('link', url, words)}${
      until
        ? html`<p class="dim">${visit.text('pay_until', { time: visit.exact(`${clockTime(visit, until.expireAt)} ${visit.zone.name}`), day: day(visit, until.expireAt) })}</p>`
        : ''
    }${buttons(
      buttonLink({ text: visit.plain('share_by_mail'), kind: 'primary', icon: 'mail', href: mail }),
      buttonLink({
        text: visit.plain('checkout_page'),
        icon: 'external',
        href: url,
        attributes: { rel: 'noreferrer', target: '_blank' },
      }),
      ...(until ? [linkButton(visit, 'order', `/orders/${until.id}`)] : []),
    )}</div></div>`,
  })}`
  return { kind: 'content', title: visit.plain('payment_link'), section: 'orders', main }
}
