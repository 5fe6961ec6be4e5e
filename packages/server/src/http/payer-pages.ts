import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express'
import type { Logo } from '../domain/merchants/brand.js'
import type { CheckoutMessage, CheckoutPage, PagePreference } from '../domain/orders/checkout.js'
import { DomainError } from '../domain/shared/errors.js'
import { Unavailable } from '../domain/store/store.js'
import type { AddressOf } from './client-address.js'
import { ErrorWithPage, toErrorReply } from './errors.js'
import type { RateLimit } from './limits/rate-limit.js'
import type { OpenedPages } from './opened-pages.js'
import { sendCompressed } from './validator/compressed.js'

/** The parts of every area with pages of payers, whose paths end in an unguessable token. */
export interface PayerPageServices {
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

/** Renders the pages of an area that show nothing but a message. */
export interface Messages {
  message(kind: CheckoutMessage, token: string, preference: PagePreference): CheckoutPage
}

const TOKEN = /^[A-Za-z0-9_-]{1,64}$/
/** A token followed by punctuation that a mail program took for a part of the link, such as a full stop or a bracket. */
const WITH_PUNCTUATION = /^([A-Za-z0-9_-]{1,64})(?:(?![_-])[\p{P}\p{S}\s])+$/u
const LOGO_SECONDS = 300

/** Adds the headers of all pages, the page of a token, and what browsers make of a copied link. */
export function servePages(
  router: Router,
  services: PayerPageServices,
  show: (request: Request, response: Response) => Promise<void>,
): void {
  router.use(setPrivacyHeaders, refuseWhenStopping(services))
  router.get('/:token', async (request, response) => {
    const [, token] = WITH_PUNCTUATION.exec(tokenOf(request)) ?? []
    if (token !== undefined) return redirect(request, response, token)
    await show(request, response)
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
}

/**
 * Finds the page of a token. An address with too many misses is refused before the store is read, because guessing tokens
 * is faster than reading the store. Unknown tokens are not remembered. Other payers behind that address keep the pages that
 * they have open.
 *
 * @throws not_found, rate_limit_exceeded
 */
export async function findPage<View>(
  { requests, misses, opened, addressOf }: PayerPageServices,
  request: Request,
  find: (token: string) => Promise<View | undefined>,
): Promise<View> {
  const token = tokenOf(request)
  const address = addressOf(request)
  const isOpened = opened.has(token)
  if (isOpened) await requests.take(`${address} ${token}`)
  else await misses.require(address)
  const view = TOKEN.test(token) ? await find(token) : undefined
  if (!view) {
    await misses.take(address)
    throw new DomainError('not_found')
  }
  if (!isOpened) await requests.take(`${address} ${token}`)
  opened.add(token)
  return view
}

/** Returns the token of the route, decoded by Express. */
export const tokenOf = ({ params }: Request): string => `${params.token ?? ''}`

/** Reads the token from a path behind the area, for error handlers, to which Express passes no parameters. Empty without a token. */
function tokenIn(path: string): string {
  const [, token = ''] = path.split('/')
  return TOKEN.test(token) ? token : ''
}

/** @param page the page's address, relative to the request's */
export function redirect(request: Request, response: Response, page: string): void {
  const { requested } = preferenceOf(request)
  response.set(
    'Location',
    `${page}${requested === undefined ? '' : `?lang=${encodeURIComponent(requested)}`}`,
  )
  response.status(303).end()
}

export function preferenceOf(request: Request): PagePreference {
  const { lang } = request.query
  return {
    requested: typeof lang === 'string' ? lang : undefined,
    accepted: request.get('accept-language'),
    isStaying: request.query.stay !== undefined,
  }
}

export async function sendPage(request: Request, response: Response, page: CheckoutPage): Promise<void> {
  response.set({
    'Content-Security-Policy': page.policy,
    'Content-Language': page.language,
  })
  response.removeHeader('X-Frame-Options') // the policy decides which pages may embed this one
  response.vary('Accept-Language')
  response.type('html')
  await sendCompressed(request, response, page.html)
}

/** @throws not_found without a logo */
export function sendLogo(response: Response, logo: Logo | undefined): void {
  if (!logo) throw new DomainError('not_found')
  response.set({
    'Content-Type': logo.type,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': `private, max-age=${LOGO_SECONDS}`,
  })
  response.send(logo.bytes)
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

function refuseWhenStopping({ isStopping }: PayerPageServices): RequestHandler {
  return (_request, response, next) => {
    if (!isStopping()) return next()
    response.set('Connection', 'close')
    next(new Unavailable('stopping'))
  }
}

/** Answers browsers with a page, and requests of the page's script as the API does. */
export function answerWithPage(messages: Messages): ErrorRequestHandler {
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
    const show = () => sendNotice(messages, notice, request, response)
    if (status >= 500) return next(new ErrorWithPage(error, show))
    await show()
  }
}

export function sendNotice(
  messages: Messages,
  { kind, status, token }: { kind: CheckoutMessage; status: number; token: string },
  request: Request,
  response: Response,
): Promise<void> {
  response.status(status)
  return sendPage(request, response, messages.message(kind, token, preferenceOf(request)))
}

const NOTICES: Readonly<Record<number, CheckoutMessage>> = {
  404: 'not_found',
  413: 'too_large',
  429: 'busy',
  500: 'unavailable',
  503: 'unavailable',
}
