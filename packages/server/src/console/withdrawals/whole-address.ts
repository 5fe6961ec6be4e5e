import { type Html, html } from '../../runtime/html.js'

/** An address in full, bold at both ends, which people compare. */
export const wholeAddress = (address: string): Html =>
  html`<span class="whole mono" dir="ltr" translate="no"><b>${address.slice(0, 6)}</b>${address.slice(6, -6)}<b>${address.slice(-6)}</b></span>`
