import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import { FORM_TOKEN } from '../../domain/sessions/pages.js'
import { DomainError } from '../../domain/shared/errors.js'
import { readBody } from '../validator/body.js'

/** Files may be ten times as large as one that is accepted, so that the page can say why a picture is not. */
const MAX_UPLOAD_BYTES = 1_048_576

/** A form of a page. */
export interface SentForm {
  readonly fields: URLSearchParams
  /** The first file; undefined where the form has none, or none was chosen. */
  readonly file: Buffer | undefined
}

/** Returns the token of all forms of a session. It follows from the session's own token, so it is not stored. */
export const formTokenOf = (sessionToken: string): string =>
  createHmac('sha256', sessionToken).update('form').digest('base64url')

/**
 * Reads a form that came from a page of this session.
 *
 * @throws forbidden for a form of another site or session; unsupported_media_type, request_body_too_large
 */
export async function readForm(request: Request, sessionToken: string): Promise<SentForm> {
  requireSameSite(request)
  const form = await formOf(request)
  const expected = Buffer.from(formTokenOf(sessionToken))
  const given = Buffer.from(form.fields.get(FORM_TOKEN) ?? '')
  if (given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected))
    throw new DomainError('forbidden')
  return form
}

async function formOf(request: Request): Promise<SentForm> {
  switch (request.is(['application/x-www-form-urlencoded', 'multipart/form-data'])) {
    case 'application/x-www-form-urlencoded':
      return { fields: new URLSearchParams((await readBody(request)).toString('utf8')), file: undefined }
    case 'multipart/form-data':
      return readParts(request.get('content-type') ?? '', await readBody(request, MAX_UPLOAD_BYTES))
    default:
      throw new DomainError('unsupported_media_type')
  }
}

/** Reads a form with a file. A field in which none was chosen has neither a name nor bytes. */
async function readParts(contentType: string, body: Buffer): Promise<SentForm> {
  const sent = await new Response(body, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw new DomainError('unsupported_media_type')
  })
  const fields = new URLSearchParams()
  const files: File[] = []
  for (const [name, value] of sent)
    if (typeof value === 'string') fields.append(name, value)
    else if (value.size > 0 || value.name !== '') files.push(value)
  return { fields, file: files[0] && Buffer.from(await files[0].arrayBuffer()) }
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
