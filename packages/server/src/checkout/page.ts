import { createHash } from 'node:crypto'
import { isoTime } from '../domain/instant.js'
import { formatUsdt, subtract } from '../domain/money.js'
import type { OrderStatus } from '../domain/order-state.js'
import type { OnChainOrder } from '../domain/orders.js'
import type { Instant } from '../domain/ports.js'
import { Html, html } from '../html.js'

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 34rem; padding: 1.5rem }
h1 { font-size: 1.75rem; margin: 0 }
dl { display: grid; gap: .25rem 1rem; grid-template-columns: max-content 1fr }
dd { margin: 0; overflow-wrap: anywhere }
code { user-select: all }
`
/** Nothing but this style sheet: the page runs no script and loads nothing. */
export const CHECKOUT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const NETWORK_NAMES = { TRC20: 'Tron · TRC20', ERC20: 'Ethereum · ERC20' } as const

/** What each status tells the payer. The address is shown only while paying it is right. */
const SENTENCES: Readonly<Record<OrderStatus, string>> = {
  PENDING: 'This payment is being prepared.',
  OPEN: 'Send exactly this amount to this address.',
  PENDING_CONFIRM: 'Your payment is being settled.',
  CONFIRMING: 'Payment seen. It is being confirmed; you may close this page.',
  PAID: 'Paid. Thank you.',
  EXPIRED: 'No payment arrived in time. Do not use this address any more; start again from the shop.',
  EXPIRED_PAID: 'Your payment came late and has arrived. Do not pay again.',
  UNDERPAID: 'Less than the amount arrived in time. Do not send more here; contact the shop.',
  FROZEN: 'This payment is under review. Contact the shop.',
}
const SETTLED: ReadonlySet<OrderStatus> = new Set(['PAID', 'EXPIRED_PAID'])

/** The checkout page of an order as it stands at `now`: public fields only, no script. */
export function renderCheckout(order: OnChainOrder, now: Instant): string {
  const isPayable = order.status === 'OPEN' && now < order.expireAt
  const isWaiting = order.status === 'OPEN' && !isPayable
  const sentence = isWaiting
    ? 'Time is up. Checking for a payment already sent. Do not send now.'
    : SENTENCES[order.status]
  return page(
    `${formatUsdt(order.amount)} USDT`,
    SETTLED.has(order.status),
    html`<h1>${formatUsdt(order.amount)} USDT</h1>
<p role="status"><strong data-status="${order.status}">${sentence}</strong></p>
${isPayable ? payment(order) : new Html('')}
<dl>
<dt>Network</dt><dd>${NETWORK_NAMES[order.network]}</dd>
<dt>Received</dt><dd>${formatUsdt(order.received)} USDT</dd>
<dt>Order</dt><dd>${order.orderNumber}</dd>
${order.description === null ? new Html('') : html`<dt>For</dt><dd>${order.description}</dd>`}
</dl>
${order.returnUrl === null ? new Html('') : html`<p><a href="${order.returnUrl}" rel="noreferrer">Back to the shop</a></p>`}`,
  )
}

export const renderNotFound = (): string =>
  page('Not found', true, html`<h1>Not found</h1><p>There is no payment at this address.</p>`)

function payment(order: OnChainOrder): Html {
  const rest = subtract(order.amount, order.received)
  return html`<dl>
<dt>Send</dt><dd><code>${formatUsdt(rest)}</code> USDT</dd>
<dt>To</dt><dd><code dir="ltr">${order.address.address}</code></dd>
<dt>Before</dt><dd><time datetime="${isoTime(order.expireAt)}">${isoTime(order.expireAt)}</time></dd>
</dl>
<p>Only USDT on ${NETWORK_NAMES[order.network]}; anything else is lost. After any fee your exchange takes, exactly this amount must arrive.</p>`
}

function page(title: string, isFinal: boolean, body: Html): string {
  const refresh = isFinal ? new Html('') : new Html('<meta http-equiv="refresh" content="5">')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.text
}
