import { type Html, html } from '../../runtime/html.js'
import { buttonLink, buttons } from '../../ui/button.js'
import { copyField } from '../../ui/copy-field.js'
import { qrOf } from '../../ui/qr.js'
import type { Visit } from '../visit.js'

/** The address of a page for payers, to copy, to scan and to mail. */
export function sharePart(visit: Visit, url: string, description: string | null): Html {
  const subject = `${visit.caller.merchant.name}: ${description ?? 'USDT'}`
  const mail = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(url)}`
  const words = { text: visit.plain('copy'), copied: visit.plain('copied') }
  return html`<div class="share"><div class="qr">${qrOf(url)}</div><div>${copyField('link', url, words)}${buttons(
    buttonLink({ text: visit.plain('share_by_mail'), kind: 'primary', icon: 'mail', href: mail }),
    buttonLink({
      text: visit.plain('open_page'),
      icon: 'external',
      href: url,
      attributes: { rel: 'noreferrer', target: '_blank' },
    }),
  )}</div></div>`
}
