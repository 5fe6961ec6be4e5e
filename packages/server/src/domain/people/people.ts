import type { Context } from '../context.js'
import { queueMessage } from '../messages/message-queue.js'
import type { Session } from '../sessions/session.js'
import { createSignInLink } from '../sessions/sessions.js'
import { audit } from '../shared/audit.js'
import { type Mandate, personOf } from '../shared/audit-entry.js'
import type { PersonRole } from '../shared/person-role.js'
import { DAY_MS } from '../shared/policy.js'
import type { Instant } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { sealMail } from './mail-address.js'
import type { OperatorRole } from './operator-roles.js'
import { type ResetContext, resetPasskeys } from './passkey-reset.js'
import { areaOf, OPERATORS, type Person, readMail, readPersonName } from './person.js'
import { grantsOfPerson } from './person-grants.js'
import { PersonRefusal } from './person-refusal.js'

/** An invitation has as long to be read; a later link is handed over at once. */
export const INVITATION_MS = 3 * DAY_MS
const LINK_MS = 10 * 60_000
const MOST_PEOPLE = 50
/** Invitations of a merchant in 24 hours: each may be a mail to an address that anyone typed. */
const MOST_INVITED = 100
/** Of invitations by the operator. */
const OPERATOR_LANGUAGE = 'en'

/** A person with a link that signs in once. */
export interface Invitation {
  readonly person: Person
  /** Shown once; only its hash is stored. */
  readonly token: string
  readonly expiresAt: Instant
}

/** The author of a change. */
export interface PeopleMandate extends Mandate {
  /** The operator who acts, or who let the author in; null where only people of the merchant did. */
  readonly issuedBy: string | null
}

export interface NewPerson {
  readonly merchantId: string
  readonly mail: string
  readonly name: string
  readonly role: PersonRole | OperatorRole
}

type Parts = Pick<Context, 'clock' | 'ids' | 'vault'>

/** Invites a person with a link. @throws PersonRefusal person_exists, too_many_people, invalid_mail, invalid_name */
export const invitePerson = async (
  tx: Tx,
  context: ResetContext,
  wanted: NewPerson,
  mandate: PeopleMandate,
): Promise<Invitation> =>
  createPersonLink(tx, context, await addPerson(tx, context, wanted, mandate), mandate)

/** Invites a person by a mail in a language. @throws as {@link invitePerson} */
export async function invitePersonByMail(
  tx: Tx,
  context: Parts,
  wanted: NewPerson,
  mandate: PeopleMandate,
  language: string,
): Promise<Person> {
  const person = await addPerson(tx, context, wanted, mandate)
  await mailInvitation(tx, context, person, mandate, language)
  return person
}

/** Stores the mail with the first link of a person. The link is made when the mail is sent. */
async function mailInvitation(
  tx: Tx,
  context: Parts,
  { id: personId }: Person,
  { actor, issuedBy }: PeopleMandate,
  language: string,
): Promise<void> {
  const content = { kind: 'invitation', personId, actor, issuedBy, language } as const
  await queueMessage(tx, context, content, { channel: 'mail', personId })
}

async function addPerson(
  tx: Tx,
  context: Parts,
  { merchantId, role, ...given }: NewPerson,
  mandate: PeopleMandate,
): Promise<Person> {
  const mail = readMail(given.mail)
  const name = readPersonName(given.name)
  if (mail === undefined) throw new PersonRefusal('invalid_mail')
  if (name === undefined) throw new PersonRefusal('invalid_name')
  const people = await lockPeople(tx, merchantId)
  if (people.some((each) => each.mail === mail)) throw new PersonRefusal('person_exists')
  if (people.length >= MOST_PEOPLE) throw new PersonRefusal('too_many_people')
  const invited = await tx.people.countInvited(merchantId, context.clock.real() - DAY_MS)
  if (invited >= MOST_INVITED) throw new PersonRefusal('too_many_invitations')
  const person: Person = {
    id: `per_${context.ids.uuid().replaceAll('-', '')}`,
    ...{ merchantId, mail, name },
    role: role as PersonRole, // an operator's is read by `operators.ts`
    invitedAt: context.clock.real(),
    usedAt: null,
    ownerSince: role === 'owner' ? context.clock.real() : null,
    waitsUntil: null,
    ...{ language: null, notices: null, summarizedDay: null, chat: null },
  }
  await tx.people.insert(person)
  if (merchantId !== OPERATORS) await sealMail(tx, context, person, mandate.issuedBy)
  await record(tx, context, 'people invite', person, mandate, { role })
  return person
}

/**
 * Lets a person in by decision of the operator: invites the person, or makes another link for one who is known, whose role
 * stays.
 *
 * @param isByMail whether a person who has not signed in yet gets a mail in place of a link
 * @throws PersonRefusal too_many_people, invalid_mail, invalid_name
 */
export async function letIn(
  tx: Tx,
  context: ResetContext,
  wanted: NewPerson,
  mandate: Mandate,
  isByMail: boolean,
): Promise<Invitation | { readonly person: Person; readonly token?: undefined }> {
  const byOperator = { ...mandate, issuedBy: personOf(mandate.actor) }
  const mail = readMail(wanted.mail)
  const known = (await tx.people.list(wanted.merchantId)).find((each) => each.mail === mail)
  const person = known ?? (await addPerson(tx, context, wanted, byOperator))
  if (!isByMail || person.usedAt !== null) return createPersonLink(tx, context, person, byOperator)
  await mailInvitation(tx, context, person, byOperator, OPERATOR_LANGUAGE)
  return { person }
}

/**
 * Makes a link that signs a person in once, within ten minutes, or three days before the first sign-in. Earlier links of the
 * person end. Passkeys are reset, since they may be lost.
 */
export async function createPersonLink(
  tx: Tx,
  context: ResetContext,
  person: Person,
  mandate: PeopleMandate,
): Promise<Invitation> {
  const area = areaOf(person)
  await tx.sessions.deleteLinks(area, person.id)
  await resetPasskeys(tx, context, person, mandate)
  if (area === 'dashboard') await sealMail(tx, context, person, mandate.issuedBy)
  const grants = grantsOfPerson({ ...person, personId: person.id, issuedBy: mandate.issuedBy })
  const holder = { area, holder: person.id, grants }
  const lengthMs = person.usedAt === null ? INVITATION_MS : LINK_MS
  const link = await createSignInLink(tx, context, holder, mandate, lengthMs)
  return { person, ...link }
}

/** Changes the role of a person, which holds from the next request. @throws PersonRefusal person_not_found, last_owner */
export async function changeRole(
  tx: Tx,
  context: Parts,
  { merchantId, id, ...wanted }: Pick<NewPerson, 'merchantId' | 'role'> & { id: string },
  mandate: PeopleMandate,
): Promise<Person> {
  const people = await lockPeople(tx, merchantId)
  const person = personIn(people, id)
  const role = wanted.role as PersonRole // an operator's is read by `operators.ts`
  if (person.role === role) return person
  requireOtherOwner(people, person)
  const ownerSince = role === 'owner' ? context.clock.real() : null
  await tx.people.setRole(id, role, ownerSince)
  await record(tx, context, 'people role', person, mandate, { from: person.role, to: role })
  return { ...person, role, ownerSince }
}

/** Removes a person, and ends the sessions and links. @throws PersonRefusal person_not_found, last_owner */
export async function removePerson(
  tx: Tx,
  context: Parts,
  { merchantId, id }: { merchantId: string; id: string },
  mandate: PeopleMandate,
): Promise<void> {
  const people = await lockPeople(tx, merchantId)
  const person = personIn(people, id)
  requireOtherOwner(people, person)
  await tx.people.remove(id, context.clock.real())
  const area = areaOf(person)
  await tx.sessions.deleteLinks(area, id)
  await tx.passkeys.deleteAll(id)
  await tx.personMails.delete(id)
  await tx.savedFilters.deleteOf(id)
  await tx.messages.deleteOf(id)
  for (const session of await tx.sessions.listOf(area, id, 0)) await tx.sessions.delete(session.id)
  await record(tx, context, 'people remove', person, mandate, { role: person.role })
}

/** Ends a session of a person. One that is over already, or another person's, is left alone. */
export async function endSession(
  tx: Tx,
  context: Parts,
  { person, sessionId }: { person: Person; sessionId: string },
  mandate: PeopleMandate,
): Promise<void> {
  const sessions: readonly Session[] = await tx.sessions.listOf(
    areaOf(person),
    person.id,
    context.clock.real(),
  )
  if (!sessions.some(({ id }) => id === sessionId)) return
  await tx.sessions.delete(sessionId)
  await record(tx, context, 'people sign-out', person, mandate, { session: sessionId })
}

/** Removes a passkey of a person. One that is not there is left alone. */
export async function removePasskey(
  tx: Tx,
  context: Parts,
  { person, passkeyId }: { person: Pick<Person, 'id' | 'merchantId'>; passkeyId: string },
  mandate: PeopleMandate,
): Promise<void> {
  if (!(await tx.passkeys.delete(person.id, passkeyId))) return
  await record(tx, context, 'people passkey-remove', person, mandate, {})
}

/** Finds a person of a merchant. @throws PersonRefusal person_not_found */
export const getPerson = async (tx: Tx, merchantId: string, id: string): Promise<Person> =>
  personIn(await tx.people.list(merchantId), id)

/** Locks the merchant, so that its last two owners cannot remove each other at once. */
async function lockPeople(tx: Tx, merchantId: string): Promise<readonly Person[]> {
  await tx.merchants.lock(merchantId)
  return tx.people.list(merchantId)
}

function personIn(people: readonly Person[], id: string): Person {
  const person = people.find((each) => each.id === id)
  if (!person) throw new PersonRefusal('person_not_found')
  return person
}

/** An owner who never signed in may not be able to. */
function requireOtherOwner(people: readonly Person[], { id, role }: Person): void {
  const others = people.filter((each) => each.role === 'owner' && each.id !== id && each.usedAt !== null)
  if (role === 'owner' && others.length === 0) throw new PersonRefusal('last_owner')
}

const record = (
  tx: Tx,
  context: Parts,
  action: string,
  { id, merchantId }: Pick<Person, 'id' | 'merchantId'>,
  { actor, reason }: PeopleMandate,
  details: Readonly<Record<string, string>>,
): Promise<void> =>
  audit(tx, context, { actor, action, subject: id, details: { reason, merchant: merchantId, ...details } })
