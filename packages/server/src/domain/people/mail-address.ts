import type { Context } from '../context.js'
import { encryptionContext } from '../secrets/encryption-context.js'
import { tryDecrypt } from '../shared/vault.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Person } from './person.js'

/** The facts that are sealed with the mail address of a person. */
export interface MailFacts {
  readonly mail: string
  /** The operator who let the person in; null where only people of the merchant did. */
  readonly issuedBy: string | null
}

/** Seals the address of a person, who can then sign in by mail. */
export async function sealMail(
  tx: Tx,
  { vault }: Pick<Context, 'vault'>,
  person: Person,
  issuedBy: string | null,
): Promise<void> {
  const facts: MailFacts = { mail: person.mail, issuedBy }
  const sealedSecret = vault.encrypt(JSON.stringify(facts), contextOf(person))
  await tx.personMails.put({ id: person.id, merchantId: person.merchantId, sealedSecret })
}

/** Reads the sealed address of a person; undefined for one that the database has changed, or that was never sealed. */
async function findMail(
  tx: Tx,
  { vault }: Pick<Context, 'vault'>,
  person: Person,
): Promise<MailFacts | undefined> {
  const row = await tx.personMails.find(person.id)
  const text = row && tryDecrypt(vault, row.sealedSecret, contextOf(person))
  const facts = text === undefined ? undefined : (JSON.parse(text) as MailFacts) // sealed by sealMail
  return facts?.mail === person.mail ? facts : undefined
}

/** A person whom a mail signs in. */
export interface MailPerson extends Pick<MailFacts, 'issuedBy'> {
  readonly person: Person
}

/** The people of an address, of all merchants. */
export interface MailPeople {
  /** Those whom a mail signs in. */
  readonly able: readonly MailPerson[]
  /** Whether another one has a passkey, and so signs in with that alone. */
  readonly hasPasskey: boolean
}

/** Lists the people of a mail address. A person with a passkey signs in with that alone. */
export async function listMailPeople(
  tx: Tx,
  context: Pick<Context, 'vault'>,
  mail: string,
): Promise<MailPeople> {
  const able: MailPerson[] = []
  let hasPasskey = false
  for (const person of await tx.people.listByMail(mail)) {
    const facts = await findMail(tx, context, person)
    if (!facts) continue
    if ((await tx.passkeys.list(person.id)).length > 0) hasPasskey = true
    else able.push({ person, issuedBy: facts.issuedBy })
  }
  return { able, hasPasskey }
}

const contextOf = ({ id, merchantId }: Pick<Person, 'id' | 'merchantId'>): string =>
  encryptionContext('person_mails', { id, merchantId, environment: 'live' })
