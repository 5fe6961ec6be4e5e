import { type Request, type Response, Router } from 'express'
import type { LinkAnswer, LinkPages } from '../domain/links/link-pages.js'
import { BASE64URL, type Ids } from '../domain/shared/types.js'
import {
  answerWithPage,
  findPage,
  type PayerPageServices,
  preferenceOf,
  redirect,
  sendLogo,
  sendPage,
  servePages,
  tokenOf,
} from './payer-pages.js'
import { readBody } from './validator/body.js'

export interface LinkServices extends PayerPageServices {
  readonly links: LinkPages
  readonly ids: Ids
  /** Whether browsers reach the pages over HTTPS. */
  readonly isSecure: () => boolean
}

const COOKIE = 'merchantpay-visitor'
/** 22 characters of 6 bits: 132 random bits. */
const VISITOR_LENGTH = 22
const VISITOR = /^[A-Za-z0-9_-]{22}$/

/** Serves the pages of payment links: a form, which opens an order and leads to its checkout page. */
export function linkRouter(services: LinkServices): Router {
  const { links } = services
  const router = Router({ strict: true, caseSensitive: true })
  servePages(router, services, async (request, response) => {
    const visitor = visitorIn(request) ?? newVisitor(services)
    const answer = await findPage(services, request, (token) => links.open(token, visitor))
    if (request.method === 'GET') setVisitor(services, request, response, visitor)
    await send(request, response, answer)
  })
  router.post('/:token', async (request, response) => {
    const form = new URLSearchParams((await readBody(request)).toString('utf8'))
    const given = form.get('visitor') ?? ''
    const visitor = visitorIn(request) ?? (VISITOR.test(given) ? given : newVisitor(services))
    const browser = { visitor, address: services.addressOf(request) }
    const filledIn = { network: form.get('network') ?? '', amount: form.get('amount') ?? undefined }
    const answer = await findPage(services, request, (token) => links.pay(token, browser, filledIn))
    await send(request, response, answer)
  })
  router.get('/:token/logo', async (request, response) => {
    sendLogo(response, await findPage(services, request, (token) => links.logo(token)))
  })
  router.use(answerWithPage(links))
  return router
}

async function send(request: Request, response: Response, answer: LinkAnswer): Promise<void> {
  if (answer.kind === 'order') return redirect(request, response, `../pay/${answer.checkoutToken}`)
  if (answer.kind === 'page-again') return redirect(request, response, tokenOf(request))
  if (answer.retryAfterSeconds !== undefined) response.set('Retry-After', `${answer.retryAfterSeconds}`)
  response.status(answer.status)
  await sendPage(request, response, answer.render(preferenceOf(request)))
}

const newVisitor = ({ ids }: LinkServices): string => ids.random(BASE64URL, VISITOR_LENGTH)

function visitorIn(request: Request): string | undefined {
  const name = `${COOKIE}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const visitor = cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length)
  return visitor !== undefined && VISITOR.test(visitor) ? visitor : undefined
}

/** The cookie belongs to one link, and ends with the browser: it tells the payers of a link apart, and no more. */
function setVisitor({ isSecure }: LinkServices, request: Request, response: Response, visitor: string): void {
  const path = `${request.baseUrl}/${tokenOf(request)}`
  response.append(
    'Set-Cookie',
    `${COOKIE}=${visitor}; Path=${path}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`,
  )
}
