import { type Html, html } from '../runtime/html.js'

/** Characters at each end that people compare. */
export const COMPARED = 6

/** An address in full, bold at both ends, which people compare. */
export const wholeAddress = (address: string): Html =>
  html`<span class="whole mono" dir="ltr" translate="no"><b>${address.slice(0, COMPARED)}</b>${address.slice(COMPARED, -COMPARED)}<b>${address.slice(-COMPARED)}</b></span>`
