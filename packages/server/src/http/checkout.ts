import { type Request, Router } from 'express'
import type { Checkout } from '../domain/orders/checkout.js'
import { DomainError } from '../domain/shared/errors.js'
import type { Clock } from '../domain/shared/types.js'
import type { RateLimit } from './limits/rate-limit.js'
import {
  answerWithPage,
  findPage,
  type PayerPageServices,
  preferenceOf,
  redirect,
  sendLogo,
  sendNotice,
  sendPage,
  servePages,
  tokenOf,
} from './payer-pages.js'
import { type CheckoutStreamServices, streamCheckout } from './streams/checkout-stream.js'
import { readBody } from './validator/body.js'

export interface CheckoutServices extends CheckoutStreamServices, PayerPageServices {
  readonly checkout: Checkout
  readonly clock: Clock
  /** Refund addresses that are typed at one address of the network. */
  readonly refundAddresses: RateLimit
}

/** Characters of an address that a page shows again. */
const SHOWN_AGAIN = 200

/**
 * Serves the requests of a payer's browser: the page of an on-chain order, its event stream, its state and its logo, and on
 * the sandbox the simulated payments. An unknown token gets a 404 page.
 */
export function checkoutRouter(services: CheckoutServices): Router {
  const { checkout, clock } = services
  const router = Router({ strict: true, caseSensitive: true })
  const findView = (request: Request) => findPage(services, request, (token) => checkout.find(token))
  servePages(router, services, async (request, response) => {
    const view = await findView(request)
    await sendPage(request, response, view.page(clock.now(), preferenceOf(request)))
  })
  router.get('/:token/state', async (request, response) => {
    const view = await findView(request)
    response.json(view.state(clock.now()))
  })
  router.get('/:token/events', async (request, response) => {
    const { orderId } = await findView(request)
    if (request.method === 'HEAD') return void response.type('text/event-stream').end()
    await streamCheckout(
      services,
      { token: tokenOf(request), orderId, address: services.addressOf(request) },
      response,
    )
  })
  router.get('/:token/logo', async (request, response) => {
    await findView(request)
    sendLogo(response, await checkout.logo(tokenOf(request)))
  })
  router.post('/:token/simulate', async (request, response) => {
    await findView(request)
    const form = new URLSearchParams((await readBody(request)).toString('latin1'))
    const token = tokenOf(request)
    const isDone = await checkout.simulate(token, form.get('action') ?? undefined)
    if (isDone === undefined) throw new DomainError('not_found')
    if (!isDone) return sendNotice(checkout, { kind: 'refused', status: 409, token }, request, response)
    redirect(request, response, `../${token}`)
  })
  router.post('/:token/refund-address', async (request, response) => {
    const view = await findView(request)
    await services.refundAddresses.take(services.addressOf(request))
    const form = new URLSearchParams((await readBody(request)).toString('utf8'))
    const token = tokenOf(request)
    const address = (form.get('refund_address') ?? '').slice(0, SHOWN_AGAIN)
    const result = await checkout.leaveAddress(token, address)
    if (result === undefined) throw new DomainError('not_found')
    if (result === 'left' || result === 'closed') return redirect(request, response, `../${token}`)
    response.status(400)
    await sendPage(
      request,
      response,
      view.page(clock.now(), preferenceOf(request), { address, fault: result }),
    )
  })
  router.use(answerWithPage(checkout))
  return router
}
