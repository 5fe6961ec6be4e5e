import type { Network } from '../../domain/shared/types.js'
import { readAsset } from '../../runtime/assets.js'
import { type Html, html, joinHtml } from '../../runtime/html.js'
import { attributes } from '../../ui/attributes.js'
import { behaviour } from '../../ui/behaviour.js'
import { card } from '../../ui/card.js'
import { NETWORK_NAMES } from '../../ui/figures.js'
import type { Inline } from '../../ui/inline.js'
import { payeeOf } from '../brand/brand-preview.js'
import type { Visit } from '../visit.js'

let script: Inline | undefined

/** Lets the preview follow the form. */
export function linkPreviewScript(): Inline {
  script ??= behaviour(readAsset('dashboard', 'link-preview.js'))
  return script
}

/** The page of a link with what was sent, which a script keeps up with what is typed. */
export function linkPreview(visit: Visit, networks: readonly Network[]): Html {
  const name = visit.brand.name ?? visit.caller.merchant.name
  const isCustom = visit.field('amount_mode') === 'CUSTOM'
  const sent = visit.fields('networks')
  const chosen = networks.filter((network) => sent.length === 0 || sent.includes(network))
  const payOn = (network: keyof typeof NETWORK_NAMES) =>
    visit.words.say('preview_pay', { network: NETWORK_NAMES[network] })
  const options = networks.map(
    (network) =>
      html`<p class="option"${attributes({ 'data-network': network, 'data-pay': payOn(network), hidden: !chosen.includes(network) })}><strong>${NETWORK_NAMES[network]}</strong> ${network}</p>`,
  )
  const sum = html`<p class="sum" dir="ltr" data-shows="fixed"${attributes({ hidden: isCustom })}><span data-shows="amount">${visit.field('amount') || '0.00'}</span> <small data-shows="currency">${visit.field('currency') || 'USDT'}</small></p><p class="sum" data-shows="custom"${attributes({ hidden: !isCustom })}>${visit.text('poster_amount')}</p>`
  return card({
    id: 'preview',
    title: visit.plain('payers_see'),
    isFlush: true,
    body: html`<div class="look"><figure class="wide">${payeeOf(visit, name)}<div><p class="dim" data-shows="description">${visit.field('description')}</p>${sum}<p><strong>${visit.text('preview_network')}</strong></p>${joinHtml(options)}<p class="fake" data-shows="pay">${chosen[0] ? payOn(chosen[0]) : ''}</p></div></figure></div>`,
  })
}
