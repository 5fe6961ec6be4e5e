import { type ErrorRequestHandler, Router } from 'express'
import type { Order } from '../domain/orders.js'
import type { Clock, Instant, Store } from '../domain/ports.js'
import { isStorable } from './storable-text.js'

/** How the page looks is the checkout's; http only serves it. */
export interface CheckoutPages {
  readonly policy: string
  render(order: Extract<Order, { kind: 'on-chain' }>, now: Instant): string
  renderNotFound(): string
}

/** `GET /pay/{token}`: the page of an on-chain order. An unknown token is a plain 404 page. */
export function checkoutRouter(store: Store, clock: Clock, pages: CheckoutPages): Router {
  const router = Router({ strict: true, caseSensitive: true })
  router.get('/:token', async (request, response) => {
    const { token } = request.params
    const order = isStorable(token) ? await store.read((tx) => tx.orders.findByToken(token)) : undefined
    response.set({
      'Content-Security-Policy': pages.policy,
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    })
    response.type('html')
    if (order?.kind === 'on-chain') response.send(pages.render(order, clock.now()))
    else response.status(404).send(pages.renderNotFound())
  })
  const answerUndecodable: ErrorRequestHandler = (error, _request, response, next) => {
    if (error instanceof URIError) response.status(404).type('html').send(pages.renderNotFound())
    else next(error)
  }
  router.use(answerUndecodable)
  return router
}
