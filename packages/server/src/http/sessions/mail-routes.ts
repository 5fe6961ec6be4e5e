import { createHash } from 'node:crypto'
import type { Request, Response, Router } from 'express'
import { MAIL_LINK_MS } from '../../domain/people/mail-links.js'
import type { MailNotice } from '../../domain/sessions/pages.js'
import { readBody } from '../validator/body.js'
import { deviceOf } from './device.js'
import { requireSameSite } from './form-token.js'
import type { MailServices, PagesServices } from './pages-services.js'
import { type AreaAddress, sessionTokenOf, setSessionCookie } from './session-cookie.js'
import { enter, leftIn, readerOf, sendPage, show, signedInOf } from './visitors.js'

/** Adds the routes of people who sign in by mail, and of the links that stop notices. */
export function addMailRoutes(
  router: Router,
  services: PagesServices,
  { request: askFor, open, stop, page, requests, mails }: MailServices,
  address: AreaAddress,
): void {
  const { addressOf, misses, context } = services
  const browserCookie = { ...address, suffix: '-browser' }
  const answer = (notice: MailNotice, request: Request, response: Response) =>
    sendPage(page(notice, readerOf(request)), request, response)

  router.post('/sign-in/mail', async (request, response) => {
    requireSameSite(request)
    const form = await formOf(request)
    const mail = form.get('mail') ?? ''
    await requests.take(addressOf(request))
    await mails.take(hashOfReader(mail.trim().toLowerCase()))
    const browser = sessionTokenOf(browserCookie, request) ?? context.ids.secret()
    const to = leftIn(form.get('to'))
    await askFor({ mail, browser, path: to, reader: readerOf(request) })
    const createdAt = context.clock.real()
    setSessionCookie(browserCookie, response, browser, { createdAt, expiresAt: createdAt + MAIL_LINK_MS })
    await answer({ kind: 'mail_sent', to }, request, response)
  })
  router.get('/stop/:token', (request, response) => answer({ kind: 'stop' }, request, response))
  // Mail programs post from anywhere, without a cookie: the link stops mails and does nothing else.
  router.post('/stop/:token', async (request, response) => {
    await readBody(request)
    if (await stop(`${request.params.token ?? ''}`)) return answer({ kind: 'stopped' }, request, response)
    await misses.take(addressOf(request))
    await answer({ kind: 'stop_refused' }, request, response)
  })
  // Programs that preview links send a GET, so it must not use the link up.
  router.get('/sign-in/mail/:token', (request, response) =>
    show(services, { kind: 'link' }, request, response),
  )
  router.post('/sign-in/mail/:token', async (request, response) => {
    requireSameSite(request)
    const form = await formOf(request)
    const before = (await signedInOf(services, address, request, response))?.session
    const opened = await open({
      token: `${request.params.token ?? ''}`,
      browser: sessionTokenOf(browserCookie, request),
      device: deviceOf(request.get('user-agent')),
      session: before,
      personId: form.get('person') ?? undefined,
    })
    if (!opened) {
      await misses.take(addressOf(request))
      return answer({ kind: 'mail_refused' }, request, response)
    }
    if (!('token' in opened)) return answer({ kind: 'choose', choices: opened }, request, response)
    const to = `${services.base}${leftIn(opened.path)}`
    await enter(services, address, response, { signedIn: opened, before, to })
  })
}

const formOf = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams((await readBody(request)).toString('utf8'))

/** Servers count together in their database, which is to hold no address. */
export const hashOfReader = (reader: string): string =>
  createHash('sha256').update(reader).digest('base64url')
