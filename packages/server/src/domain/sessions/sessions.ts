import { createHash } from 'node:crypto'
import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { isSealed, sealOf } from './seal.js'
import { type Area, type Holder, isToken, type Session, type SignInLink } from './session.js'

const LINK_MS = 10 * 60_000
/** The length of a session, unless its area says otherwise. */
export const SESSION_MS = 8 * 3_600_000

type Parts = Pick<Context, 'clock' | 'ids' | 'vault'>

/** Makes a link that signs its holder in once, by default within ten minutes. @returns its token, which is not stored */
export async function createSignInLink(
  tx: Tx,
  context: Parts,
  { area, holder, grants }: Holder,
  { actor, reason }: Mandate,
  lengthMs = LINK_MS,
): Promise<{ token: string; expiresAt: Instant }> {
  const token = context.ids.secret()
  const expiresAt = context.clock.real() + lengthMs
  await tx.sessions.purge(context.clock.real())
  const link = { area, holder, grants, hash: hashOf(token), expiresAt }
  await tx.sessions.insertLink({ ...link, seal: sealOf(context.vault, link) })
  const details = { reason, holder, grants }
  await audit(tx, context, { actor, action: `${area} link`, subject: holder, details })
  return { token, expiresAt }
}

/** Finds a link that can be used, as a read: guesses must not cost writes. */
export async function findLink(
  tx: Tx,
  { clock, vault }: Pick<Context, 'clock' | 'vault'>,
  area: Area,
  linkToken: string,
): Promise<SignInLink | undefined> {
  if (!isToken(linkToken)) return undefined
  const link = await tx.sessions.findLink(area, hashOf(linkToken), clock.real())
  return link && isSealed(vault, link) ? link : undefined
}

/** A browser that uses a link, and how long it stays signed in. */
export interface SignInOptions {
  readonly device: string | null
  readonly lengthOf: (holder: Holder) => number
}

/** Uses a link up. @returns the new session with its token, which is not stored; undefined for a link that is not valid */
export async function signIn(
  tx: Tx,
  context: Parts,
  area: Area,
  linkToken: string,
  { device, lengthOf }: SignInOptions,
): Promise<{ session: Session; token: string } | undefined> {
  const at = context.clock.real()
  const link = await tx.sessions.takeLink(area, hashOf(linkToken), at)
  if (!link || !isSealed(context.vault, link)) return undefined
  const { holder, grants } = link
  return beginSession(tx, context, { area, holder, grants }, { device, lengthMs: lengthOf(link) })
}

/** Begins the session of a holder who has proved to be one. @returns also its token, which is not stored */
export async function beginSession(
  tx: Tx,
  context: Parts,
  { area, holder, grants }: Holder,
  { device, lengthMs }: { readonly device: string | null; readonly lengthMs: number },
): Promise<{ session: Session; token: string }> {
  const at = context.clock.real()
  const token = context.ids.secret()
  const times = { createdAt: at, usedAt: at, expiresAt: at + lengthMs }
  const session: Session = {
    id: context.ids.uuid(),
    hash: hashOf(token),
    ...{ area, holder, grants, language: null, device, ...times },
  }
  await tx.sessions.insert({ ...session, seal: sealOf(context.vault, session) })
  const details = { reason: null, grants, session: session.id }
  await audit(tx, context, { actor: holder, action: `${area} sign-in`, subject: holder, details })
  return { session, token }
}

/** Finds the session of a token, as long as it has not expired or ended and nothing else has written it. */
export const findSession = (
  tx: Tx,
  context: Pick<Context, 'clock' | 'vault'>,
  area: Area,
  token: string,
): Promise<Session | undefined> => findByHash(tx, context, area, hashOf(token))

/** A session that ended while its request was read. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded'
}

/** Looks a session up again, in the transaction that acts for it. @throws SessionEnded */
export async function requireSession(
  tx: Tx,
  context: Pick<Context, 'clock' | 'vault'>,
  { area, hash }: Session,
): Promise<void> {
  if (!(await findByHash(tx, context, area, hash))) throw new SessionEnded()
}

async function findByHash(
  tx: Tx,
  { clock, vault }: Pick<Context, 'clock' | 'vault'>,
  area: Area,
  hash: string,
): Promise<Session | undefined> {
  const session = await tx.sessions.find(area, hash, clock.real())
  return session && isSealed(vault, session) ? session : undefined
}

/** Ends a session of any area by decision of the operator. @throws OperatorError if there is none */
export async function revokeSession(
  tx: Tx,
  context: Pick<Context, 'clock' | 'ids'>,
  id: string,
  { actor, reason }: Mandate,
): Promise<Session> {
  const session = await tx.sessions.delete(id)
  if (!session) throw new OperatorError(`there is no session ${id}`)
  const { area, holder } = session
  await audit(tx, context, { actor, action: `${area} revoke`, subject: id, details: { reason, holder } })
  return session
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
