import type { Session } from '../sessions/session.js'
import { DAY_MS, HOUR_MS } from '../shared/policy.js'
import type { Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Person } from './person.js'
import { hasRight, RIGHTS, type Right } from './person-roles.js'

/** The access of a session to a merchant's dashboard by one of its people. The role is read again with each request. */
export interface PersonAccess {
  readonly kind: 'person'
  readonly merchantId: string
  readonly personId: string
  /** The operator who made the link, or who invited the person that made it; null where only people of the merchant did. */
  readonly issuedBy: string | null
}

/** The longest that a person stays signed in. */
export const PERSON_SESSION_MS = 30 * DAY_MS
/** A session that is not used for as long is over. */
const IDLE_MS = 7 * DAY_MS

/** Finds the person of a session; undefined once the person is removed, or the session was not used for seven days. */
export async function findPerson(
  tx: Tx,
  { personId, merchantId }: PersonAccess,
  { usedAt }: Pick<Session, 'usedAt'>,
  now: Instant,
): Promise<Person | undefined> {
  if (now - usedAt >= IDLE_MS) return undefined
  const person = await tx.people.find(personId)
  return person?.merchantId === merchantId ? person : undefined
}

/**
 * Whether people sign in without a link: not while a restored database is recovering, since it may have people again who
 * were removed. The end of the recovery confirms its people.
 */
export async function isSignInOpen(tx: Tx): Promise<boolean> {
  const cause = (await tx.recoveries.findOpen())?.cause
  return cause !== 'restore' && cause !== 'mark'
}

/** The rights that wait after a reset of passkeys. */
const WAITING: readonly Right[] = ['refunds', 'withdrawals', 'keys', 'people']

/** The rights of a person at an instant. */
export const rightsOfPerson = (
  { role, waitsUntil }: Pick<Person, 'role' | 'waitsUntil'>,
  now: Instant,
): Right[] =>
  RIGHTS.filter((right) => hasRight(role, right) && (now >= (waitsUntil ?? 0) || !WAITING.includes(right)))

/** Whether the use of a session is to be noted: at the first sign-in of its person, and then once an hour. */
export const isUseDue = (
  person: Pick<Person, 'usedAt'>,
  { usedAt }: Pick<Session, 'usedAt'>,
  now: Instant,
): boolean => person.usedAt === null || now - usedAt >= HOUR_MS

/** Notes that a person uses the pages. */
export async function noteUse(
  tx: Tx,
  person: Pick<Person, 'id'>,
  session: Session,
  now: Instant,
): Promise<void> {
  await tx.people.noteUse(person.id, now)
  await tx.sessions.noteUse(session.id, now)
}
