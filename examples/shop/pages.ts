import { html } from 'hono/html'
import type { Cart } from './database.js'

const TEXTS = {
  open: 'We have no payment yet. It takes a minute to arrive.',
  paid: 'Paid. We are packing.',
  shipped: 'Paid and on its way.',
}

const page = (content: unknown) =>
  html`<!doctype html>
    <html lang="en">
      <meta name="viewport" content="width=device-width" />
      <title>Shop</title>
      <body style="font: 1rem system-ui; max-width: 32rem; margin: 3rem auto; padding: 0 1rem">
        ${content}
      </body>
    </html>`

export const frontPage = () =>
  page(html`<h1>Shop</h1>
    <form method="post" action="/carts"><button>One book, 25.00 USDT</button></form>`)

/** The page of a cart asks the shop for its status until it is shipped. */
export function cartPage({ id, amount, paid_by, fulfilled_at }: Cart) {
  const status = fulfilled_at ? 'shipped' : paid_by ? 'paid' : 'open'
  const pay = html`<form method="post" action="/carts/${id}/checkout"><button>Pay ${amount} USDT</button></form>`
  return page(html`<h1>Your cart</h1>
    <p role="status" id="status">${TEXTS[status]}</p>
    ${status === 'open' ? pay : ''}
    <script>
      const ask = async () => {
        const { status } = await (await fetch('/carts/${id}/status')).json()
        if (status !== '${status}') location.reload()
      }
      if ('${status}' !== 'shipped') setInterval(ask, 3000)
    </script>`)
}
