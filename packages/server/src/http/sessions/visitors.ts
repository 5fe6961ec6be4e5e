import type { Request, Response } from 'express'
import type { Notice, Page, Reader } from '../../domain/sessions/pages.js'
import type { Session } from '../../domain/sessions/session.js'
import { findSession } from '../../domain/sessions/sessions.js'
import { sendCompressed } from '../validator/compressed.js'
import type { PagesServices, SignedIn } from './pages-services.js'
import { type AreaAddress, clearSessionCookie, sessionTokenOf, setSessionCookie } from './session-cookie.js'

/** Where a page was left for a sign-in: a path below the area, with its query. A mail has room for so much. */
const LEFT = /^(?=.{0,1000}$)(?:\/[\w-]+)*(?:\?[\w=&%.+*-]*)?$/

/** Returns the path to go on with after a sign-in: that of the first page for text that names no page of an area. */
export const leftIn = (text: string | null): string => LEFT.exec(text ?? '')?.[0] ?? ''

/** Returns the path of the page that a request asks for, to go on with after a sign-in. A form is not sent again. */
export function askedPage(request: Request): string {
  if (request.method !== 'GET') return ''
  const query = queryOf(request)
  return leftIn(`${request.path.replace(/\/$/, '')}${query.size === 0 ? '' : `?${query}`}`)
}

export const queryOf = ({ originalUrl }: Request): URLSearchParams =>
  new URLSearchParams(originalUrl.split('?').slice(1).join('?'))

/**
 * Finds the session of a request, with its token, and clears a cookie without one. Tries of tokens count only after that:
 * others at the same address keep their sessions.
 */
export async function signedInOf(
  { store, context, misses, countRequest, addressOf }: PagesServices,
  address: AreaAddress,
  request: Request,
  response: Response,
): Promise<SignedIn | undefined> {
  const token = sessionTokenOf(address, request)
  if (token === undefined) return undefined
  const session = await store.read((tx) => findSession(tx, context, address.area, token))
  if (session) {
    await countRequest(session)
    return { session, token }
  }
  clearSessionCookie(address, response)
  await misses.take(addressOf(request))
  return undefined
}

/** Begins a session in a browser in place of the one that it had, and leads to a page. */
export async function enter(
  { store }: PagesServices,
  address: AreaAddress,
  response: Response,
  { signedIn, before, to }: { signedIn: SignedIn; before: Session | undefined; to: string },
): Promise<void> {
  if (before) await store.write((tx) => tx.sessions.delete(before.id))
  setSessionCookie(address, response, signedIn.token, signedIn.session)
  redirect(response, to)
}

export async function sendPage(page: Page, request: Request, response: Response): Promise<void> {
  response.status(page.status).type('html')
  response.set('Content-Security-Policy', page.policy)
  await sendCompressed(request, response, page.html)
}

export const show = (
  { pages }: PagesServices,
  notice: Notice,
  request: Request,
  response: Response,
): Promise<void> => sendPage(pages.notice(notice, readerOf(request)), request, response)

export const readerOf = (request: Request): Reader => ({ accepted: request.get('accept-language') })

export function redirect(response: Response, to: string): void {
  response.status(303).set('Location', to).end()
}
