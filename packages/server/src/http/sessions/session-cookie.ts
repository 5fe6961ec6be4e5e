import type { Request, Response } from 'express'
import { type Area, isToken, type Session } from '../../domain/sessions/session.js'
import { MAX_LAG_MS } from '../../domain/store/store.js'

/** Twice the lag of stale reads, for browsers that count from the answer, and clocks that run fast. */
const ACTION_SECONDS = (2 * MAX_LAG_MS) / 1_000

/** Where the pages of an area are. */
export interface AreaAddress {
  readonly area: Area
  /** Path of the area, such as `/console`. */
  readonly base: string
  /** Whether browsers reach it over HTTPS. Without it, on loopback, a cookie can have no `__Host-` prefix. */
  readonly isSecure: boolean
  /** Behind the name of a cookie that is not that of the session. */
  readonly suffix?: string
}

/** Returns the token of a session from the cookie of a request. */
export function sessionTokenOf(address: AreaAddress, request: Request): string | undefined {
  const name = `${nameOf(address)}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const found = cookies.filter((cookie) => cookie.startsWith(name))
  const token = found[0]?.slice(name.length)
  return found.length === 1 && token !== undefined && isToken(token) ? token : undefined
}

export function setSessionCookie(
  address: AreaAddress,
  response: Response,
  token: string,
  { createdAt, expiresAt }: Pick<Session, 'createdAt' | 'expiresAt'>,
): void {
  const seconds = Math.floor((expiresAt - createdAt) / 1_000)
  response.append('Set-Cookie', `${nameOf(address)}=${token}; Max-Age=${seconds}; ${attributesOf(address)}`)
}

export function clearSessionCookie(address: AreaAddress, response: Response): void {
  response.append('Set-Cookie', `${nameOf(address)}=; Max-Age=0; ${attributesOf(address)}`)
}

/** Remembers in the browser that it has sent a form, until every stale read shows what the form did. */
export function noteAction(address: AreaAddress, response: Response): void {
  response.append(
    'Set-Cookie',
    `${nameOf(actionsOf(address))}=1; Max-Age=${ACTION_SECONDS}; ${attributesOf(address)}`,
  )
}

export const hasJustActed = (address: AreaAddress, request: Request): boolean =>
  (request.headers.cookie ?? '').includes(`${nameOf(actionsOf(address))}=1`)

const actionsOf = (address: AreaAddress): AreaAddress => ({ ...address, suffix: '-acted' })

const nameOf = ({ area, isSecure, suffix = '' }: AreaAddress): string =>
  `${isSecure ? '__Host-' : ''}merchantpay-${area}${suffix}`

/** `__Host-` requires the path `/`. */
const attributesOf = ({ base, isSecure }: AreaAddress): string =>
  `Path=${isSecure ? '/' : base}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
