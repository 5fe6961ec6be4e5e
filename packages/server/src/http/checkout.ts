import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import type { Checkout, CheckoutMessage, CheckoutPage, PagePreference } from '../domain/orders/checkout.js'
import { DomainError } from '../domain/shared/errors.js'
import type { Clock } from '../domain/shared/types.js'
import { Unavailable } from '../domain/store/store.js'
import type { AddressOf } from './client-address.js'
import { ErrorWithPage, toErrorReply } from './errors.js'
import type { RateLimit } from './limits/rate-limit.js'
import type { OpenedPages } from './opened-pages.js'
import { type CheckoutStreamServices, streamCheckout } from './streams/checkout-stream.js'
import { readBody } from './validator/body.js'
import { sendCompressed } from './validator/compressed.js'

export interface CheckoutServices extends CheckoutStreamServices {
  readonly checkout: Checkout
  readonly clock: Clock
  readonly addressOf: AddressOf
  /** Requests for one token from one address, so that payers who share an address do not block each other. */
  readonly requests: RateLimit
  /** Requests for unknown tokens from one address. */
  readonly misses: RateLimit
  /** Pages that an address with too many misses may still see. */
  readonly opened: OpenedPages
  /** True once the server is stopping: the page shows that and reloads. */
  readonly isStopping: () => boolean
}

const TOKEN = /^[A-Za-z0-9_-]{1,64}$/
/** A token followed by punctuation that a mail program took for a part of the link, such as a full stop or a bracket. */
const WITH_PUNCTUATION = /^([A-Za-z0-9_-]{1,64})(?:(?![_-])[\p{P}\p{S}\s])+$/u
const LOGO_SECONDS = 300

/**
 * Serves the requests of a payer's browser: the page of an on-chain order, its event stream, its state and its logo, and on
 * the sandbox the simulated payments. An unknown token gets a 404 page.
 */
export function checkoutRouter(services: CheckoutServices): Router {
  const { checkout, clock } = services
  const router = Router({ strict: true, caseSensitive: true })
  router.use(setPrivacyHeaders, refuseWhenStopping(services))
  router.get('/:token', async (request, response) => {
    const [, token] = WITH_PUNCTUATION.exec(tokenOf(request)) ?? []
    if (token !== undefined) return redirect(request, response, token)
    const view = await findView(services, request)
    await sendPage(request, response, view.page(clock.now(), preferenceOf(request)))
  })
  router.get('/:token/state', async (request, response) => {
    const view = await findView(services, request)
    response.json(view.state(clock.now()))
  })
  router.get('/:token/events', async (request, response) => {
    const { orderId } = await findView(services, request)
    if (request.method === 'HEAD') return void response.type('text/event-stream').end()
    await streamCheckout(
      services,
      { token: tokenOf(request), orderId, address: services.addressOf(request) },
      response,
    )
  })
  router.get('/:token/logo', async (request, response) => {
    await findView(services, request)
    const logo = await checkout.logo(tokenOf(request))
    if (!logo) throw new DomainError('not_found')
    response.set({
      'Content-Type': logo.type,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': `private, max-age=${LOGO_SECONDS}`,
    })
    response.send(logo.bytes)
  })
  router.post('/:token/simulate', async (request, response) => {
    await findView(services, request)
    const form = new URLSearchParams((await readBody(request)).toString('latin1'))
    const token = tokenOf(request)
    const isDone = await checkout.simulate(token, form.get('action') ?? undefined)
    if (isDone === undefined) throw new DomainError('not_found')
    if (!isDone) return sendNotice(services, { kind: 'refused', status: 409, token }, request, response)
    redirect(request, response, `../${token}`)
  })
  router.get('/:token/', (request, response) => {
    const text = tokenOf(request)
    const [, token = text] = WITH_PUNCTUATION.exec(text) ?? []
    if (!TOKEN.test(token)) throw new DomainError('not_found')
    redirect(request, response, `../${token}`)
  })
  // A link without its token gets a page too.
  router.get('/', () => {
    throw new DomainError('not_found')
  })
  router.use(answerWithPage(services))
  return router
}

/**
 * Finds the order of a token. An address with too many misses is refused before the store is read, because guessing tokens
 * is faster than reading the store. Unknown tokens are not remembered. Other payers behind that address keep the pages that
 * they have open.
 *
 * @throws not_found, rate_limit_exceeded
 */
async function findView(
  { checkout, requests, misses, opened, addressOf }: CheckoutServices,
  request: Request,
) {
  const token = tokenOf(request)
  const address = addressOf(request)
  const isOpened = opened.has(token)
  if (isOpened) await requests.take(`${address} ${token}`)
  else await misses.require(address)
  const view = TOKEN.test(token) ? await checkout.find(token) : undefined
  if (!view) {
    await misses.take(address)
    throw new DomainError('not_found')
  }
  if (!isOpened) await requests.take(`${address} ${token}`)
  opened.add(token)
  return view
}

/** Reads the token from a path behind `/pay`, for error handlers, to which Express passes no parameters. Empty without a token. */
function tokenIn(path: string): string {
  const [, token = ''] = path.split('/')
  return TOKEN.test(token) ? token : ''
}

/** Returns the token of the route, decoded by Express. */
const tokenOf = ({ params }: Request): string => `${params.token ?? ''}`

/** @param page the page's address, relative to the request's */
function redirect(request: Request, response: Response, page: string): void {
  const { requested } = preferenceOf(request)
  response.set(
    'Location',
    `${page}${requested === undefined ? '' : `?lang=${encodeURIComponent(requested)}`}`,
  )
  response.status(303).end()
}

function preferenceOf(request: Request): PagePreference {
  const { lang } = request.query
  return {
    requested: typeof lang === 'string' ? lang : undefined,
    accepted: request.get('accept-language'),
    isStaying: request.query.stay !== undefined,
  }
}

async function sendPage(request: Request, response: Response, page: CheckoutPage): Promise<void> {
  response.set({
    'Content-Security-Policy': page.policy,
    'Content-Language': page.language,
  })
  response.removeHeader('X-Frame-Options') // the policy decides which pages may embed this one
  response.vary('Accept-Language')
  response.type('html')
  await sendCompressed(request, response, page.html)
}

function sendNotice(
  { checkout }: CheckoutServices,
  { kind, status, token }: { kind: CheckoutMessage; status: number; token: string },
  request: Request,
  response: Response,
): Promise<void> {
  response.status(status)
  return sendPage(request, response, checkout.message(kind, token, preferenceOf(request)))
}

/**
 * Keeps the URL of a page private, because it gives access to the order, and keeps proxies from changing the page: its
 * policy refuses what a content delivery network adds, such as a script that decodes hidden email addresses.
 */
const setPrivacyHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'no-store, no-transform',
  })
  next()
}

function refuseWhenStopping({ isStopping }: CheckoutServices): RequestHandler {
  return (_request, response, next) => {
    if (!isStopping()) return next()
    response.set('Connection', 'close')
    next(new Unavailable('stopping'))
  }
}

/** Answers browsers with a page, and requests of the page's script as the API does. */
function answerWithPage(services: CheckoutServices): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error)
    const { status, headers } = toErrorReply(error)
    const kind = NOTICES[status]
    const isForScript = /\/(?:state|events|logo)$/.test(request.path)
    if (kind === undefined || isForScript) return next(error)
    response.set(headers)
    // The `unavailable` page reloads itself, which repeats only a GET.
    const isPosted = request.method === 'POST' && kind === 'unavailable'
    const notice = { kind: isPosted ? 'not_done' : kind, status, token: tokenIn(request.path) } as const
    const show = () => sendNotice(services, notice, request, response)
    if (status >= 500) return next(new ErrorWithPage(error, show))
    await show()
  }
}

const NOTICES: Readonly<Record<number, CheckoutMessage>> = {
  404: 'not_found',
  429: 'busy',
  500: 'unavailable',
  503: 'unavailable',
}
