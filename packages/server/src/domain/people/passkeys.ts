import { createHash } from 'node:crypto'
import type { Context } from '../context.js'
import { encryptionContext } from '../secrets/encryption-context.js'
import type { Area, Session } from '../sessions/session.js'
import { beginSession } from '../sessions/sessions.js'
import { audit } from '../shared/audit.js'
import { tryDecrypt, type Vault } from '../shared/vault.js'
import type { Tx } from '../store/unit-of-work.js'
import {
  challengeIn,
  type DeviceAnswer,
  type DeviceCall,
  isNewKey,
  isSignedBy,
  type NewKeyAnswer,
  type Passkey,
  type PasskeyFacts,
  type RelyingParty,
  type SignedAnswer,
  usesIn,
} from './passkey.js'
import type { PeopleMandate } from './people.js'
import { areaOf, type Person } from './person.js'
import { isSignInOpen, PERSON_SESSION_MS } from './person-access.js'
import { grantsOfPerson } from './person-grants.js'
import { PersonRefusal } from './person-refusal.js'

/** The time of a person to find the device. */
const CHALLENGE_MS = 10 * 60_000
const MOST_PASSKEYS = 10

type Parts = Pick<Context, 'clock' | 'ids' | 'vault'>

/** The only place where a challenge is answered. */
export interface ChallengePlace {
  readonly kind: DeviceCall
  /** The session that its page belongs to; undefined for a page of a person who is not signed in. */
  readonly session: Pick<Session, 'id'> | undefined
}

/** Makes a challenge that is answered once, within ten minutes, in base64url. Nothing is stored before the answer. */
export const createChallenge = (
  { clock, vault }: Pick<Context, 'clock' | 'vault'>,
  place: ChallengePlace,
): string =>
  Buffer.from(vault.encrypt(`${clock.real() + CHALLENGE_MS}`, contextOf(place))).toString('base64url')

const contextOf = ({ kind, session }: ChallengePlace): string =>
  `passkey challenge ${kind} ${session?.id ?? ''}`

/** Adds a passkey of a person. @throws PersonRefusal invalid_passkey, too_many_passkeys */
export async function addPasskey(
  tx: Tx,
  context: Parts,
  {
    person: { id: personId, merchantId },
    answer,
    party,
    session,
  }: {
    person: Pick<Person, 'id' | 'merchantId'>
    answer: NewKeyAnswer
    party: RelyingParty
    session: Session
  },
  { actor, reason, issuedBy }: PeopleMandate,
): Promise<void> {
  const given = { kind: 'webauthn.create', session, answer, party } as const
  if (!isNewKey(answer, party) || !(await claimChallenge(tx, context, given)))
    throw new PersonRefusal('invalid_passkey')
  if ((await tx.passkeys.list(personId)).length >= MOST_PASSKEYS) throw new PersonRefusal('too_many_passkeys')
  const facts: PasskeyFacts = { personId, publicKey: answer.publicKey, issuedBy }
  const place = { id: answer.id, merchantId }
  const passkey: Passkey = {
    ...place,
    personId,
    sealedSecret: context.vault.encrypt(JSON.stringify(facts), sealOf(place)),
    device: session.device,
    host: party.id,
    uses: usesIn(answer),
    createdAt: context.clock.real(),
  }
  if (!(await tx.passkeys.insert(passkey))) throw new PersonRefusal('invalid_passkey')
  const details = { reason, merchant: merchantId }
  await audit(tx, context, { actor, action: 'people passkey', subject: personId, details })
}

interface Attempt {
  readonly answer: SignedAnswer
  readonly party: RelyingParty
}

/** Whether a passkey of a person has signed the answer, as a read: guesses must not cost writes. */
export const isAnswered = async (
  tx: Tx,
  { vault }: Pick<Context, 'vault'>,
  attempt: Attempt,
): Promise<boolean> => (await findSigner(tx, vault, attempt)) !== undefined

/** The browser that an answer comes from. */
interface Browser {
  readonly device: string | null
  /** The session that it has already, whose person signs in again; undefined without one. */
  readonly session: Session | undefined
  /** The pages that it asks for, to which people of others do not sign in. */
  readonly area: Area
}

/**
 * Signs the person in whose passkey has signed the answer.
 *
 * @returns undefined for an answer that is not valid, or was given before, or is of another person than the session
 */
export async function signInWithPasskey(
  tx: Tx,
  context: Parts,
  attempt: Attempt,
  { device, session, area }: Browser,
): Promise<{ session: Session; token: string } | undefined> {
  if (!(await isSignInOpen(tx))) return undefined
  const facts = await findSigner(tx, context.vault, attempt)
  const person = facts && (await tx.people.find(facts.personId))
  if (!person || areaOf(person) !== area || (session && session.holder !== person.id)) return undefined
  if (!(await claimChallenge(tx, context, { kind: 'webauthn.get', session, ...attempt }))) return undefined
  if (!(await tx.passkeys.countUse(attempt.answer.id, usesIn(attempt.answer)))) return undefined
  const grants = grantsOfPerson({ ...person, personId: person.id, issuedBy: facts.issuedBy })
  const holder = { area, holder: person.id, grants }
  return beginSession(tx, context, holder, { device, lengthMs: PERSON_SESSION_MS })
}

async function findSigner(
  tx: Tx,
  vault: Vault,
  { answer, party }: Attempt,
): Promise<PasskeyFacts | undefined> {
  const passkey = await tx.passkeys.find(answer.id)
  const secret = passkey && tryDecrypt(vault, passkey.sealedSecret, sealOf(passkey))
  if (secret === undefined) return undefined
  const facts = JSON.parse(secret) as PasskeyFacts // sealed by addPasskey
  return facts.personId === passkey?.personId && isSignedBy(facts, answer, party) ? facts : undefined
}

const sealOf = ({ id, merchantId }: Pick<Passkey, 'id' | 'merchantId'>): string =>
  encryptionContext('passkeys', { id, merchantId, environment: 'live' })

async function claimChallenge(
  tx: Tx,
  { clock, vault }: Pick<Context, 'clock' | 'vault'>,
  { answer, party, ...place }: ChallengePlace & { answer: DeviceAnswer; party: RelyingParty },
): Promise<boolean> {
  const now = clock.real()
  const challenge = challengeIn(answer, place.kind, party)
  const endsAt = challenge === undefined ? undefined : tryDecrypt(vault, challenge, contextOf(place))
  if (challenge === undefined || endsAt === undefined || parseInt(endsAt, 10) <= now) return false
  const hash = createHash('sha256').update(challenge).digest('base64url')
  return tx.passkeys.claimChallenge(hash, parseInt(endsAt, 10), now)
}
