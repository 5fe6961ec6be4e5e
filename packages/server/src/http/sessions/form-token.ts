import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import { FORM_TOKEN } from '../../domain/sessions/pages.js'
import { DomainError } from '../../domain/shared/errors.js'
import { readBody } from '../validator/body.js'

/** Returns the token of all forms of a session. It follows from the session's own token, so it is not stored. */
export const formTokenOf = (sessionToken: string): string =>
  createHmac('sha256', sessionToken).update('form').digest('base64url')

/**
 * Reads a form that came from a page of this session.
 *
 * @throws forbidden for a form of another site or session; unsupported_media_type, request_body_too_large
 */
export async function readForm(request: Request, sessionToken: string): Promise<URLSearchParams> {
  requireSameSite(request)
  if (!request.is('application/x-www-form-urlencoded')) throw new DomainError('unsupported_media_type')
  const form = new URLSearchParams((await readBody(request)).toString('utf8'))
  const expected = Buffer.from(formTokenOf(sessionToken))
  const given = Buffer.from(form.get(FORM_TOKEN) ?? '')
  if (given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected))
    throw new DomainError('forbidden')
  return form
}

/**
 * Refuses what a browser says another site has sent. There is no check of `Origin`: under `no-referrer` browsers send `null`.
 *
 * @throws forbidden
 */
export function requireSameSite(request: Request): void {
  const site = request.get('sec-fetch-site') ?? 'none'
  if (site !== 'same-origin' && site !== 'none') throw new DomainError('forbidden')
}
