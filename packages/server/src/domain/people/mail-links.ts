import { createHash } from 'node:crypto'
import type { Context } from '../context.js'
import { queueMessage } from '../messages/message-queue.js'
import type { Session } from '../sessions/session.js'
import { beginSession } from '../sessions/sessions.js'
import type { Instant } from '../shared/types.js'
import { tryDecrypt } from '../shared/vault.js'
import type { Tx } from '../store/unit-of-work.js'
import { listMailPeople, type MailPerson } from './mail-address.js'
import { readMail } from './person.js'
import { isSignInOpen, PERSON_SESSION_MS } from './person-access.js'
import { grantsOfPerson } from './person-grants.js'

/** How long a link in a mail works, from the request. */
export const MAIL_LINK_MS = 15 * 60_000
const CONTEXT = 'mail link'

type Parts = Pick<Context, 'clock' | 'ids' | 'vault'>

/** A request for a mail, from a browser. */
export interface MailRequest {
  /** As typed. */
  readonly mail: string
  /** The secret that the browser keeps. */
  readonly browser: string
  /** Where to go on after the sign-in. */
  readonly path: string
  /** The language of the browser. */
  readonly language: string
}

/**
 * Stores the request for a mail. Whether its address is known is looked up when the mail is written, so that neither the
 * answer nor its time tells.
 */
export async function requestMailLink(
  tx: Tx,
  context: Parts,
  { mail, browser, path, language }: MailRequest,
): Promise<void> {
  const to = readMail(mail)
  if (to === undefined) return
  const content = { kind: 'sign_in', to, browser: hashOf(browser), path, language } as const
  await queueMessage(tx, context, content, { channel: 'mail', personId: null })
}

/** The proof of a link: its reader has asked for the mail, in this browser. */
export interface MailLink {
  readonly mail: string
  /** Hash of the secret that the browser keeps. */
  readonly browser: string
  readonly path: string
  /** Of the message. A mail that is sent twice has two links, of which one works. */
  readonly messageId: string
  readonly expiresAt: Instant
}

/** Makes the token of a link. Nothing is stored before its use. */
export function createMailToken({ vault }: Pick<Context, 'vault'>, link: MailLink): string {
  const { mail, browser, path, messageId, expiresAt } = link
  const sealed = vault.encrypt(JSON.stringify([mail, browser, path, messageId, expiresAt]), CONTEXT)
  return Buffer.from(sealed, 'base64').toString('base64url')
}

/** Reads a link that its browser has opened in time; undefined for any other. */
export function readMailToken(
  { vault, clock }: Pick<Context, 'vault' | 'clock'>,
  token: string,
  browser: string,
): MailLink | undefined {
  const text = tryDecrypt(vault, token, CONTEXT)
  if (text === undefined) return undefined
  const [mail, hash, path, messageId, expiresAt] = JSON.parse(text) as [
    string,
    string,
    string,
    string,
    number,
  ] // sealed by createMailToken
  const isUsable = hash === hashOf(browser) && clock.real() < expiresAt
  return isUsable ? { mail, browser: hash, path, messageId, expiresAt } : undefined
}

/** Lists the people whom a link signs in. */
export const peopleOfLink = async (
  tx: Tx,
  context: Pick<Context, 'vault'>,
  { mail }: MailLink,
): Promise<readonly MailPerson[]> => (await listMailPeople(tx, context, mail)).able

/** Uses a link up, and signs a person of its address in. @returns undefined for a link that was used, or another person */
export async function signInByMail(
  tx: Tx,
  context: Parts,
  link: MailLink,
  { personId, device }: { readonly personId: string; readonly device: string | null },
): Promise<{ session: Session; token: string } | undefined> {
  if (!(await isSignInOpen(tx))) return undefined
  const people = await peopleOfLink(tx, context, link)
  const found = people.find(({ person }) => person.id === personId)
  if (!found) return undefined
  const { person, issuedBy } = found
  const isFirst = await tx.passkeys.claimChallenge(
    hashOf(link.messageId),
    link.expiresAt,
    context.clock.real(),
  )
  if (!isFirst) return undefined
  const grants = grantsOfPerson({ merchantId: person.merchantId, personId, issuedBy })
  const holder = { area: 'dashboard', holder: personId, grants } as const
  return beginSession(tx, context, holder, { device, lengthMs: PERSON_SESSION_MS })
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
