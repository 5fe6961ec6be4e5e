import { listUsableRates } from '../../domain/rates/conversion.js'
import { rateText, withSurcharge } from '../../domain/rates/price.js'
import type { StoredRate } from '../../domain/rates/stored-rate.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { typedAmount } from '../../domain/shared/typed-amount.js'
import type { Network } from '../../domain/shared/types.js'
import { formField } from '../../pages/parts.js'
import { errorAt } from '../../pages/refusal.js'
import { html, NOTHING } from '../../runtime/html.js'
import { checkboxes, choices, hiddenField, selectField } from '../../ui/fields.js'
import { NETWORK_NAMES } from '../../ui/figures.js'
import { previewStyle } from '../brand/preview-style.js'
import { formPage } from '../form-page.js'
import type { ReadPage, Submit } from '../page.js'
import { openNetworks, servedNetworks } from '../payment-fields.js'
import type { Visit } from '../visit.js'
import { linkPreview, linkPreviewScript } from './link-preview.js'
import { sharePart } from './link-share.js'

/** The member of the metadata that has the merchant's own number. */
const REFERENCE = 'reference'
const CURRENCY = 'currency'
/** The field with the networks that could be chosen. */
const OFFERED = 'offered'
const USDT = 'USDT'
const AMOUNT = { inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' } as const

export const newLinkPage: ReadPage = async (tx, visit) => {
  const open = await openNetworks(tx, visit)
  const page = formPage(visit, {
    id: 'link',
    section: 'links',
    title: 'new_link',
    line: visit.text('new_link_text'),
    path: '/links/new',
    fields: html`${formField(visit, {
      name: 'description',
      label: visit.text('for'),
      hint: visit.text('for_hint'),
      attributes: { maxlength: 500, autocomplete: 'off', dir: 'auto' },
    })}${amountFields(visit, await listUsableRates(tx, visit.services.context))}${usesChoice(visit)}${hiddenField(OFFERED, open.join(' '))}${networkBoxes(visit, open)}${formField(
      visit,
      {
        name: 'valid_until',
        label: visit.text('valid_until'),
        note: visit.text('optional'),
        hint: visit.text('valid_until_hint', { zone: visit.zoneName }),
        attributes: { type: 'date' },
      },
      'expires_at',
    )}${formField(
      visit,
      {
        name: 'reference',
        label: visit.text('reference'),
        note: visit.text('optional'),
        attributes: { maxlength: 200, autocomplete: 'off', dir: 'auto' },
      },
      'metadata',
    )}`,
    submit: { text: 'create_link', icon: 'link' },
    aside: linkPreview(visit, open),
  })
  return { ...page, style: previewStyle(visit.brand.accent), script: linkPreviewScript() }
}

/** Without a script, a browser shows the fields of the chosen mode by the style of the page. */
function amountFields(visit: Visit, rates: readonly StoredRate[]) {
  const isCustom = visit.field('amount_mode') === 'CUSTOM'
  const mode = choices('amount_mode', visit.text('amount'), [
    { value: 'FIXED', title: visit.text('fixed'), text: visit.text('fixed_text'), isChosen: !isCustom },
    { value: 'CUSTOM', title: visit.text('custom'), text: visit.text('custom_text'), isChosen: isCustom },
  ])
  const amountField = (name: string, label: 'at_least' | 'at_most') =>
    formField(visit, {
      name,
      label: visit.text(label),
      unit: 'USDT',
      note: visit.text('optional'),
      attributes: AMOUNT,
    })
  const fixed = {
    name: 'amount',
    label: visit.text('amount'),
    ...(rates.length === 0 && { unit: 'USDT' }),
    hint: visit.text('amount_hint'),
    attributes: AMOUNT,
  }
  return html`${mode}<div class="fixed">${formField(visit, fixed, 'amount', 'price')}${currencyField(visit, rates)}</div><div class="custom">${amountField('min_amount', 'at_least')}${amountField('max_amount', 'at_most')}</div>`
}

/** USDT, and the currencies that have a usable rate, with what one of them is to this merchant now. */
export function currencyField(visit: Visit, rates: readonly StoredRate[]) {
  if (rates.length === 0) return NOTHING
  const { surcharge } = visit.caller.merchant
  const priced = rates.map(({ currency, rate }) => ({
    value: currency,
    text: `${currency} · ${rateText({ currency, rate: withSurcharge(rate, surcharge) })}`,
  }))
  return selectField({
    name: CURRENCY,
    label: visit.text('currency'),
    value: visit.field(CURRENCY),
    hint: visit.text('currency_hint'),
    options: [{ value: USDT, text: USDT }, ...priced],
  })
}

function usesChoice(visit: Visit) {
  const isMany = visit.field('uses') === 'MANY'
  return choices('uses', visit.text('how_often'), [
    { value: 'ONCE', title: visit.text('once'), text: visit.text('once_text'), isChosen: !isMany },
    { value: 'MANY', title: visit.text('many'), text: visit.text('many_text'), isChosen: isMany },
  ])
}

function networkBoxes(visit: Visit, open: readonly Network[]) {
  const chosen = visit.request.form ? visit.fields('networks') : undefined
  return checkboxes(
    'networks',
    visit.text('payer_networks'),
    servedNetworks(visit).map((network) => ({
      value: network,
      title: NETWORK_NAMES[network],
      text: open.includes(network) ? network : visit.text('orders_paused'),
      isChecked: open.includes(network) && (chosen?.includes(network) ?? true),
      isDisabled: !open.includes(network),
    })),
    errorAt(visit, 'networks', 'network').error,
  )
}

/** Creates a link and shows it. A session that may not read gets it in this answer only. */
export const createLinkForm: Submit = async (visit) => {
  const link = await visit.repeatable('createPaymentLink', {
    body: { ...amountsOf(visit), ...termsOf(visit), idempotency_key: visit.formKey },
  })
  if (visit.may('sales')) return { kind: 'redirect', to: visit.path(`/links/${link.id}`) }
  return {
    kind: 'content',
    title: visit.plain('payment_link'),
    section: 'links',
    main: sharePart(visit, link.url, link.description ?? null),
  }
}

function amountsOf(visit: Visit) {
  const given = (name: string) => typedAmount(visit.field(name)) || undefined
  if (visit.field('amount_mode') === 'CUSTOM')
    return {
      amount_mode: 'CUSTOM',
      min_amount: given('min_amount'),
      max_amount: given('max_amount'),
    } as const
  return { amount_mode: 'FIXED', ...priceOrAmount(visit) } as const
}

/** The amount of a form, as a price where another currency than USDT is chosen. */
export function priceOrAmount(visit: Visit) {
  const typed = visit.field('amount')
  const currency = visit.field(CURRENCY) || USDT
  if (currency === USDT) return { amount: typedAmount(typed) }
  // Three decimals are refused later, except for a currency that is written with them.
  return { price: { amount: typedAmount(typed, { isPointDecimal: true }), currency } }
}

function termsOf(visit: Visit) {
  const reference = visit.field('reference') || undefined
  const networks = visit.fields('networks') as Network[] // the contract checks them
  const offered = (visit.field(OFFERED) || servedNetworks(visit).join(' ')).split(' ') as Network[]
  return {
    currency: 'USDT',
    uses: visit.field('uses') === 'MANY' ? 'MANY' : 'ONCE',
    // All that the form offered, or none, stand for those that are on when the page is opened.
    networks:
      networks.length === 0 || offered.every((each) => networks.includes(each)) ? undefined : networks,
    expires_at: endOf(visit),
    description: visit.field('description') || undefined,
    metadata: reference === undefined ? undefined : { [REFERENCE]: reference },
  } as const
}

/** The end of the chosen day in the merchant's zone; a text that is no day is for the contract to refuse. */
function endOf(visit: Visit): string | undefined {
  const day = visit.field('valid_until')
  if (day === '') return undefined
  const end = visit.zone.endOf(day)
  return end === undefined ? day : isoTime(end)
}
