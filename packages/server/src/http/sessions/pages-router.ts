import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import type { Notice, PageReply, PageRequest } from '../../domain/sessions/pages.js'
import { findLink, SessionEnded, signIn } from '../../domain/sessions/sessions.js'
import { DomainError } from '../../domain/shared/errors.js'
import { Unavailable } from '../../domain/store/store.js'
import { ErrorWithPage, toErrorReply } from '../errors.js'
import { readBody } from '../validator/body.js'
import { sendCompressed, streamCompressed } from '../validator/compressed.js'
import { deviceOf } from './device.js'
import { formTokenOf, readForm, requireSameSite } from './form-token.js'
import { addMailRoutes } from './mail-routes.js'
import type { PagesServices } from './pages-services.js'
import {
  type AreaAddress,
  clearSessionCookie,
  hasJustActed,
  noteAction,
  setSessionCookie,
} from './session-cookie.js'
import {
  askedPage,
  enter,
  leftIn,
  queryOf,
  readerOf,
  redirect,
  sendPage,
  show,
  signedInOf,
} from './visitors.js'

const PICTURE_SECONDS = 7 * 24 * 3_600

/** Serves the pages of an area to people who signed in with a one-time link, or with a passkey. */
export function pagesRouter(services: PagesServices): Router {
  const { pages, store, staleReads, base, context } = services
  const address: AreaAddress = { area: pages.area, base, isSecure: services.isSecure }
  const router = Router({ strict: true, caseSensitive: true })
  router.use(setPrivacyHeaders, refuseWhenStopping(services))
  if (services.mail) addMailRoutes(router, services, services.mail, address)
  // Programs that preview links send a GET, so it must not use the link up.
  router.get('/sign-in/:token', async (request, response) => {
    const usable = await store.read(async (tx) => {
      const link = await findLink(tx, context, pages.area, request.params.token)
      return link && { invited: await services.invitedBy?.(tx, link) }
    })
    // After the look, so that wrong links refuse no right one from the same address.
    if (!usable) await services.misses.take(services.addressOf(request))
    await show(services, { kind: 'link', invited: usable?.invited }, request, response)
  })
  router.post('/sign-in/:token', async (request, response) => {
    requireSameSite(request)
    await readBody(request)
    const linkToken = `${request.params.token ?? ''}`
    const isUsable = await store.read((tx) => findLink(tx, context, pages.area, linkToken))
    const options = { device: deviceOf(request.get('user-agent')), lengthOf: services.lengthOf }
    const signedIn = isUsable
      ? await store.write((tx) => signIn(tx, context, pages.area, linkToken, options))
      : undefined
    if (!signedIn) {
      // After the look, so that wrong links refuse no right one from the same address.
      await services.misses.take(services.addressOf(request))
      return show(services, { kind: 'link_refused' }, request, response)
    }
    setSessionCookie(address, response, signedIn.token, signedIn.session)
    redirect(response, base)
  })
  router.post('/passkey', async (request, response) => {
    const { passkeySignIn, misses, addressOf } = services
    if (!passkeySignIn) throw new DomainError('not_found')
    requireSameSite(request)
    const form = new URLSearchParams((await readBody(request)).toString('utf8'))
    const left = leftIn(form.get('to'))
    const to = `${base}${left}`
    const before = await signedInOf(services, address, request, response)
    const device = deviceOf(request.get('user-agent'))
    const signedIn = await passkeySignIn(form, { device, session: before?.session })
    if (!signedIn) {
      await misses.take(addressOf(request))
      // The page asks again.
      if (before) return redirect(response, to)
      return show(services, { kind: 'sign_in', to: left }, request, response)
    }
    await enter(services, address, response, { signedIn, before: before?.session, to })
  })
  // Browsers show the answers to these forms at their addresses, which are no pages to go on with.
  router.get(['/passkey', '/sign-out'], (_request, response) => redirect(response, base))
  router.post('/sign-out', async (request, response) => {
    requireSameSite(request)
    const signedIn = await signedInOf(services, address, request, response)
    if (signedIn) {
      await readForm(request, signedIn.token)
      await store.write((tx) => tx.sessions.delete(signedIn.session.id))
    }
    clearSessionCookie(address, response)
    await show(services, { kind: 'signed_out' }, request, response)
  })
  router.use(async (request, response) => {
    if (!['GET', 'HEAD', 'POST'].includes(request.method)) throw new DomainError('not_found')
    const signedIn = await signedInOf(services, address, request, response)
    if (!signedIn) return show(services, { kind: 'sign_in', to: askedPage(request) }, request, response)
    const { session, token } = signedIn
    const sent = await readSent(request, token)
    // Before the form does anything, so that no answer leaves it out.
    if (sent.form && staleReads.replica) noteAction(address, response)
    const path = decodeURIComponent(request.path).replace(/\/$/, '')
    const query = queryOf(request)
    // No database stores it, so nothing has it.
    if ([path, ...query.values(), ...(sent.form?.values() ?? [])].some((text) => text.includes('\0')))
      throw new DomainError('not_found')
    const browser = { reader: readerOf(request), hasJustActed: hasJustActed(address, request) }
    const asked = { path, query, ...sent, ...browser, session, formToken: formTokenOf(token) }
    const reply = await pages.answer(asked).catch(endedOr)
    if (reply.kind !== 'ended') return send(base, reply, request, response)
    await store.write((tx) => tx.sessions.delete(session.id))
    clearSessionCookie(address, response)
    await show(services, { kind: 'sign_in', to: askedPage(request) }, request, response)
  })
  router.use(answerWithPage(services))
  return router
}

/** Reads the form of a request, if it has one. */
async function readSent(
  request: Request,
  sessionToken: string,
): Promise<Pick<PageRequest, 'form' | 'file' | 'excess'>> {
  const nothing = { form: undefined, file: undefined, excess: undefined }
  if (request.method !== 'POST') return nothing
  try {
    const { fields, file } = await readForm(request, sessionToken)
    return { form: fields, file, excess: undefined }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'request_body_too_large') throw error
    return { ...nothing, excess: request.is('multipart/form-data') ? 'file' : 'text' }
  }
}

function endedOr(error: unknown): PageReply {
  if (error instanceof SessionEnded) return { kind: 'ended' }
  throw error
}

async function send(
  base: string,
  reply: Exclude<PageReply, { kind: 'ended' }>,
  request: Request,
  response: Response,
): Promise<void> {
  if (reply.kind === 'page') return sendPage(reply, request, response)
  if (reply.kind === 'redirect') return redirect(response, `${base}${reply.to}`)
  response.set({
    'Content-Type': reply.kind === 'picture' ? reply.type : `${reply.type}; charset=utf-8`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
  })
  if (reply.kind === 'picture') {
    if (reply.isKept) response.set('Cache-Control', `private, max-age=${PICTURE_SECONDS}, immutable`)
    return void response.send(reply.bytes)
  }
  if (reply.kind === 'data') return sendCompressed(request, response, reply.text)
  response.attachment(reply.name).type(reply.type)
  await streamCompressed(request, response, reply.parts).catch((error: unknown) => {
    // The connection is cut, so that the file does not look complete.
    if (!(error instanceof SessionEnded)) throw error
  })
}

/**
 * Keeps addresses private: they name orders and merchants, and those of links sign in. Proxies must not change a page,
 * because its policy refuses what they add.
 */
const setPrivacyHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'X-Frame-Options': 'DENY',
    'Cache-Control': 'no-store, no-transform',
  })
  next()
}

function refuseWhenStopping({ isStopping }: PagesServices): RequestHandler {
  return (_request, response, next) => {
    if (!isStopping()) return next()
    response.set('Connection', 'close')
    next(new Unavailable('stopping'))
  }
}

/** Answers browsers with a page. */
function answerWithPage(services: PagesServices): ErrorRequestHandler {
  return async (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error)
    const { status, headers } = toErrorReply(error)
    response.set(headers)
    const notice: Notice = { kind: 'failed', status, requestId: `${request.id}` }
    if (status >= 500) return next(new ErrorWithPage(error, () => show(services, notice, request, response)))
    await show(services, notice, request, response)
  }
}
